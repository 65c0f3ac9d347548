"""The bids: what a seat may bid, and who wins the lot."""

from __future__ import annotations

from companion.core.questions import Asking, Count
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, in_a_row, say, say_n
from night_market.state import Bid, Bidder, Bidding, Move, State


def bid_reason(state: State, seat: int, coins: int) -> Message | None:
    """Why a seat cannot bid so many coins, or None."""
    short_of = coins - state.bidder(seat).coins
    return say_n("You are {n} coin short.", "You are {n} coins short.", short_of) if short_of > 0 else None


def bid(step: Step[State], move: Bid) -> None:
    """Seal the bid; a seat may change its bid until the last one is there."""
    state, due = step.state, step.owed(Bidding)
    step.require(bid_reason(state, step.seat, move.coins))
    state.bids[step.seat] = seal(move.coins, step.seat)
    if len(state.bids) == len(state.bidders):
        state.agenda.pop()
        award(step, due.lot)


def award(step: Step[State], lot: int) -> None:
    """Show all bids; the highest one that nobody else made wins the lot and is paid.

    If people corrected a bidder's coins in between, the bid is for what is left.
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
    """The bidder with the highest bid that nobody else made; a bid of 0 wins nothing."""
    alone = [seat for seat, coins in bids.items() if coins and list(bids.values()).count(coins) == 1]
    return state.bidder(max(alone, key=lambda seat: bids[seat])) if alone else None


def ask_bid(state: State, seat: int, lot: int) -> Asking[Move]:
    coins = yield from Count(
        key="bid",
        prompt=say("Your bid for lot {lot}?", short=N_("Bid for lot {lot}"), lot=lot),
        hint=say("Equal bids cancel each other. Whoever wins pays the bid."),
        meaning=say("Nobody sees it until all have bid. The highest bid that nobody else made wins and is paid."),
        act=say("Bid {answer}"),
        high=state.bidder(seat).coins,
        secret=True,
        default=0,
        icon="coin",
    )
    return Bid(coins)
