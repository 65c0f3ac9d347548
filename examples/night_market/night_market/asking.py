"""The questions that build a move."""

from __future__ import annotations

from companion.core.questions import Asking, Count
from companion.core.wording import N_, say
from night_market.agenda import Bidding, Opening
from night_market.moves import Bid, Move, Open
from night_market.state import State
from night_market.tables import FEWEST_LOTS, LOTS, USUAL_LOTS


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited, or of the table."""
    match state.agenda[-1]:
        case Opening():
            return ask_opening()
        case Bidding(lot=lot):
            return ask_bid(state, seat, lot)


def ask_opening() -> Asking[Move]:
    lots = yield from Count(
        key="lots",
        prompt=say("How many lots tonight?"),
        low=FEWEST_LOTS,
        high=len(LOTS),
        start=USUAL_LOTS,
        default=USUAL_LOTS,
        usual=USUAL_LOTS,
    )
    return Open(lots)


def ask_bid(state: State, seat: int, lot: int) -> Asking[Move]:
    coins = yield from Count(
        key="bid",
        prompt=say("Your bid for lot {lot}?", short=N_("Bid for lot {lot}"), lot=lot),
        hint=say("Equal bids cancel each other. Whoever wins pays the bid."),
        act=say("Bid {answer}"),
        high=state.bidder(seat).coins,
        secret=True,
        default=0,
        icon="coin",
    )
    return Bid(coins)
