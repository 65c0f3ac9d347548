"""Phase 2, city building. Sections 3, 8 and 10."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from companion.core.options import Option
from companion.core.questions import Answer, Asking, Pick, Shortcut
from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity import buildings, corrections, hospital
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.houses import (
    ask_free_houses,
    ask_house,
    ask_several_houses,
    free_houses,
    has_several,
    house_pick,
    together_reason,
)
from companion.games.antiquity.in_turn import in_turn_reason, on_turn
from companion.games.antiquity.market import SETTLED, ask_swap, swappable_reason
from companion.games.antiquity.men import (
    any_place_man_reason,
    ask_place_man,
    ask_place_men,
    men_at_once,
    men_at_once_words,
    men_reason,
    place_man_reason,
)
from companion.games.antiquity.moves import (
    AcceptedTrade,
    AddOrder,
    AddOrders,
    BuildHouse,
    BuildPiece,
    DropOrder,
    LayCity,
    Move,
    OfferedTrade,
    Order,
    PlaceMan,
    PlanInTurn,
    RazeCathedral,
    Ready,
    Reconsider,
)
from companion.games.antiquity.orders import (
    append_order,
    apply_order,
    broken_orders,
    check_editing,
    draft_of,
    order_reason,
    order_words,
)
from companion.games.antiquity.pieces import (
    instruct_city_laid,
    instruct_men,
    instruct_order_dropped,
    instruct_order_given,
)
from companion.games.antiquity.queries import buildings_of_kind, has_benefit
from companion.games.antiquity.saints import (
    any_move_building_reason,
    any_move_grave_reason,
    ask_move_building,
    ask_move_grave,
    raze_reason,
)
from companion.games.antiquity.squares import city_widget
from companion.games.antiquity.starting_cities import laying_reason
from companion.games.antiquity.state import Building, Plan, Planning, State
from companion.games.antiquity.storage import coming_loss
from companion.games.antiquity.tables import Cost, Good
from companion.games.antiquity.trades import (
    any_partner_reason,
    ask_answer,
    ask_offer,
    has_open_offer,
    pair_key,
    planned_words,
    trade_notes,
)
from companion.games.antiquity.words import BUILDING_ICON, basket, building_words


def begin_planning(state: State) -> None:
    """Begin phase 2: empty plans, and a sealed list of trades for every pair of seats, since a list only for those who
    trade would reveal them.
    """
    state.due = Planning()
    state.ready = []
    state.plans = {seat: seal(Plan(), seat) for seat in state.alive}
    state.trades = {
        pair_key(one, other): Sealed((one, other), []) for one, other in combinations(sorted(state.alive), 2)
    }


def remember_workplaces(state: State) -> None:
    """Store which buildings have men: cart shops will have sent theirs away before the next plans are made."""
    for realm in state.realms:
        realm.worked = [building.key for building in realm.buildings if building.manned]


# -- orders ----------------------------------------------------------------------------------------------------------


def add_order(step: Step[State], move: AddOrder) -> None:
    """Add an order to the seat's plan."""
    check_editing(step)
    draft = draft_of(step.state, step.seat)
    step.require(order_reason(draft, move.order))
    append_order(step.state, step.seat, move.order)
    instruct_order_given(step, move.order, draft.realm, _price(draft, move.order))
    step.tell(seal(say("You plan: {order}", order=order_words(move.order, draft.realm)), step.seat))


def add_orders(step: Step[State], move: AddOrders) -> None:
    """Add several orders. Each stays a separate order, so that one that fails at the reveal does not cancel the
    others.
    """
    check_editing(step)
    step.require(None if move.orders else say("No order is given."))
    draft = draft_of(step.state, step.seat)
    step.require(_houses_reason(draft, move.orders))
    men = [order.key for order in move.orders if isinstance(order, PlaceMan)]
    if len(men) > 1:
        instruct_men(step, men, draft.realm)
    for order in move.orders:
        step.require(order_reason(draft, order))
        if len(men) < 2 or not isinstance(order, PlaceMan):
            instruct_order_given(step, order, draft.realm, _price(draft, order))
        apply_order(draft, append_order(step.state, step.seat, order))
    for words in _several(draft, move.orders):
        step.tell(seal(words, step.seat))


def _price(draft: Draft, order: Order) -> Cost:
    """The price of the piece that an order builds; empty for a house, whose price ``handled`` knows, and for other
    orders.
    """
    return buildings.cost_of(draft, order.kind, *order.sides) if isinstance(order, BuildPiece) else Cost()


