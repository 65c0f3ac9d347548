"""What may be done."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from night_market.tables import FEWEST_LOTS, LOTS


class Open(Struct, frozen=True, tag="open"):
    """The table: how many lots come tonight."""

    lots: Annotated[int, Meta(ge=FEWEST_LOTS, le=len(LOTS))]


class Bid(Struct, frozen=True, tag="bid"):
    """Bid for the lot, or bid anew while others still think."""

    coins: Annotated[int, Meta(ge=0)]


Move = Open | Bid
