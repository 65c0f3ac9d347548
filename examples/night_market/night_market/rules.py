"""Moves into effect."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, in_a_row, say, say_n
from night_market.agenda import Bidding, Opening
from night_market.moves import Bid, Open
from night_market.reasons import bid_reason
from night_market.state import Bidder, State


def open_market(step: Step[State], move: Open) -> None:
    step.owed(Opening)
    step.state.agenda.pop()
    step.state.rounds = move.lots
    step.tell(say_n("{n} lot tonight.", "{n} lots tonight.", move.lots), TABLE)


def bid(step: Step[State], move: Bid) -> None:
    """Whoever has bid may bid anew until the last bid is there."""
    state, due = step.state, step.owed(Bidding)
    step.require(bid_reason(state, step.seat, move.coins))
    state.bids[step.seat] = seal(move.coins, step.seat)
    if len(state.bids) == len(state.bidders):
        state.agenda.pop()
        award(step, due.lot)


def award(step: Step[State], lot: int) -> None:
    """Show all bids; the highest one that nobody else made wins the lot and is paid.

    Coins that were corrected away in between cannot be paid: such a bid is for what is left.
    """
    state = step.state
    bids = {bidder.seat: min(step.reveal(state.bids[bidder.seat]), bidder.coins) for bidder in state.bidders}
    state.bids.clear()
    shown = (say("{who} {n}", who=SeatName(seat), n=coins) for seat, coins in bids.items())
    step.tell_all(say("Lot {lot}: {bids}.", lot=lot, bids=in_a_row(shown)), TABLE)
    winner = winner_of(state, bids)
    if winner is None:
        step.tell_all(say("Nobody wins lot {lot}.", lot=lot), TABLE)
        return
    winner.coins -= bids[winner.seat]
    state.till += bids[winner.seat]
    winner.points += lot
    winner.won += 1
    step.tell_all(say("{who} wins lot {lot}.", who=SeatName(winner.seat), lot=lot))


def winner_of(state: State, bids: dict[int, int]) -> Bidder | None:
    """Whose bid is the highest of those that nobody else made; a bid of nothing wins nothing."""
    alone = [seat for seat, coins in bids.items() if coins and list(bids.values()).count(coins) == 1]
    return state.bidder(max(alone, key=lambda seat: bids[seat])) if alone else None


def proceed(step: Step[State]) -> None:
    """The next lot is turned up, until the last one has gone."""
    state = step.state
    if state.agenda or not state.rounds:
        return
    state.rounds -= 1
    options = tuple(Option(lot, say("{n}", n=lot)) for lot in state.lots)
    lot = step.chance(Pick[int](key="lot", prompt=say("Which lot comes up?"), options=options))
    state.lots.remove(lot)
    state.agenda.append(Bidding(lot))


RULES: Rules[State] = {Open: open_market, Bid: bid}