def _houses_reason(draft: Draft, orders: Sequence[Order]) -> Message | None:
    """Why orders that are all houses cannot be carried out together."""
    numbers = [order.number for order in orders if isinstance(order, BuildHouse)]
    return together_reason(draft, numbers) if len(numbers) == len(orders) else None


def _several(draft: Draft, orders: Sequence[Order]) -> Iterator[Message]:
    """The log lines for orders of one move: the total price of several houses, then each order; men are counted in one
    line.
    """
    paid = [Counter[Good](order.paid) for order in orders if isinstance(order, BuildHouse) and order.paid]
    if len(paid) > 1:
        yield say("You pay in all: {goods}.", goods=basket(sum(paid, Counter[Good]())))
    for order in orders:
        if not isinstance(order, PlaceMan):
            yield say("You plan: {order}", order=order_words(order, draft.realm))
    men = sum(isinstance(order, PlaceMan) for order in orders)
    if men:
        yield say("You put men to work: {n}. Idle men left: {idle}.", n=men, idle=draft.realm.idle)


# -- removing an order -----------------------------------------------------------------------------------------------


def drop_order_reason(state: State, seat: int, number: int) -> Message | None:
    """Why an order cannot be removed, or None: the others must still hold. If the plan is broken already, any order can
    be removed.
    """
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


def drop_order(step: Step[State], move: DropOrder) -> None:
    """Remove an order from the plan; if it is an open offer, withdraw the offer."""
    check_editing(step)
    step.require(drop_order_reason(step.state, step.seat, move.id))
    plan = step.state.plans[step.seat].value
    line = next(line for line in plan.lines if line.id == move.id)
    draft = draft_of(step.state, step.seat)
    words = order_words(line.order, draft.realm)
    plan.lines.remove(line)
    instruct_order_dropped(step, line.order, draft.realm, _price(draft, line.order))
    step.tell(seal(say("You plan no longer: {order}", order=words), step.seat))
    if isinstance(line.order, OfferedTrade):
        for trade in step.state.trades_of(step.seat):
            if trade.key == line.order.trade and trade.state == "open":
                trade.state = "void"
                text = say("{who} withdraws the offer.", who=SeatName(step.seat))
                step.tell(seal(text, trade.buyer))


def _undroppable(state: State, seat: int) -> Message | None:
    """Why no order can be removed, or None. Tries the last order first, because it nearly always can be."""
    lines = state.lines(seat)
    if any(drop_order_reason(state, seat, line.id) is None for line in reversed(lines)):
        return None
    return drop_order_reason(state, seat, lines[0].id)


def _dropping(state: State, seat: int) -> Pick[int]:
    draft = draft_of(state, seat)
    options = tuple(
        Option(line.id, planned_words(draft, line.order), reason=drop_order_reason(state, seat, line.id))
        for line in state.lines(seat)
    )
    return Pick[int](
        key="order",
        prompt=say("Remove which order?"),
        options=options,
        secret=True,
        meaning=say("Nothing of your plan has happened yet. What you take out is neither built nor paid."),
    )


# -- ready -----------------------------------------------------------------------------------------------------------


def ready_reason(state: State, seat: int) -> Message | None:
    """Why a seat cannot be ready: another one plans first."""
    turn = on_turn(state)
    return say("{who} plans first.", who=SeatName(turn)) if turn not in (0, seat) else None


def get_ready(step: Step[State], _: Ready) -> None:
    """Mark the seat as ready; in turn order its plan is revealed at once. A starting city still due counts as laid."""
    step.owed(Planning)
    state = step.state
    step.require(say("You are ready already.") if step.seat in state.ready else None)
    step.require(ready_reason(state, step.seat))
    state.ready.append(step.seat)
    if step.seat in state.laying:
        state.laying.remove(step.seat)
        instruct_city_laid(step)
    step.tell(say("{who} is ready.", who=SeatName(step.seat)))


def reconsider(step: Step[State], _: Reconsider) -> None:
    """Mark the seat as not ready; possible until the last seat is ready. Section 12.3."""
    step.owed(Planning)
    step.require(None if step.seat in step.state.ready else say("You are not ready yet."))
    step.state.ready.remove(step.seat)
    step.tell(say("{who} thinks again.", who=SeatName(step.seat)))


# -- the next step of a plan -----------------------------------------------------------------------------------------

