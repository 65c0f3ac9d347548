"""What can be asked of the table: requests, which may change it.

Each is a frozen struct with who may ask it in its definition. Pages, the API, keys and tests build them. Each stands in
the module that handles it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct, structs

from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.wording import Message

# What a program may send; whoever builds a request here keeps to it.
Seat = Annotated[int, Meta(ge=1, le=8, description="A seat from 1 to 8.")]
SeatOrTable = Annotated[int, Meta(ge=0, le=8, description="A seat from 1 to 8; 0 is the table.")]
Name = Annotated[str, Meta(max_length=40)]
PlayId = Annotated[str, Meta(min_length=1, max_length=40)]
Digest = Annotated[str, Meta(max_length=64, description="The digest of what this device was shown.")]
FormAnswers = Annotated[dict[str, Answer], Meta(max_length=200, description="Answers by the keys of their fields.")]
Nonce = Annotated[str, Meta(max_length=64, description="A word of your own; the same one twice counts once.")]

Role = Literal["anyone", "seat", "seat or admin", "for a seat", "host", "admin"]
"""Who may ask or look:

- ``anyone``: every device, also without a seat.
- ``seat``: a device with a seat, as that seat.
- ``seat or admin``: a device with a seat; without one, an admin.
- ``for a seat``: the device of the seat that is named, or an admin, who writes for all.
- ``host``: a person who sits here, as its own seat: chooses the game and begins, and writes for nobody. An admin too.
- ``admin``: an admin, who has given the PIN.

The keys of a place ask as its seat. Those of the panel have no seat and are no admin's, but may write for all.
"""


class Request(Struct, frozen=True, tag=True):
    """Something a device or a key asks of the table.

    A ``nonce``, where there is one, is a word of the sender's own: sent again under it, the request is not done twice.
    """

    may_ask: ClassVar[Role]
    private: ClassVar[frozenset[str]] = frozenset()
    """Fields that are never printed, with the digests from which what a device was shown could be guessed."""

    def __repr__(self) -> str:
        fields = {name: value for name, value in structs.asdict(self).items() if name not in self.private}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"

    @property
    def once(self) -> str:
        """The nonce; empty where sending it again does no harm."""
        return str(getattr(self, "nonce", ""))

    def content(self) -> list[object]:
        """All fields but the nonce; a repetition must have the same content."""
        fields = structs.asdict(self)
        return [type(self).__name__, {name: value for name, value in fields.items() if name != "nonce"}]


class Reply(Struct, frozen=True):
    """The answer to something a person did. ``notice`` is set when it was refused or needs a word.

    ``code`` is empty when it was taken, else the refusal's code; ``field`` is the key of the question, or of the field
    of a form, whose answer was refused, if it was one; ``detail`` is a narrower code, where there is one.
    """

    code: str = ""
    notice: Message | None = None
    version: str = ""
    field: str = ""
    detail: str = ""

    @property
    def taken(self) -> bool:
        return not self.code


def refused(refusal: Refused) -> Reply:
    return Reply(refusal.code, refusal.message, field=refusal.field, detail=refusal.detail)


def as_sent(answer: Answer) -> list[str]:
    """An answer as the text that pages send, for digests: independent of its question, which may be gone."""
    if isinstance(answer, list):
        return [str(part) for part in answer]
    return [{True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)]


def requests() -> dict[str, type[Request]]:
    """Every request there is, by its name."""
    return {kind.__name__: kind for kind in Request.__subclasses__()}
