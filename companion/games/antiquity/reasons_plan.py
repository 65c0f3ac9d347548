"""Why a plan cannot be changed, offered or ended, or None. Sections 3 and 10."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity.moves_orders import AcceptedTrade, OfferedTrade
from companion.games.antiquity.queries_agenda import on_turn
from companion.games.antiquity.reasons_goods import SETTLED, accept_reason
from companion.games.antiquity.rules_orders import apply_orders, broken_orders, draft_of
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft, new_draft
from companion.games.antiquity.words_realm import order_words


def drop_order_reason(state: State, seat: int, number: int) -> Message | None:
    """Why an order cannot be taken out: the others must still hold. From a plan that is broken, any may go."""
    line = next((line for line in state.lines(seat) if line.id == number), None)
    if line is None:
        return say("Your plan has no such order.")
    if isinstance(line.order, OfferedTrade | AcceptedTrade):
        trade = next((trade for trade in state.trades_of(seat) if trade.key == line.order.trade), None)
        if trade is not None and trade.state == "done":
            return SETTLED
    if broken_orders(state, seat):
        return None
    rest = broken_orders(state, seat, without=number)
    if not rest:
        return None
    order = order_words(rest[0][0].order, draft_of(state, seat).realm)
    return say("Then this would not hold: {order}", order=order)


def accept_offer_reason(state: State, draft: Draft, trade: str) -> Message | None:
    """Why a seat cannot accept an offer. In turn order, its half is due before its plan and must hold without it."""
    if reason := accept_reason(draft, trade):
        return reason
    seat = draft.realm.seat
    if on_turn(state) in (0, seat):
        return None
    today = new_draft(state, seat, state.trades_of(seat))
    apply_orders(today, [line for line in state.lines(seat) if isinstance(line.order, AcceptedTrade)])
    return accept_reason(today, trade)


def editing_reason(state: State, seat: int) -> Message | None:
    """Why a plan cannot be changed: it is ready."""
    return say("You are ready. Think again first.") if seat in state.ready else None


def ready_reason(state: State, seat: int) -> Message | None:
    """Why a seat cannot be ready: another one plans first."""
    turn = on_turn(state)
    return say("{who} plans first.", who=SeatName(turn)) if turn not in (0, seat) else None


def turn_partner_reason(state: State, seat: int, to: int) -> Message | None:
    """Why a seat cannot be offered a trade: in turn order, only by the seat on turn, to those still to plan."""
    turn = on_turn(state)
    if turn not in (0, seat):
        return say("Only whoever's turn it is offers trades.")
    if turn and to in state.ready:
        others = [other for other in state.alive if other != seat]
        if len(others) > 1 and all(other in state.ready for other in others):
            return say("All others have built already.", short=N_("All others have built"))
        return say("{who} has built already.", who=SeatName(to))
    return None
