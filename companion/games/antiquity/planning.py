"""Phase 2: secret plans, orders in and out of them, trades, and ready. Section 8, phase 2, and section 10."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.draft import Draft, begun
from companion.games.antiquity.moves import Again, Drop, Give, Offer, Ready, Reply
from companion.games.antiquity.orders import (
    Accepted,
    Heal,
    House,
    Line,
    Man,
    Mend,
    Offered,
    Order,
    Plan,
    Raise,
    Raze,
    Shift,
    ShiftGrave,
    Swap,
    Trade,
)
from companion.games.antiquity.plan_building import build_house, house_reason, raise_building, raise_reason
from companion.games.antiquity.plan_city import (
    heal,
    heal_reason,
    man_reason,
    put_man,
    raze,
    raze_reason,
    shift,
    shift_grave,
    shift_grave_reason,
    shift_reason,
)
from companion.games.antiquity.plan_market import (
    SETTLED,
    accept_reason,
    accepted,
    accepted_reason,
    decline_reason,
    market_reason,
    offer_reason,
    offered,
    offered_reason,
    pair,
    swap,
    swap_reason,
    trades_of,
)
from companion.games.antiquity.plan_mending import mend, mend_reason
from companion.games.antiquity.planning_in_turn import on_turn, partner_reason, ready_reason
from companion.games.antiquity.state import Planning, State
from companion.games.antiquity.telling import order_words, trade_words

Broken = tuple[Line, Message]
"""An order that does not hold any more, and why."""

IS_READY = say("You are ready. Think again first.")


def order_reason(draft: Draft, order: Order) -> Message | None:  # noqa: C901  (one line an order)
    """Why an order does not hold on a draft."""
    match order:
        case House():
            return house_reason(draft, order)
        case Raise():
            return raise_reason(draft, order)
        case Man():
            return man_reason(draft, order)
        case Heal():
            return heal_reason(draft, order)
        case Swap():
            return swap_reason(draft, order)
        case Raze():
            return raze_reason(draft)
        case Shift():
            return shift_reason(draft, order)
        case ShiftGrave():
            return shift_grave_reason(draft, order)
        case Mend():
            return mend_reason(draft, order)
        case Offered():
            return offered_reason(draft, order)
        case Accepted():
            return accepted_reason(draft, order)


def carry_out(draft: Draft, line: Line) -> None:  # noqa: C901  (one line an order)
    """Put an order that holds into effect."""
    key = f"p{line.id}"
    match line.order:
        case House() as order:
            build_house(draft, order, key)
        case Raise() as order:
            raise_building(draft, order, key)
        case Man() as order:
            put_man(draft, order)
        case Heal() as order:
            heal(draft, order)
        case Swap() as order:
            swap(draft, order)
        case Raze():
            raze(draft)
        case Shift() as order:
            shift(draft, order)
        case ShiftGrave() as order:
            shift_grave(draft, order)
        case Mend() as order:
            mend(draft, order, key)
        case Offered() as order:
            offered(draft, order)
        case Accepted() as order:
            accepted(draft, order)


def folded(draft: Draft, lines: Sequence[Line]) -> list[Broken]:
    """Carry out every order that holds; those that do not, with the reason."""
    broken: list[Broken] = []
    for line in lines:
        reason = order_reason(draft, line.order)
        if reason is None:
            carry_out(draft, line)
        else:
            broken.append((line, reason))
    return broken


def lines_of(state: State, seat: int) -> list[Line]:
    """The plan of a seat. Raises ``BrokenSeal`` for whoever may not know it."""
    return state.plans[seat].value.lines


def draft_of(state: State, seat: int) -> Draft:
    """The realm as the plan of a seat would leave it."""
    draft = begun(state, seat, trades_of(state, seat))
    folded(draft, lines_of(state, seat))
    return draft


def broken_in(state: State, seat: int, without: int = 0) -> list[Broken]:
    """What does not hold in a plan, if one order is left out."""
    lines = [line for line in lines_of(state, seat) if line.id != without]
    return folded(begun(state, seat, trades_of(state, seat)), lines)


def drop_reason(state: State, seat: int, number: int) -> Message | None:
    """The rest must still hold. Out of a plan that a correction broke, anything may go."""
    line = next((line for line in lines_of(state, seat) if line.id == number), None)
    if line is None:
        return say("Your plan has no such order.")
    if isinstance(line.order, Offered | Accepted):
        trade = next((trade for trade in trades_of(state, seat) if trade.key == line.order.trade), None)
        if trade is not None and trade.state == "done":
            return SETTLED
    if broken_in(state, seat):
        return None
    rest = broken_in(state, seat, without=number)
    return say("Then this would not hold: {order}", order=order_words(rest[0][0].order)) if rest else None


def reply_reason(state: State, draft: Draft, trade: str) -> Message | None:
    """Why a seat cannot accept. Where all plan in turn, its half is due before its plan: it must hold without that."""
    if reason := accept_reason(draft, trade):
        return reason
    seat = draft.realm.seat
    if on_turn(state) in (0, seat):
        return None
    today = begun(state, seat, trades_of(state, seat))
    folded(today, [line for line in lines_of(state, seat) if isinstance(line.order, Accepted)])
    return accept_reason(today, trade)


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


def editing_reason(state: State, seat: int) -> Message | None:
    """Nobody changes a plan that he called ready; that would not show."""
    return IS_READY if seat in state.ready else None


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
    step.require(partner_reason(state, step.seat, move.to))
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
