"""Who asks or looks, and in which role: a seat, a scribe, an admin, the panel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, assert_never

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.wording import SeatName, say
from companion.service.asking.requests import Reply, Request, Role


class Person(Struct, frozen=True):
    """Who asks or answers: somebody at a seat, or with a device that has none (``seat`` 0). ``device`` is the digest of
    the secret of a phone, empty for keys.
    """

    seat: int = TABLE
    device: str = ""

    def is_also(self, other: Person) -> bool:
        """Whether both are one person, as far as the table can tell. Somebody at the panel may be anybody."""
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
        """The viewer when this actor answers for ``seat``: the seat itself, or the public where it writes for it."""
        return Viewer(seat) if self.seat == seat and seat != TABLE else PUBLIC

    @property
    def who(self) -> Person:
        """The person who acts, as far as the table can tell two apart."""
        return Person(self.seat or self.own, self.device)

    @property
    def writes_for_all(self) -> bool:
        return self.kind in ("scribe", "host", "panel")


def not_yours(seat: int) -> Refused:
    """The refusal of an answer to somebody else's question."""
    return Refused("not-yours", say("That question is for {who}.", who=SeatName(seat)))


def not_admin() -> Refused:
    """Refused: admin only (PIN required). The code is of API v1, where the admin is called host."""
    return Refused("not-host", say("Only the admin may do that, with the PIN."), detail="not-admin")


def not_by_keys() -> Refused:
    """Refused: what a host does is done on a phone. The code is of API v1."""
    return Refused("not-host", say("That is done on a phone at the table."), detail="not-table-host")


def no_seat() -> Refused:
    return Refused("no-seat", say("Take a seat first."))


def hashed(token: str) -> str:
    """SHA-256 of a token, in hexadecimal."""
    return sha256(token.encode()).hexdigest()


def device_of(token: str) -> str:
    """The first 20 digits of the digest of a token: tells one device from another."""
    return hashed(token)[:20]


@dataclass(frozen=True)
class Sender:
    """A device by its ``token``, or the keys of a place, which have none.

    ``actor`` is as whom the request is decided, ``host`` whether the device is an admin's. ``name`` tells senders
    apart, ``key`` is what the request is stored under within its play; empty without a nonce.
    """

    actor: Actor
    name: str
    token: str = ""
    host: bool = False
    key: str = ""


class Origin(Protocol):
    """Where a request comes from: a device, or the keys of a place. Its text names it where it may not ask."""

    def sender(self, request: Request) -> Sender:
        """The sender of ``request``, with its role. Raises ``Refused`` if it may not ask for that."""


@dataclass(frozen=True)
class FromDevice:
    """A device by its ``token``, with its ``own`` seat, for which it may act. ``host``: it is an admin's; ``hosting``:
    its seat is the one that chose last.
    """

    token: str
    own: int | None
    host: bool
    hosting: bool = False

    def __str__(self) -> str:
        return "guest" if self.own is None else f"seat:{self.own}"

    @property
    def viewer(self) -> Viewer:
        """The viewer that looks: the seat of this device, else the public."""
        return PUBLIC if self.own is None else Viewer(self.own)

    def sender(self, request: Request) -> Sender:
        actor = self.actor(request.may_ask, getattr(request, "seat", TABLE))
        return Sender(actor, hashed(self.token), self.token, self.host)

    def actor(self, role: Role, for_seat: int = TABLE) -> Actor:
        """The actor that this device is for what ``role`` may do, for ``for_seat``. Raises ``Refused`` if the
        device lacks that role, whatever ``for_seat`` is.
        """
        device, own, host = device_of(self.token), self.own, self.host
        seat = Actor("seat", own, device) if own is not None else None
        match role:
            case "anyone":
                return seat or Actor("guest", device=device)
            case "admin" | "host" if host:
                return Actor("host", device=device, own=own or TABLE)
            case "admin":
                raise not_admin()
            case "for a seat" if host and (seat is None or for_seat not in (own, TABLE)):
                return Actor("scribe", device=device, own=own or TABLE)
            case "seat or admin" if host and seat is None:
                return Actor("host", device=device)
            case "seat" | "host" | "for a seat" | "seat or admin":
                if seat is None:
                    raise no_seat()
                return seat
            case _:
                assert_never(role)


@dataclass(frozen=True)
class FromKeys:
    """The keys of a place: a seat's, or those of the panel (``place`` 0), which is everybody's and no host."""

    place: int

    def __str__(self) -> str:
        return str(self._actor)

    @property
    def _actor(self) -> Actor:
        return Actor("key", self.place) if self.place != TABLE else Actor("panel")

    def sender(self, request: Request) -> Sender:
        if request.may_ask == "admin":
            raise not_admin()
        if request.may_ask == "host":
            raise not_by_keys()
        if request.may_ask == "seat" and self.place == TABLE:
            raise no_seat()
        return Sender(self._actor, str(self))


Handler = Callable[[Sender, Any], Reply]
Handlers = dict[type[Request], Handler]
"""What a room of the service does with each of its requests: it replies, or raises ``Refused``."""
