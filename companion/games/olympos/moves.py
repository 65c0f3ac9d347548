"""What a seat or the table may do, in the order of the rule book."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.olympos.tables import Bonus, Resource, Special

Few = Annotated[int, msgspec.Meta(ge=0, le=60)]


# -- set-up: section 2 --------------------------------------------------------------------------------------------


Start = Literal["beginning", "middle"]


class SetUp(Struct, frozen=True, tag="set-up"):
    """The table: from the beginning, or in the middle with so many Destiny cards in the hands of seats."""

    start: Start
    hands: dict[str, Few] = {}


class CrossOut(Struct, frozen=True, tag="cross-out"):
    """The seat at the bottom has crossed territories out, so many starred ones among them."""

    stars: Few


# -- expansion: section 4 -----------------------------------------------------------------------------------------


Leaving = Literal["new", "covered", "grain", "stone", "wood", "gold"]
"""Where the settler of an expansion comes from: the stock, a territory of another, an own territory."""


class Left(Struct, frozen=True):
    """A settler leaves its place: ``what`` it held, what was special there, whose settler is on top now (0: none)."""

    what: Literal["covered", "grain", "stone", "wood", "gold"]
    special: tuple[Special, ...] = ()
    heir: int = 0


class Expand(Struct, frozen=True, tag="expand"):
    """A settler moves. ``target`` is ``empty``, ``tribe``, ``own``, ``sea`` or the number of a seat.

    ``special`` is what the territory taken has. The route is counted in spaces and, with Cavalry, in unbroken
    ``runs`` over land; in a light play only ``points`` says what it cost.
    """

    source: Leaving
    target: str
    resource: Resource | None = None
    special: tuple[Special, ...] = ()
    left: Left | None = None
    sea: Few = 0
    land: Few = 0
    runs: Few = 0
    points: Few = 0


# -- development: section 5 ---------------------------------------------------------------------------------------


class Discover(Struct, frozen=True, tag="discover"):
    """Take a discovery. ``at`` is its square on the board widget, ``bonus`` the number of the printed one.

    ``shows`` is the resource on the tile taken, for Money and Agriculture; ``cubes`` are those spent.
    """

    at: str
    shows: Resource | None = None
    cubes: dict[Resource, Few] = {}
    bonus: Annotated[int, msgspec.Meta(ge=-1, le=2)] = -1


class Record(Struct, frozen=True, tag="record"):
    """A light play: a discovery is taken, with what it cost and brought as the users read it off the board."""

    tile: str
    points: Few
    cubes: dict[Resource, Few] = {}
    bonus: Bonus = "none"


class Build(Struct, frozen=True, tag="build"):
    """Build a wonder; ``points`` counts in a light play."""

    wonder: str
    points: Few = 0


# -- Destiny cards: section 6 -------------------------------------------------------------------------------------


NO_CARD = "none"


class PlayCard(Struct, frozen=True, tag="play-card"):
    """Play the Destiny card with this handle; ``none`` keeps them all."""

    handle: str = NO_CARD


class KeepCard(Struct, frozen=True, tag="keep-card"):
    """Oracle: keep this one."""

    handle: str


# -- Olympos cards: section 7 -------------------------------------------------------------------------------------


class AddZeus(Struct, frozen=True, tag="add-zeus"):
    """The window: add so many Zeus cards."""

    cards: Annotated[int, msgspec.Meta(ge=0, le=22)]


class TakeCube(Struct, frozen=True, tag="take-cube"):
    """Take a cube of choice."""

    resource: Resource


class Lose(Struct, frozen=True, tag="lose"):
    """Hades: this settler leaves the map."""

    left: Left


# -- the end: section 9 -------------------------------------------------------------------------------------------


class Pass(Struct, frozen=True, tag="pass"):
    """Done for good."""


class Close(Struct, frozen=True, tag="close"):
    """The table: all are done; what the spaces where they stand give, in order, as far as it was not known."""

    points: tuple[Annotated[int, msgspec.Meta(ge=0, le=5)], ...] = ()
    keep: bool = False


# -- printed values that the box lacks: section 12 ----------------------------------------------------------------


class LookUp(Struct, frozen=True, tag="look-up"):
    """Something printed has to be known first: of the square of a discovery, or of a wonder."""

    through: Literal["discover", "build", "look-up"]
    what: str


class Fill(Struct, frozen=True, tag="fill"):
    """The table: what is printed there, in the order in which it is asked; whether to keep it for other evenings."""

    printed: tuple[int | str, ...]
    keep: bool


Move = (
    SetUp
    | CrossOut
    | Expand
    | Discover
    | Record
    | Build
    | PlayCard
    | KeepCard
    | AddZeus
    | TakeCube
    | Lose
    | Pass
    | Close
    | LookUp
    | Fill
)
