"""What there is to see."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Card, Column, Figure, Hand, Ledger, Note, Row
from companion.core.wording import N_, named, say, say_n
from night_market.agenda import Bidding
from night_market.state import State


def show_market(state: State) -> list[AnyWidget]:
    top = state.agenda[-1] if state.agenda else None
    rows = tuple(
        Row(
            (bidder.coins, bidder.points, bidder.won),
            bidder.seat,
            named(bidder.seat),
            marked=isinstance(top, Bidding) and bidder.seat not in state.bids,
        )
        for bidder in state.bidders
    )
    columns = (Column(say("Coins")), Column(say("Points")), Column(say("Lots")))
    lot = (Card("lot", say("Lot {lot}", lot=top.lot), icon="card"),) if isinstance(top, Bidding) else ()
    return [
        Hand(key="lot", title=say("On offer"), cards=lot, hidden=state.rounds),
        Ledger(key="bidders", title=say("Bidders"), columns=columns, rows=rows),
    ]


def show_bid(state: State, seat: int) -> list[AnyWidget]:
    own = state.bids.get(seat)
    if own is None:
        return []
    line = say_n("You bid {n} coin.", "You bid {n} coins.", own.value)
    return [Note(key="bid", title=say("Your bid"), lines=(line,), secret=True)]


def show_strip(state: State, seat: int) -> list[Figure]:
    bidder = state.bidder(seat)
    return [
        Figure(say("Coins"), bidder.coins, "coin"),
        Figure(say("Points", short=N_("Points")), bidder.points, "medal"),
    ]