ASK_ORDER: dict[str, Callable[[Draft], Asking[Any]]] = {
    "house": ask_house,
    "raise": buildings.ask_building,
    "man": ask_place_man,
    "heal": hospital.ask_remove_grave,
    "swap": ask_swap,
    "shift": ask_move_building,
    "shift-grave": ask_move_grave,
    "mend": corrections.ask_correction,
}
"""The questions of an order, by the answer that chooses it."""

ASK_ORDERS: dict[str, Callable[[Draft], Asking[AddOrders]]] = {
    "houses": ask_free_houses,
    "several": ask_several_houses,
    "men": ask_place_men,
}
"""The questions of several orders at once."""

MOVES: dict[str, Move] = {
    "raze": AddOrder(RazeCathedral()),
    "lay": LayCity(),
    "insist": PlanInTurn(),
    "relent": PlanInTurn(on=False),
    "ready": Ready(),
}
"""The moves of answers that need no further question."""


def ask_plan(state: State, _due: Planning, seat: int) -> Asking[Move]:
    """Ask for the next step of a plan; a seat that is ready may only reconsider."""
    if seat in state.ready:
        options = [Option("again", say("Think again"), hint=say("Only if you want to change your plan."), icon="undo")]
        if has_open_offer(state, seat):
            options.insert(0, Option("reply", say("Answer an offer"), icon="hand"))
        chosen = yield from Pick[str](
            key="plan",
            prompt=say("Done. The others still plan.", short=N_("Done")),
            options=tuple(options),
            secret=True,
            shortcuts=tuple(trade_notes(state, seat)),
            meaning=say("As long as others plan you may still change your orders. Then all cities are shown at once."),
        )
        return (yield from ask_answer(state, draft_of(state, seat))) if chosen == "reply" else Reconsider()
    draft = draft_of(state, seat)
    actions = tuple(_actions(state, draft))
    turn = on_turn(state)
    waiting = turn not in (0, seat)
    prompt = say("Plan your city", short=N_("Plan your city"))
    if waiting:
        prompt = say("{who} plans now. Prepare your own plan.", short=N_("Prepare your plan"), who=SeatName(turn))
    default = None if waiting else "ready"
    hint = None if state.lines(seat) else WHAT_TO_PLAN
    chosen = yield from Pick[str](
        key="plan",
        prompt=prompt,
        hint=hint,
        options=actions,
        secret=True,
        default=default,
        done="" if waiting else "ready",
        beside=(*_cities_beside(draft), "my-stock"),
        shortcuts=tuple(_shortcuts(state, draft)),
        meaning=say(
            "What you do in your city is hidden until everybody is ready, in any order: build, put men to work, swap. "
            "You pay from the goods you own."
        ),
    )
    if chosen in ASK_ORDER:
        return AddOrder((yield from ASK_ORDER[chosen](draft)))
    if chosen in ASK_ORDERS:
        return (yield from ASK_ORDERS[chosen](draft))
    match chosen:
        case "offer":
            return (yield from ask_offer(state, draft))
        case "reply":
            return (yield from ask_answer(state, draft))
        case "drop":
            return DropOrder((yield from _dropping(state, seat)))
        case _:
            return MOVES[chosen]


WHAT_TO_PLAN = say(
    "Build, put men to work, trade: as much as you want. Then finish your plan.", short=N_("Build, men, trade")
)
"""Shown until something is planned."""

MEN_IN_ONE_TAP = 6
"""With more open buildings than this, a page offers one choice of several men instead of a button for each."""


def _cities_beside(draft: Draft) -> tuple[str, ...]:
    """The widget keys of the seat's city maps, to be shown beside the question; none on cardboard."""
    realm = draft.realm
    return tuple(city_widget(realm.seat, city) for city in range(len(realm.cities))) if draft.grids else ()


def _shortcuts(state: State, draft: Draft) -> Iterator[Shortcut]:
    """What a page offers in one tap: to answer an offer, to keep goods that would be lost, to remove an order, to build
    what can be paid.
    """
    yield from trade_notes(state, draft.realm.seat)
    if loss := coming_loss(draft.realm):
        hint = say("Unless you spend them in the countryside.")
        act, answers = _cure(draft)
        yield Shortcut("cure", loss, answers, act, hint, "warning")
    for line in state.lines(draft.realm.seat):
        words = planned_words(draft, line.order)
        yield Shortcut("drop", words, ("drop", line.id), say("Remove from my plan"), icon=_order_icon(line.order))
    able = [one for one in draft.realm.buildings if place_man_reason(draft, PlaceMan(one.key)) is None]
    for building in able if len(able) <= MEN_IN_ONE_TAP else ():
        words = say("Man: {building}", building=building_words(building))
        yield Shortcut("go", words, _man_for(draft, building), icon="man")
    if together := men_at_once(draft):
        yield Shortcut("go", men_at_once_words(draft, together), ("men", [*together]), icon="man")
    for option in buildings.kind_pick(draft).reachable():
        yield Shortcut("go", option.label, ("raise", option.value), icon=option.icon, price=option.price)


