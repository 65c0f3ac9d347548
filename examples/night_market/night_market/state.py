"""The numbers of the game, its moves, and everything that a saved play holds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.secrecy import Sealed

LOTS = (2, 3, 4, 5, 6, 7, 8, 9)
"""The points of each lot. Which lots come, and in which order, is drawn."""
FEWEST_LOTS, USUAL_LOTS = 4, 6
COINS = 12
"""Coins of each player at the beginning."""
COINS_A_POINT = 3
"""Coins left over that are worth a point."""


class Open(Struct, frozen=True, tag="open"):
    """The table chooses how many lots come tonight."""

    lots: Annotated[int, Meta(ge=FEWEST_LOTS, le=len(LOTS))]


class Bid(Struct, frozen=True, tag="bid"):
    """Bid for the lot, or change the bid while others still decide."""

    coins: Annotated[int, Meta(ge=0)]


Move = Open | Bid


class Opening(Struct, frozen=True, tag="opening"):
    """The table says how many lots there are tonight."""


class Bidding(Struct, frozen=True, tag="bidding"):
    """All bid in secret for a lot; the last bid reveals them."""

    lot: int


class Bidder(Struct):
    """What a seat has: ``points`` of the lots it won, and how many it ``won``."""

    seat: int
    coins: int
    points: int = 0
    won: int = 0


class State(Struct):
    """One play. ``lots`` have not come yet, and ``rounds`` of them still will; ``till`` is the number of coins paid so
    far.
    """

    bidders: list[Bidder]
    lots: list[int]
    agenda: list[Opening | Bidding]
    rounds: int = 0
    till: int = 0
    bids: dict[int, Sealed[int]] = {}

    def bidder(self, seat: int) -> Bidder:
        return next(bidder for bidder in self.bidders if bidder.seat == seat)
