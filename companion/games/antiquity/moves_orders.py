"""The orders of a plan: what a seat prepares in secret in phase 2."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.antiquity.tables import HOUSES, LARGEST_FISHERY, BuildingKind, Good, Saint, Site

PositiveNumber = Annotated[int, msgspec.Meta(ge=1, le=999)]
Paid = dict[Good, PositiveNumber]
"""The food and luxuries given for something; wood and stone follow from the price."""


StoreSize = Annotated[str, msgspec.Meta(pattern="^([1-7]x[1-7])?$")]


def sides_of(size: str) -> tuple[int, int]:
    """Squares of a store from left to right and from top to bottom ("2x3"); 0 of anything else."""
    return (int(size[0]), int(size[-1])) if size else (0, 0)


class Spot(Struct, frozen=True):
    """Where a piece is laid: the city, counted from 0, and on a grid the placement (``"x,y,turn"``)."""

    city: int
    way: str = ""


class BuildHouse(Struct, frozen=True, tag="house"):
    """Build a house; with San Nicolò's blessing a further, lower one is ``free``."""

    number: Annotated[int, msgspec.Meta(ge=1, le=HOUSES)]
    paid: Paid
    spot: Spot
    free: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    free_spot: Spot | None = None


class BuildPiece(Struct, frozen=True, tag="raise"):
    """Build anything else. ``size`` is that of a store ("2x3"), ``saint`` that of a cathedral.

    ``touching`` are the pieces a university or faculty on cardboard shares an edge with.
    """

    kind: BuildingKind
    size: StoreSize
    paid: Paid
    saint: Saint | None
    spot: Spot
    touching: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[int, int]:
        return sides_of(self.size)


class PlaceMan(Struct, frozen=True, tag="man"):
    """Put an idle man into a building."""

    key: str


class RemoveGrave(Struct, frozen=True, tag="heal"):
    """Take one grave off in the hospital: from a square of a grid, a building on cardboard (``key``), or beside."""

    city: int
    at: str = ""
    key: str = ""


class SwapGoods(Struct, frozen=True, tag="swap"):
    """Give two goods to the bank for one."""

    give: tuple[Good, Good]
    take: Good


class RazeCathedral(Struct, frozen=True, tag="raze"):
    """Raze the own cathedral."""


class MoveBuilding(Struct, frozen=True, tag="shift"):
    """Move a building of city ``home``, with its man and its graves."""

    home: int
    key: str
    spot: Spot


class MoveGrave(Struct, frozen=True, tag="shift-grave"):
    """Move a single grave to an empty square."""

    city: int
    at: str
    to_city: int
    to: str


class Correction(Struct, frozen=True, tag="mend"):
    """Correct the own city: a building stands or is gone, a grave lies there or is gone, a further city stands."""

    do: Literal["stand", "gone", "grave", "clear", "city"]
    kind: BuildingKind | None = None
    number: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    size: StoreSize = ""
    saint: Saint | None = None
    spot: Spot | None = None
    city: int = 0
    at: str = ""
    key: str = ""

    @property
    def sides(self) -> tuple[int, int]:
        return sides_of(self.size)


class EnterSite(Struct, frozen=True, tag="mend-site"):
    """Correct the countryside: a site is there, with so many goods and its man.

    ``range`` is that of a mine: one that is listed, counted from 1; 0 for one to be listed; -1 for that of another mine
    which is entered now.
    """

    site: Site
    good: Good
    goods: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_FISHERY)]
    range: Annotated[int, msgspec.Meta(ge=-1, le=999)] = 0


class RemoveSite(Struct, frozen=True, tag="mend-no-site"):
    """Correct the countryside: a site is gone, and its man idle."""

    key: str


class OfferedTrade(Struct, frozen=True, tag="offered"):
    """Goods set aside for an offer; its price comes when the other accepts."""

    trade: str


class AcceptedTrade(Struct, frozen=True, tag="accepted"):
    """The buyer's side of a trade."""

    trade: str


OwnOrder = (
    BuildHouse
    | BuildPiece
    | PlaceMan
    | RemoveGrave
    | SwapGoods
    | RazeCathedral
    | MoveBuilding
    | MoveGrave
    | Correction
    | EnterSite
    | RemoveSite
)
"""Orders that a seat gives alone, without a trade."""

Order = OwnOrder | OfferedTrade | AcceptedTrade
