"""Who acts: a seat, a scribe, the host, the panel; and by what a device is known."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.wording import SeatName, say


class Person(Struct, frozen=True):
    """Who asks or answers: somebody at a seat, or with a device that has none (``seat`` 0). ``device`` is the digest of
    the secret of a phone, empty for keys.
    """

    seat: int = TABLE
    device: str = ""

    def is_also(self, other: Person) -> bool:
        """Whether both are, for all the table knows, one person. Of whoever stands at the panel it knows nothing."""
        return bool(self.device and self.device == other.device) or bool(self.seat and self.seat == other.seat)


@dataclass(frozen=True)
class Actor:
    """Who really pressed: a seat (on its phone or its keys), a scribe, or the host. ``device`` is the digest of the
    secret of a phone; ``own`` the seat of a scribe or host who has one.
    """

    kind: str
    seat: int = TABLE
    device: str = ""
    own: int = TABLE

    def __str__(self) -> str:
        return f"{self.kind}:{self.seat}" if self.seat else self.kind

    def viewer_for(self, seat: int) -> Viewer:
        """Through whose eyes this actor answers for ``seat``: the seat's own only at the seat itself."""
        return Viewer(seat) if self.seat == seat and seat != TABLE else PUBLIC

    @property
    def who(self) -> Person:
        """The person behind it, as far as the table can tell two from each other."""
        return Person(self.seat or self.own, self.device)

    @property
    def writes_for_all(self) -> bool:
        return self.kind in ("scribe", "host", "panel")


def not_yours(seat: int) -> Refused:
    """The refusal of an answer to somebody else's question."""
    return Refused("not-yours", say("That question is for {who}.", who=SeatName(seat)))


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def device_of(token: str) -> str:
    """By what the table tells the person behind a device from others."""
    return hashed(token)[:20]
