"""Phase 2: secret plans, offers, ready. Sections 3, 8 and 10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import Message, SeatName, say
from companion.games.antiquity import reasons_plan
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.moves import AddOrder, AddOrders, AnswerOffer, DropOrder, Offer, Ready, Reconsider
from companion.games.antiquity.moves_orders import AcceptedTrade, BuildHouse, OfferedTrade, Order, PlaceMan
from companion.games.antiquity.reasons_building import together_reason
from companion.games.antiquity.reasons_goods import decline_reason, market_reason, offer_reason
from companion.games.antiquity.rules_orders import apply_order, draft_of, order_reason
from companion.games.antiquity.state import Line, Plan, State, Trade
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import Good
from companion.games.antiquity.words import basket
from companion.games.antiquity.words_realm import offer_words, order_words, trade_words


def begin_planning(state: State) -> None:
    """Begin phase 2: empty plans, and a list of trades for every two seats, so that nothing tells who trades."""
    state.due = Planning()
    state.ready = []
    state.plans = {seat: seal(Plan(), seat) for seat in state.alive}
    state.trades = {_pair(one, other): Sealed((one, other), []) for one, other in combinations(sorted(state.alive), 2)}


def _pair(one: int, other: int) -> str:
    """The key of the trades between two seats."""
    return f"{min(one, other)}-{max(one, other)}"


def _check_editing(step: Step[State]) -> None:
    step.owed(Planning)
    step.require(reasons_plan.editing_reason(step.state, step.seat), "ready")


def add_order(step: Step[State], move: AddOrder) -> None:
    """Add an order to the own plan."""
    _check_editing(step)
    draft = draft_of(step.state, step.seat)
    step.require(order_reason(draft, move.order))
    _append_order(step.state, step.seat, move.order)
    step.tell(seal(say("You plan: {order}", order=order_words(move.order, draft.realm)), step.seat))


def _append_order(state: State, seat: int, order: Order) -> Line:
    plan = state.plans[seat].value
    line = Line(plan.next, order)
    plan.lines.append(line)
    plan.next += 1
    return line


def add_orders(step: Step[State], move: AddOrders) -> None:
    """Add several orders. Each stays one of its own, so that one that fails at the reveal takes none along."""
    _check_editing(step)
    step.require(None if move.orders else say("No order is given."))
    draft = draft_of(step.state, step.seat)
    step.require(_houses_reason(draft, move.orders))
    for order in move.orders:
        step.require(order_reason(draft, order))
        apply_order(draft, _append_order(step.state, step.seat, order))
    for words in _several(draft, move.orders):
        step.tell(seal(words, step.seat))


def _houses_reason(draft: Draft, orders: Sequence[Order]) -> Message | None:
    """Why orders that are all houses cannot be carried out together."""
    numbers = [order.number for order in orders if isinstance(order, BuildHouse)]
    return together_reason(draft, numbers) if len(numbers) == len(orders) else None


def _several(draft: Draft, orders: Sequence[Order]) -> Iterator[Message]:
    """Orders of one move in words: men by their number, all others one by one; of several houses what they cost."""
    paid = [Counter[Good](order.paid) for order in orders if isinstance(order, BuildHouse) and order.paid]
    if len(paid) > 1:
        yield say("You pay in all: {goods}.", goods=basket(sum(paid, Counter[Good]())))
    for order in orders:
        if not isinstance(order, PlaceMan):
            yield say("You plan: {order}", order=order_words(order, draft.realm))
    men = sum(isinstance(order, PlaceMan) for order in orders)
    if men:
        yield say("You put men to work: {n}. Idle men left: {idle}.", n=men, idle=draft.realm.idle)


def remember_workplaces(state: State) -> None:
    """Keep where men stand: a cart shop sends its man away before the next plans are made."""
    for realm in state.realms:
        realm.worked = [building.key for building in realm.buildings if building.manned]


def drop_order(step: Step[State], move: DropOrder) -> None:
    """Take an order out; an open offer is withdrawn."""
    _check_editing(step)
    step.require(reasons_plan.drop_order_reason(step.state, step.seat, move.id))
    plan = step.state.plans[step.seat].value
    line = next(line for line in plan.lines if line.id == move.id)
    words = order_words(line.order, draft_of(step.state, step.seat).realm)
    plan.lines.remove(line)
    step.tell(seal(say("You plan no longer: {order}", order=words), step.seat))
    if isinstance(line.order, OfferedTrade):
        for trade in step.state.trades_of(step.seat):
            if trade.key == line.order.trade and trade.state == "open":
                trade.state = "void"
                text = say("{who} withdraws the offer.", who=SeatName(step.seat))
                step.tell(seal(text, trade.buyer))


def offer(step: Step[State], move: Offer) -> None:
    """Offer a trade. Its goods are set aside, so that accepting cannot fail by them."""
    state = step.state
    _check_editing(step)
    step.require(reasons_plan.turn_partner_reason(state, step.seat, move.to))
    draft = draft_of(state, step.seat)
    step.require(offer_reason(state, draft, move))
    between = state.trades[_pair(step.seat, move.to)].value
    key = f"{step.seat}-{move.to}-{len(between) + 1}"
    by_seller = market_reason(draft) is None
    trade = Trade(key, step.seat, move.to, move.given, move.taken, by_seller)
    between.append(trade)
    _append_order(state, step.seat, OfferedTrade(key))
    step.tell(seal(offer_words(trade), step.seat, move.to))


def answer_offer(step: Step[State], move: AnswerOffer) -> None:
    """Accept or decline an offer; both halves of a trade or neither."""
    step.owed(Planning)
    state = step.state
    draft = draft_of(state, step.seat)
    step.require(
        reasons_plan.accept_offer_reason(state, draft, move.trade) if move.accept else decline_reason(draft, move.trade)
    )
    trade = next(trade for trade in state.trades_of(step.seat) if trade.key == move.trade)
    words = trade_words(trade)
    if move.accept:
        trade.state = "done"
        _append_order(state, step.seat, AcceptedTrade(trade.key))
        text = say("{who} accepts: {trade}", who=SeatName(step.seat), trade=words)
    else:
        trade.state = "declined"
        text = say("{who} declines: {trade}", who=SeatName(step.seat), trade=words)
    step.tell(seal(text, trade.seller, trade.buyer))


def get_ready(step: Step[State], _: Ready) -> None:
    """Be ready; in turn order the plan is revealed at once. The starting city has been laid then."""
    step.owed(Planning)
    state = step.state
    step.require(say("You are ready already.") if step.seat in state.ready else None)
    step.require(reasons_plan.ready_reason(state, step.seat))
    state.ready.append(step.seat)
    state.laying = [seat for seat in state.laying if seat != step.seat]
    step.tell(say("{who} is ready.", who=SeatName(step.seat)))


def reconsider(step: Step[State], _: Reconsider) -> None:
    """Be no longer ready, until the last seat is. Section 12.3."""
    step.owed(Planning)
    step.require(None if step.seat in step.state.ready else say("You are not ready yet."))
    step.state.ready.remove(step.seat)
    step.tell(say("{who} thinks again.", who=SeatName(step.seat)))
