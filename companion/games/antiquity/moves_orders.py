"""The orders of a plan: what a seat prepares in secret in phase 2."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.games.antiquity.tables import HOUSES, Good, Kind, Saint

Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
Paid = dict[Good, Number]
"""The food and luxuries given for something; wood and stone follow from the price."""


class Spot(Struct, frozen=True):
    """Where a piece is laid: the city, counted from 0, and on a grid the way (``"x,y,turn"``)."""

    city: int
    way: str = ""


class House(Struct, frozen=True, tag="house"):
    """Build a house; with San Nicolò's blessing a further, lower one is ``free``."""

    number: Annotated[int, msgspec.Meta(ge=1, le=HOUSES)]
    paid: Paid
    spot: Spot
    free: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    free_spot: Spot | None = None


class Raise(Struct, frozen=True, tag="raise"):
    """Build anything else. ``size`` is that of a store ("2x3"), ``saint`` that of a cathedral.

    ``touching`` are the pieces a university or faculty on cardboard shares an edge with.
    """

    kind: Kind
    size: Annotated[str, msgspec.Meta(pattern="^([1-7]x[1-7])?$")]
    paid: Paid
    saint: Saint | None
    spot: Spot
    touching: tuple[str, ...] = ()

    @property
    def wide(self) -> int:
        """Squares of a store from left to right; 0 of anything else."""
        return int(self.size[0]) if self.size else 0

    @property
    def high(self) -> int:
        """Squares of a store from top to bottom; 0 of anything else."""
        return int(self.size[-1]) if self.size else 0


class Man(Struct, frozen=True, tag="man"):
    """Put an idle man into a building."""

    key: str


class Heal(Struct, frozen=True, tag="heal"):
    """Take one grave off: from a square of a grid, from a building on cardboard (``key``), or a loose one there."""

    city: int
    at: str = ""
    key: str = ""


class Swap(Struct, frozen=True, tag="swap"):
    """Two goods to the bank for one."""

    give: tuple[Good, Good]
    take: Good


class Raze(Struct, frozen=True, tag="raze"):
    """Pull the own cathedral down."""


class Shift(Struct, frozen=True, tag="shift"):
    """Move a building of city ``home``, with its man and its graves."""

    home: int
    key: str
    spot: Spot


class ShiftGrave(Struct, frozen=True, tag="shift-grave"):
    """Move a single grave to an empty square."""

    city: int
    at: str
    to_city: int
    to: str


class Mend(Struct, frozen=True, tag="mend"):
    """Set the own city right: a piece stands or is gone, a grave lies there or is gone, a further city stands."""

    do: Literal["stand", "gone", "grave", "clear", "city"]
    kind: Kind | None = None
    number: Annotated[int, msgspec.Meta(ge=0, le=HOUSES)] = 0
    size: Annotated[str, msgspec.Meta(pattern="^([1-7]x[1-7])?$")] = ""
    saint: Saint | None = None
    spot: Spot | None = None
    city: int = 0
    at: str = ""
    key: str = ""

    @property
    def wide(self) -> int:
        """Squares of a store from left to right; 0 of anything else."""
        return int(self.size[0]) if self.size else 0

    @property
    def high(self) -> int:
        """Squares of a store from top to bottom; 0 of anything else."""
        return int(self.size[-1]) if self.size else 0


class Offered(Struct, frozen=True, tag="offered"):
    """Goods set aside for an offer; what it brings comes when the other accepts."""

    trade: str


class Accepted(Struct, frozen=True, tag="accepted"):
    """The other side of a trade."""

    trade: str


Order = House | Raise | Man | Heal | Swap | Raze | Shift | ShiftGrave | Mend | Offered | Accepted
