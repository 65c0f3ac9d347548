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
    """Entered by the table: whether the game is at its beginning, or under way with these hands. Section 2."""

    start: Start
    hands: dict[str, Few] = {}


class CrossOut(Struct, frozen=True, tag="cross-out"):
    """Cross out territories, done by the seat at the bottom of the stack; ``starred`` of them have a Star. Section
    2.
    """

    stars: Few


# -- expansion: section 4 -----------------------------------------------------------------------------------------

Leaving = Literal["new", "covered", "grain", "stone", "wood", "gold"]
"""Where the settler that moves comes from: the stock, a place under a settler of another seat, or a territory of the
seat.
"""


class Left(Struct, frozen=True):
    """The territory that a settler leaves: its token, its special features, and the seat whose settler is on top
    afterwards (0: nobody). Section 4.
    """

    what: Literal["covered", "grain", "stone", "wood", "gold"]
    special: tuple[Special, ...] = ()
    heir: int = 0


class Expand(Struct, frozen=True, tag="expand"):
    """Move a settler and take a territory. Section 4.

    ``target`` is ``empty``, ``tribe``, ``own``, ``sea`` or the number of a seat. ``special`` are the special features
    of the territory taken, ``left`` is the territory left. The way is given in spaces and, with Cavalry, in unbroken
    ``runs`` of land; at the light level ``points`` alone is the price.
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
    """Take the discovery on the square ``at`` of the board. Section 5.1.

    ``shows`` is the resource on the tile taken of Money or Agriculture, ``cubes`` are those spent, ``bonus`` is the
    number of the bonus taken (-1: none).
    """

    at: str
    shows: Resource | None = None
    cubes: dict[Resource, Few] = {}
    bonus: Annotated[int, msgspec.Meta(ge=-1, le=2)] = -1


class Record(Struct, frozen=True, tag="record"):
    """Take a discovery at the light level: the players read cost and bonus off the board. Section 5.1."""

    tile: str
    points: Few
    cubes: dict[Resource, Few] = {}
    bonus: Bonus = "none"


class Build(Struct, frozen=True, tag="build"):
    """Build a wonder. Section 5.2. ``points`` is the price at the light level."""

    wonder: str
    points: Few = 0


# -- Destiny cards: section 6 -------------------------------------------------------------------------------------

NO_CARD = "none"


class PlayCard(Struct, frozen=True, tag="play-card"):
    """Play the Destiny card with this handle; with ``none`` keep all cards. Section 6."""

    handle: str = NO_CARD


class KeepCard(Struct, frozen=True, tag="keep-card"):
    """Oracle: keep the Destiny card with this handle. Section 6."""

    handle: str


# -- Olympos cards: section 7 -------------------------------------------------------------------------------------


class AddZeus(Struct, frozen=True, tag="add-zeus"):
    """Add this number of Zeus cards to the Olympos card, in secret. Section 7."""

    cards: Annotated[int, msgspec.Meta(ge=0, le=22)]


class TakeCube(Struct, frozen=True, tag="take-cube"):
    """Take a cube of choice: Artemis (section 7), Commerce (section 8)."""

    resource: Resource


class Lose(Struct, frozen=True, tag="lose"):
    """Hades: this settler leaves the map. Section 7."""

    left: Left


# -- the end: section 9 -------------------------------------------------------------------------------------------


class Pass(Struct, frozen=True, tag="pass"):
    """Pass: the seat takes no more actions. Section 9."""


class Close(Struct, frozen=True, tag="close"):
    """Close the game, by the table; ``points`` of spaces where tokens stand, as far as unknown. Section 9.1."""

    points: tuple[Annotated[int, msgspec.Meta(ge=0, le=5)], ...] = ()
    keep: bool = False


# -- printed values that the box lacks: section 12 ----------------------------------------------------------------


class LookUp(Struct, frozen=True, tag="look-up"):
    """Have the table look up printed values first: for a discovery's square or for a wonder. Section 12."""

    through: Literal["discover", "build", "look-up"]
    what: str


class Fill(Struct, frozen=True, tag="fill"):
    """Enter printed values, by the table, in the order in which they are asked; ``keep`` saves them. Section 12."""

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
