"""Every tracked number."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.wording import say
from night_market.state import Bidder, State
from night_market.tables import COINS, LOTS


def tracked_numbers(state: State) -> list[Tracked]:
    most = COINS * len(state.bidders)
    till = Tracked("till", say("Till"), (state, "till"), high=most, conserved="coins", icon="coin")
    return [*(number for bidder in state.bidders for number in of_bidder(bidder, most)), till]


def of_bidder(bidder: Bidder, most: int) -> list[Tracked]:
    key, seat = bidder.seat, bidder.seat
    return [
        Tracked(f"{key}.coins", say("Coins"), (bidder, "coins"), seat, high=most, conserved="coins", icon="coin"),
        Tracked(f"{key}.points", say("Points"), (bidder, "points"), seat, high=sum(LOTS), icon="medal"),
        Tracked(f"{key}.won", say("Lots"), (bidder, "won"), seat, high=len(LOTS), icon="card"),
    ]
