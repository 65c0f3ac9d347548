"""What a program sends and gets that is neither a request nor a view of the service."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.boxes import BoxKind, Learned
from companion.core.questions import Answer
from companion.core.setup import ChanceKind, GameOption
from companion.core.wording import Message, Wording
from companion.service.asking.requests import Digest, FormAnswers, Nonce, SeatOrTable
from companion.service.play.play_views import Preview

Printed = (
    Annotated[int, Meta(ge=-(2**31), le=2**31)]
    | Annotated[str, Meta(max_length=60)]
    | Annotated[list[int | str], Meta(max_length=40)]
)


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What all that is sent shares: a field nobody knows is an error."""


class Tried(Body, frozen=True):
    """An answer that is only tried out."""

    seat: SeatOrTable
    digest: Digest
    answer: Answer


class GivenAnswers(Body, frozen=True):
    """Answers given to a form so far, by the keys of their fields."""

    seat: SeatOrTable
    answers: FormAnswers


class PrintedFact(Body, frozen=True):
    """A fact of the box as it is printed; null where nothing is."""

    kind: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=60)]
    field: Annotated[str, Meta(max_length=40)]
    value: Printed | None
    nonce: Nonce = ""

    @property
    def learned(self) -> Learned:
        return Learned(self.kind, self.key, self.field, self.value)


class Which(Body, frozen=True):
    """Whose page asks which printed fact is wrong: a seat, or 0 as scribe."""

    seat: SeatOrTable
    nonce: Nonce = ""


class GameInfo(Struct, frozen=True):
    """A game that can be chosen."""

    key: str
    title: Wording
    seats: tuple[int, int]
    rules_version: int
    options: tuple[GameOption, ...]
    chance: tuple[ChanceKind, ...]
    levels: tuple[tuple[str, Wording], ...]
    box: tuple[BoxKind, ...]


class Whoami(Struct, frozen=True):
    """What this token may do. ``seat`` is null for somebody who has none in the present play; a ``host`` gave the PIN,
    and with ``hosting`` the seat hosts this evening.
    """

    seat: int | None
    host: bool
    hosting: bool = False


class Problem(Struct, frozen=True):
    """Why something was not done. ``text`` is the message in the language that was asked for. ``field`` is the key of
    the question, or of the field of a form, whose answer was refused; empty where it is about none. ``detail`` is a
    narrower code: ``not-host`` is ``not-admin`` where the PIN is missing, ``not-table-host`` where another seat hosts.
    """

    code: str
    text: str
    message: Message | None = None
    field: str = ""
    detail: str = ""


class Taken(Struct, frozen=True):
    """It was done."""

    code: str = ""
    text: str = ""
    message: Message | None = None


class Stepped(Taken, frozen=True):
    """The dialogue went on; or, with ``preview``, nothing was taken and the answer would do that."""

    preview: Preview | None = None