def _cure(draft: Draft) -> tuple[Message | None, tuple[Answer, ...]]:
    """The button and the answers that save goods from being lost: a man for a store without one, else a new store; None
    and () if neither is possible.
    """
    realm = draft.realm
    for store in buildings_of_kind(realm, "store"):
        if place_man_reason(draft, PlaceMan(store.key)) is None:
            return say("+ Man in the store", N_("+ Man")), _man_for(draft, store)
    if buildings.kind_reason(draft, "store") is None:
        return say("+ Store", N_("+ Store")), ("raise", "store")
    return None, ()


def _man_for(draft: Draft, building: Building) -> tuple[Answer, ...]:
    """The answers that put a man into a building: on a grid, the building is named by one of its squares."""
    if not draft.grids:
        return "man", building.key
    city = (building.city,) if len(draft.realm.cities) > 1 else ()
    return "man", *city, building.at[0]


def _order_icon(order: Order) -> str:
    match order:
        case BuildHouse():
            return "home"
        case BuildPiece(kind=kind):
            return BUILDING_ICON[kind]
        case PlaceMan():
            return "man"
        case OfferedTrade() | AcceptedTrade():
            return "hand"
        case _:
            return "scroll"


def _actions(state: State, draft: Draft) -> Iterator[Option[str]]:
    """The options for the next step of a plan; those that the realm cannot use are left out."""
    realm = draft.realm
    if laying_reason(state, realm.seat) is None:
        yield Option("lay", say("My starting city lies on the map", short=N_("My city lies there")), icon="city")
    yield from _building_and_manning(draft)
    if buildings_of_kind(realm, "hospital"):
        yield Option("heal", say("Take a grave off"), reason=hospital.any_remove_grave_reason(draft), icon="heart")
    if buildings_of_kind(realm, "market"):
        yield Option("swap", say("Swap with the bank"), reason=swappable_reason(draft), icon="coin")
    if buildings_of_kind(realm, "cathedral"):
        yield Option("raze", say("Raze the cathedral"), reason=raze_reason(draft), icon="trash")
    if has_benefit(realm, "barbara"):
        yield Option("shift", say("Move a building"), reason=any_move_building_reason(draft), icon="shuffle")
        yield Option("shift-grave", say("Move a grave"), reason=any_move_grave_reason(draft), icon="shuffle")
    yield Option("offer", say("Offer a trade"), reason=any_partner_reason(state, realm.seat), icon="hand")
    if has_open_offer(state, realm.seat):
        yield Option("reply", say("Answer an offer"), icon="hand")
    yield Option("mend", say("Correct my city", short=N_("Correct my city")), icon="edit")
    if state.lines(realm.seat):
        yield Option("drop", say("Remove from my plan"), reason=_undroppable(state, realm.seat), icon="undo")
    if in_turn_reason(state, realm.seat, PlanInTurn()) is None:
        hint = say("In turn order: each plan shows as soon as its city stands, before the next one is made.")
        yield Option("insist", say("One after another", short=N_("One after another")), hint=hint, icon="people")
    if in_turn_reason(state, realm.seat, PlanInTurn(on=False)) is None:
        yield Option("relent", say("All at once again"), icon="people")
    yield Option(
        "ready",
        say("I have finished my plan", short=N_("My plan is done")),
        reason=ready_reason(state, realm.seat),
        icon="check",
    )


def _building_and_manning(draft: Draft) -> Iterator[Option[str]]:
    """The options to build and to put men to work; several houses or men at once if possible."""
    house = house_pick(draft)
    yield Option("house", say("Build a house"), reason=house.blocked(), icon="home")
    if len(free_houses(draft)) > 1:
        yield Option("houses", say("Build all free houses", short=N_("All free houses")), icon="home")
    if has_several(draft, house):
        yield Option("several", say("Build several houses", short=N_("Several houses")), icon="home")
    yield Option("raise", say("All buildings"), reason=buildings.kind_pick(draft).blocked(), icon="hammer")
    if men_reason(draft) is None:
        yield Option("men", say("Men at work"), icon="man")
    yield Option("man", say("One man at work"), reason=any_place_man_reason(draft), icon="man")
