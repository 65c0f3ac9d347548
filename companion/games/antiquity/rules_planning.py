"""Phase 2: secret plans, offers, ready, and planning in turn order. Sections 3, 8 and 10."""

from __future__ import annotations

from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.moves import Again, Drop, Give, Insist, Offer, Ready, Reply
from companion.games.antiquity.moves_orders import Accepted, Offered, Order
from companion.games.antiquity.queries_plan import pair, trades_of
from companion.games.antiquity.reasons_market import decline_reason, market_reason, offer_reason
from companion.games.antiquity.reasons_plan import (
    drop_reason,
    editing_reason,
    insist_reason,
    ready_reason,
    reply_reason,
    turn_partner_reason,
)
from companion.games.antiquity.rules_orders import draft_of, order_reason
from companion.games.antiquity.state import Line, Plan, State, Trade
from companion.games.antiquity.words_orders import order_words, trade_words

# -- moves -------------------------------------------------------------------------------------------------------


def begin_planning(state: State) -> None:
    """Empty plans, and an empty list of trades for every two seats, whether they ever trade or not."""
    state.due = Planning()
    state.ready = []
    state.plans = {seat: seal(Plan(), seat) for seat in state.alive}
    seats = sorted(state.alive)
    state.trades = {
        pair(one, other): Sealed((one, other), []) for place, one in enumerate(seats) for other in seats[place + 1 :]
    }


def give(step: Step[State], move: Give) -> None:
    step.require(editing_reason(step.state, step.seat), "ready")
    draft = draft_of(step.state, step.seat)
    step.require(order_reason(draft, move.order))
    _add(step.state, step.seat, move.order)
    step.tell(seal(say("You plan: {order}", order=order_words(move.order)), step.seat))


def _add(state: State, seat: int, order: Order) -> None:
    plan = state.plans[seat].value
    plan.lines.append(Line(plan.next, order))
    plan.next += 1


def drop(step: Step[State], move: Drop) -> None:
    step.require(editing_reason(step.state, step.seat), "ready")
    step.require(drop_reason(step.state, step.seat, move.id))
    plan = step.state.plans[step.seat].value
    line = next(line for line in plan.lines if line.id == move.id)
    plan.lines.remove(line)
    step.tell(seal(say("You plan no longer: {order}", order=order_words(line.order)), step.seat))
    if isinstance(line.order, Offered):
        for trade in trades_of(step.state, step.seat):
            if trade.key == line.order.trade and trade.state == "open":
                trade.state = "void"
                text = say("{who} withdraws the offer.", who=SeatName(step.seat))
                step.tell(seal(text, trade.buyer))


def offer(step: Step[State], move: Offer) -> None:
    """The first of the two to confirm. The goods are set aside, so that accepting cannot fail by them."""
    state = step.state
    step.require(editing_reason(state, step.seat), "ready")
    step.require(turn_partner_reason(state, step.seat, move.to))
    draft = draft_of(state, step.seat)
    step.require(offer_reason(state, draft, move))
    between = state.trades[pair(step.seat, move.to)].value
    key = f"{step.seat}-{move.to}-{len(between) + 1}"
    by_seller = market_reason(draft) is None
    trade = Trade(key, step.seat, move.to, move.given, move.taken, by_seller)
    between.append(trade)
    _add(state, step.seat, Offered(key))
    step.tell(seal(say("{who} offers: {trade}", who=SeatName(step.seat), trade=trade_words(trade)), step.seat, move.to))


def reply(step: Step[State], move: Reply) -> None:
    """The second to confirm: both halves at once, or neither."""
    state = step.state
    draft = draft_of(state, step.seat)
    step.require(reply_reason(state, draft, move.trade) if move.accept else decline_reason(draft, move.trade))
    trade = next(trade for trade in trades_of(state, step.seat) if trade.key == move.trade)
    words = trade_words(trade)
    if move.accept:
        trade.state = "done"
        _add(state, step.seat, Accepted(trade.key))
        text = say("{who} accepts: {trade}", who=SeatName(step.seat), trade=words)
    else:
        trade.state = "declined"
        text = say("{who} declines: {trade}", who=SeatName(step.seat), trade=words)
    step.tell(seal(text, trade.seller, trade.buyer))


def get_ready(step: Step[State], move: Ready) -> None:
    """Only the flag shows. Where all plan in turn, the plan is revealed as soon as this counts."""
    del move
    state = step.state
    step.require(say("You are ready already.") if step.seat in state.ready else None)
    step.require(ready_reason(state, step.seat))
    state.ready.append(step.seat)
    step.tell(say("{who} is ready.", who=SeatName(step.seat)))


def think_again(step: Step[State], move: Again) -> None:
    """Until the last one is ready. Section 12.3."""
    del move
    step.require(None if step.seat in step.state.ready else say("You are not ready yet."))
    step.state.ready.remove(step.seat)
    step.tell(say("{who} thinks again.", who=SeatName(step.seat)))


def insist(step: Step[State], move: Insist) -> None:
    """Plans stay as they are. Offers and trades are off: a trade now belongs to the turn of one of the two."""
    state, who = step.state, SeatName(step.seat)
    step.require(insist_reason(state, step.seat, move))
    state.due = Planning(step.seat if move.on else 0)
    state.ready = []
    for plan in state.plans.values():
        plan.value.lines = [line for line in plan.value.lines if not isinstance(line.order, Offered | Accepted)]
    state.trades = {key: Sealed(sealed.to, []) for key, sealed in state.trades.items()}
    if move.on:
        step.tell(say("{who} asks to plan one after another. Offers and trades so far are off.", who=who))
    else:
        step.tell(say("{who} gives way: all plan at once. Offers and trades so far are off.", who=who))
