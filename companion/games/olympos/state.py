"""The state of a game, and the agenda: what the game waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.core.boxes import Box
from companion.core.secrecy import Sealed
from companion.core.secret_windows import Answers
from companion.games.olympos.tables import COLUMNS, STARRED, Mark, Resource

# -- what the game waits for --------------------------------------------------------------------------------------


class HeldCard(Struct):
    """A Destiny card in a hand. Handles are numbered in the order of drawing and reveal nothing about the face."""

    handle: str
    face: Sealed[str]


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table decides how the game begins."""


class SeatDue(Struct, frozen=True):
    """Base of what one seat must do."""

    seat: int


class Crossing(SeatDue, frozen=True, tag="crossing"):
    """The seat at the bottom of the stack crosses out territories."""


class Facts(Struct, frozen=True, tag="facts"):
    """The table looks up printed values of a component that the box lacks."""

    kind: str
    key: str


class Draw(SeatDue, frozen=True, tag="draw"):
    """A seat draws a Destiny card, without a decision. ``dealt``: it is dealt for a game entered while under way."""

    dealt: bool = False


class Oracle(SeatDue, frozen=True, tag="oracle"):
    """A seat has looked at cards and keeps one."""

    cards: list[HeldCard]


class Playing(SeatDue, frozen=True, tag="playing"):
    """A seat has just drawn and may play cards."""


class Arrival(SeatDue, frozen=True, tag="arrival"):
    """A seat has reached this Zeus space and may turn up an Olympos card; without a decision."""

    space: int


class Window(Struct, frozen=True, tag="window"):
    """An Olympos card is turned up; these seats, all that hold cards, answer in secret how many Zeus cards they add."""

    god: str
    drawer: int
    seats: tuple[int, ...]


class Cubes(SeatDue, frozen=True, tag="cubes"):
    """A seat takes this many cubes of choice."""

    left: int


class Hit(SeatDue, frozen=True, tag="hit"):
    """Hades: a seat takes one of its settlers off the map."""


Due = SettingUp | Crossing | Facts | Draw | Oracle | Playing | Arrival | Window | Cubes | Hit


# -- what a saved game holds --------------------------------------------------------------------------------------

MOST_SEATS = 5
OfColumns = Annotated[list[int], Meta(min_length=COLUMNS, max_length=COLUMNS)]
"""A number for every column of the development board."""


class Options(Struct, frozen=True):
    """The options of a game, as chosen at its beginning. See ``options.py``."""

    bonus_hourglasses: bool = True
    democracy: str = "every-tie"
    two_zeus: str = "one-by-one"
    zeus_cards: str = "all"
    end_anywhere: bool = False
    stone_tie: str = "democracy"
    hourglass_limit: bool = False
    hades_covered: bool = True
    cross_always: bool = True
    prestige_open: bool = False


class Moved(Struct, frozen=True):
    """A token has moved from ``start``; the Zeus spaces on its way are carried out next."""

    seat: int
    start: int


class Sought(Struct, frozen=True):
    """What a seat has looked up: a discovery by its square, or a wonder. It is preselected in its next question."""

    seat: int
    through: Literal["discover", "build"]
    what: str


def no_marks() -> dict[Mark, int]:
    """Every mark at 0."""
    return {"ares": 0, "siren": 0, "erinyes": 0, "athena": 0, "keres": 0, "laid": 0}


def nothing() -> dict[Resource, int]:
    """Every resource at 0."""
    return {"grain": 0, "stone": 0, "wood": 0, "gold": 0}


class Side(Struct):
    """What a seat has.

    ``height`` counts from the bottom of the stack on its space. ``covered`` are settlers on the map that control
    nothing; each territory token stands for a settler that controls one. ``stars`` are Star tokens, ``bonus`` its
    tokens under the discoveries of each column.
    """

    seat: int
    tiles: dict[str, int]
    cheaper: dict[str, int]
    wonders: dict[str, int]
    prestige: Sealed[int]
    position: int = 0
    height: int = 0
    hourglasses: int = 0
    stock: int = 4
    covered: int = 0
    stars: int = 0
    zeus: int = 0
    atlantis: int = 0
    done: int = 0
    tokens: dict[Resource, int] = msgspec.field(default_factory=nothing)
    cubes: dict[Resource, int] = msgspec.field(default_factory=nothing)
    bonus: Annotated[list[int], Meta(min_length=COLUMNS, max_length=COLUMNS)] = msgspec.field(
        default_factory=lambda: [0, 0, 0, 0, 0]
    )
    marks: dict[Mark, int] = msgspec.field(default_factory=no_marks)
    hand: list[HeldCard] = []

    @property
    def controlled(self) -> int:
        """The number of territories under control."""
        return sum(self.tokens.values())

    def has(self, discovery: str) -> bool:
        return self.tiles[discovery] > 0


class Pile(Struct):
    """A space of the development board: its discovery, the number of tiles left, the bonuses taken (1)."""

    tile: str
    left: int
    taken: list[int]


class State(Struct):
    """The state of a game.

    ``agenda`` is a stack: the game waits for its last item; while it is empty, the last seat on the Time Track acts.
    ``piles`` and ``wonders`` (by column) are the development board, empty at the light level. ``tokens``, ``cubes``,
    ``tribes``, ``open_stars`` and ``zeus_free`` are not owned by any seat, ``crossed_stars`` are out of the game.
    ``deck`` is sealed from all viewers and used only if the companion draws. ``actor`` took the last action and may
    play cards until the next seat acts. ``kept``: the acting seat has declined to play more cards before its action.
    ``sought``: what it has looked up.
    """

    seats: Annotated[list[int], Meta(max_length=MOST_SEATS)]
    sides: Annotated[list[Side], Meta(max_length=MOST_SEATS)]
    options: Options
    box: Box
    light: bool
    practice: bool
    tokens: dict[Resource, int]
    cubes: dict[Resource, int]
    gods: dict[str, int]
    agenda: list[Due]
    tribes: int = STARRED
    crossed_stars: int = 0
    open_stars: int = 0
    zeus_free: int = 1
    piles: dict[str, Pile] = {}
    wonders: list[str] = []
    companion_draws: bool = False
    deck: dict[str, Sealed[int]] = {}
    deck_left: int = 22
    discards: dict[str, int] = {}
    drawn: int = 0
    last_god: str = ""
    votes: Answers[int] = {}
    moved: Moved | None = None
    actor: int = 0
    kept: bool = False
    over: bool = False
    sought: Sought | None = None

    def side(self, seat: int) -> Side:
        return next(side for side in self.sides if side.seat == seat)

    def others(self, side: Side) -> Iterator[Side]:
        """All sides but this one."""
        return (other for other in self.sides if other.seat != side.seat)

    def clockwise(self, first: int) -> list[Side]:
        """All sides in clockwise order, from seat ``first`` on."""
        return sorted(self.sides, key=lambda side: (side.seat < first, side.seat))
