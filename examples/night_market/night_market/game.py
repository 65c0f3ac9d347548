"""Night Market: as a ``Game``."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import ChanceKind, Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import say
from night_market.bids import ask_bid, bid
from night_market.lots import ask_opening, next_lot, open_market
from night_market.showing import score_sheet, show_bid, show_market, show_strip, tracked_numbers
from night_market.state import COINS, LOTS, Bid, Bidder, Bidding, Move, Open, Opening, State

RULES: Rules[State] = {Open: open_market, Bid: bid}


class NightMarket(Game[State, Move]):
    """Hidden bids for a few lots."""

    meta = Meta(
        key="night-market",
        title=say("Night Market"),
        summary=say("Hidden bids for a few lots. Equal bids cancel each other."),
        seats=(2, 8),
        chance=(ChanceKind("lot", say("Lots")),),
        icon="coin",
        longest=100,
    )
    state_type = State
    move_type = Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        return State([Bidder(seat, COINS) for seat in setup.numbers], list(LOTS), [Opening()])

    def waits_for(self, state: State) -> Awaited:
        if isinstance(state.agenda[-1], Opening):
            return Awaited((TABLE,), why=say("The market opens."))
        seats = [bidder.seat for bidder in state.bidders]
        # in the order of the seats, since the order of the bids would reveal who was quick
        ready = tuple(seat for seat in seats if seat in state.bids)
        return Awaited(
            tuple(seat for seat in seats if seat not in state.bids), ready, say("All bid in secret."), secret=True
        )

    def questions(self, state: State, seat: int) -> Asking[Move]:
        match state.agenda[-1]:
            case Opening():
                return ask_opening()
            case Bidding(lot=lot):
                return ask_bid(state, seat, lot)

    def proceed(self, step: Step[State]) -> None:
        next_lot(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show_market(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return [*public, *show_bid(state, seat)]

    def reveals(self, state: State) -> Sequence[str]:
        del state
        return ("bidders",)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return show_strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
