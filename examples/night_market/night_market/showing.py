"""What people see: widgets, the strip of a seat, the score, and the numbers that they can correct."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.widgets import AnyWidget, Card, Column, Figure, Hand, Ledger, Note, Row
from companion.core.wording import N_, named, say, say_n
from night_market.state import COINS, COINS_A_POINT, LOTS, Bidder, Bidding, State


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


def score_sheet(state: State) -> ScoreSheet:
    return ScoreSheet(
        sides=tuple(map(bidder_score, state.bidders)),
        final=not state.agenda and not state.rounds,
        ladder=(TieBreak(say("Most coins left")), TieBreak(say("Fewest lots"), highest=False)),
    )


def bidder_score(bidder: Bidder) -> SideScore:
    return SideScore(
        side=str(bidder.seat),
        seats=(bidder.seat,),
        label=named(bidder.seat),
        lines=(
            Line("lots", bidder.points, say("Lots"), say_n("{n} lot", "{n} lots", bidder.won)),
            Line(
                "coins",
                bidder.coins // COINS_A_POINT,
                say("Coins"),
                say("1 for every {each} of {n}", each=COINS_A_POINT, n=bidder.coins),
            ),
        ),
        ties=(bidder.coins, bidder.won),
    )


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
