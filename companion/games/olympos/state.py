"""The state of a game, and the agenda: what it waits for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from companion.core.boxes import Box
from companion.core.secrecy import Sealed
from companion.games.olympos.tables import COLUMNS, STARRED, Mark, Resource

# -- what the game waits for --------------------------------------------------------------------------------------


class HeldCard(Struct):
    """A Destiny card in a hand. Its handle numbers the draws, so it says nothing about the face."""

    handle: str
    face: Sealed[str]


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says how the play begins."""


class SeatDue(Struct, frozen=True):
    """What one seat has to do."""

    seat: int


class Crossing(SeatDue, frozen=True, tag="crossing"):
    """The seat at the bottom of the stack crosses territories out."""


class Facts(Struct, frozen=True, tag="facts"):
    """Something printed is needed and not in the box; the table looks it up."""

    kind: str
    key: str


class Draw(SeatDue, frozen=True, tag="draw"):
    """A seat draws a Destiny card; ``dealt`` ones are of a game begun in its middle. Worked off without asking."""

    dealt: bool = False


class Oracle(SeatDue, frozen=True, tag="oracle"):
    """A seat has looked at cards, of which it keeps one."""

    cards: list[HeldCard]


class Playing(SeatDue, frozen=True, tag="playing"):
    """A seat has just drawn and may play cards at once."""


class Arrival(SeatDue, frozen=True, tag="arrival"):
    """A seat has reached the Zeus space: its Olympos card, if it turns one up. Worked off without asking."""

    space: int


class Window(Struct, frozen=True, tag="window"):
    """An Olympos card is revealed; these seats answer in secret how many Zeus cards they add."""

    god: str
    drawer: int
    seats: tuple[int, ...]


class Cubes(SeatDue, frozen=True, tag="cubes"):
    """A seat chooses so many cubes."""

    left: int


class Hit(SeatDue, frozen=True, tag="hit"):
    """Hades: a seat takes one of its settlers off the map."""


Due = SettingUp | Crossing | Facts | Draw | Oracle | Playing | Arrival | Window | Cubes | Hit


# -- what a saved game holds --------------------------------------------------------------------------------------


MOST_SEATS = 5
OfColumns = Annotated[list[int], Meta(min_length=COLUMNS, max_length=COLUMNS)]
"""A number for every column of the development board."""


class Options(Struct, frozen=True):
    """The switches, as the play began with them. See ``options.py``."""

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
    """A token has moved from this space; the Zeus spaces on its way are still to be looked at."""

    seat: int
    start: int


class Sought(Struct, frozen=True):
    """What a seat had looked up, a discovery's square or a wonder: most probably it takes it now."""

    seat: int
    through: Literal["discover", "build"]
    what: str


def no_marks() -> dict[Mark, int]:
    return {"ares": 0, "siren": 0, "erinyes": 0, "athena": 0, "keres": 0, "laid": 0}


def nothing() -> dict[Resource, int]:
    return {"grain": 0, "stone": 0, "wood": 0, "gold": 0}


class Side(Struct):
    """What a seat has. ``height`` counts from the bottom of the stack on its space.

    ``covered`` are settlers on the map that control nothing; every territory token stands for one that does. ``stars``
    are Star tokens, ``bonus`` the own tokens under the discoveries of each column.
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
        """Territories under control."""
        return sum(self.tokens.values())

    def has(self, discovery: str) -> bool:
        return self.tiles[discovery] > 0


class Pile(Struct):
    """A space of the development board: which discovery lies there, how many tiles, which bonuses are taken (1)."""

    tile: str
    left: int
    taken: list[int]


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the table waits for; empty, whoever is last acts.

    ``piles`` and ``wonders`` (by column) are the development board, empty in a light play. ``tokens``, ``cubes``,
    ``tribes``, ``open_stars`` and ``zeus_free`` lie with nobody, ``crossed_stars`` are out of the game.
    ``deck`` is sealed to nobody and used only when the companion draws. ``actor`` has had the
    last turn and may play cards until the next one acts. ``kept``: whoever is to act plays no more cards before it.
    ``sought``: what whoever is to act had looked up.
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
    votes: dict[int, Sealed[int]] = {}
    moved: Moved | None = None
    actor: int = 0
    kept: bool = False
    over: bool = False
    sought: Sought | None = None

    def side(self, seat: int) -> Side:
        return next(side for side in self.sides if side.seat == seat)

    def others(self, side: Side) -> Iterator[Side]:
        return (other for other in self.sides if other.seat != side.seat)

    def clockwise(self, first: int) -> list[Side]:
        """All sides, from the one at seat ``first`` on."""
        return sorted(self.sides, key=lambda side: (side.seat < first, side.seat))
