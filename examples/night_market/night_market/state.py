"""Everything a saved play holds."""

from __future__ import annotations

from msgspec import Struct

from companion.core.secrecy import Sealed
from night_market.agenda import Due


class Bidder(Struct):
    """What a seat has. ``points`` are those of the lots it won, ``won`` is how many they are."""

    seat: int
    coins: int
    points: int = 0
    won: int = 0


class State(Struct):
    """One play. ``lots`` have not come yet, of which ``rounds`` still do; ``till`` is what was paid."""

    bidders: list[Bidder]
    lots: list[int]
    agenda: list[Due]
    rounds: int = 0
    till: int = 0
    bids: dict[int, Sealed[int]] = {}

    def bidder(self, seat: int) -> Bidder:
        return next(bidder for bidder in self.bidders if bidder.seat == seat)
