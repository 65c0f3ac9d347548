"""What a program sends, and the few things it gets that are not already a view of the service."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.boxes import BoxKind
from companion.core.chance import By
from companion.core.questions import Answer
from companion.core.setup import ChanceKind, GameOption, OptionValue
from companion.core.wording import Message, Wording

Name = Annotated[str, Meta(max_length=40)]
Nonce = Annotated[str, Meta(max_length=64, description="A word of your own; the same one twice counts once.")]
Digest = Annotated[str, Meta(max_length=40, description="The digest of the question that is answered.")]
Seat = Annotated[int, Meta(ge=0, le=8, description="A seat from 1 to 8; 0 is the table.")]
Printed = (
    Annotated[int, Meta(ge=-(2**31), le=2**31)]
    | Annotated[str, Meta(max_length=60)]
    | Annotated[list[int | str], Meta(max_length=40)]
)
Given = Annotated[list[Answer], Meta(min_length=1, max_length=100)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What all that is sent shares: a field nobody knows is an error."""


class Sitting(Body, frozen=True):
    """Somebody sits down."""

    name: Name = ""


class OneAnswer(Body, frozen=True):
    """An answer to one question. ``service`` is that of the dialogue that holds it."""

    seat: Seat
    digest: Digest
    answer: Answer
    nonce: Nonce = ""
    service: Annotated[str, Meta(max_length=40)] = ""


class WholeMove(Body, frozen=True):
    """All answers that are left of a dialogue, beginning with the question with this digest: taken whole or not."""

    seat: Seat
    digest: Digest
    answers: Given
    nonce: Nonce = ""


class Tried(Body, frozen=True):
    """An answer that is only tried out."""

    seat: Seat
    digest: Digest
    answer: Answer


class ForSeat(Body, frozen=True):
    """Something done for a seat: undo, redo, going on without it."""

    seat: Seat
    nonce: Nonce = ""


class Sleeping(ForSeat, frozen=True):
    """A seat that sleeps. ``stood`` is that of its ``Sleeper`` in the table's view: if going on without it would commit
    something else by now, it is refused.
    """

    stood: Annotated[str, Meta(max_length=64)] = ""


class Correction(Body, frozen=True):
    """A tracked number as it lies on the table."""

    key: Annotated[str, Meta(max_length=120)]
    value: Annotated[int, Meta(ge=-(2**31), le=2**31)]
    nonce: Nonce = ""


class PrintedFact(Body, frozen=True):
    """A fact of the box as it is printed; null where nothing is."""

    kind: Annotated[str, Meta(max_length=40)]
    key: Annotated[str, Meta(max_length=60)]
    field: Annotated[str, Meta(max_length=40)]
    value: Printed | None
    nonce: Nonce = ""


class Code(Body, frozen=True):
    """The code that a seat was given for another phone."""

    code: Annotated[str, Meta(max_length=20)]


class Arrival(Body, frozen=True):
    """Whether the phone that waits for a seat gets it."""

    agreed: bool


class Pin(Body, frozen=True):
    """The PIN that the panel or the terminal shows, or that of the settings."""

    pin: Annotated[str, Meta(max_length=20)]


class Choice(Body, frozen=True):
    """Which game is to be played, and how."""

    game: Annotated[str, Meta(max_length=80)]
    options: dict[str, OptionValue] = {}
    chance: dict[str, By] = {}


class Pause(Body, frozen=True):
    """Whether the clocks are to stand still."""

    on: bool


class Beginning(Body, frozen=True):
    """Who plays (all that are seated, if nobody is named) and at which level of tracking."""

    seats: list[Seat] = []
    level: Annotated[str, Meta(max_length=40)] = ""


class GameInfo(Struct, frozen=True):
    """A game on the shelf."""

    key: str
    title: Wording
    seats: tuple[int, int]
    rules_version: int
    options: tuple[GameOption, ...]
    chance: tuple[ChanceKind, ...]
    levels: tuple[tuple[str, Wording], ...]
    box: tuple[BoxKind, ...]


class Whoami(Struct, frozen=True):
    """What this token may do. ``seat`` is null for somebody who has none in the present play."""

    seat: int | None
    host: bool


class Problem(Struct, frozen=True):
    """Why something was not done. ``text`` is the message in the language that was asked for."""

    code: str
    text: str
    message: Message | None = None


class Taken(Struct, frozen=True):
    """It was done."""

    code: str = ""
    text: str = ""
    message: Message | None = None
