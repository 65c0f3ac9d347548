"""What to plan next. All questions of phase 2 are secret, from the first on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity import asking_building, asking_city, asking_corrections, asking_goods, asking_houses
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.moves import AddOrder, AddOrders, DropOrder, LayCity, Move, PlanInTurn, Ready, Reconsider
from companion.games.antiquity.moves_orders import RazeCathedral
from companion.games.antiquity.queries_agenda import on_turn
from companion.games.antiquity.queries_city import buildings_of_kind, has_benefit
from companion.games.antiquity.reasons_city import any_move_grave_reason, any_place_man_reason, men_reason, raze_reason
from companion.games.antiquity.reasons_goods import swappable_reason
from companion.games.antiquity.reasons_in_turn import in_turn_reason
from companion.games.antiquity.reasons_phases import laying_reason
from companion.games.antiquity.reasons_plan import drop_order_reason, ready_reason
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.words_laying import laying_hint
from companion.games.antiquity.words_realm import order_words

ASK_ORDER: dict[str, Callable[[Draft], Asking[Any]]] = {
    "house": asking_houses.ask_house,
    "raise": asking_building.ask_building,
    "man": asking_city.ask_place_man,
    "heal": asking_city.ask_remove_grave,
    "swap": asking_goods.ask_swap,
    "shift": asking_city.ask_move_building,
    "shift-grave": asking_city.ask_move_grave,
    "mend": asking_corrections.ask_correction,
}
"""The questions of an order, by the answer that chooses it."""

ASK_ORDERS: dict[str, Callable[[Draft], Asking[AddOrders]]] = {
    "houses": asking_houses.ask_free_houses,
    "several": asking_houses.ask_several_houses,
    "men": asking_city.ask_place_men,
}
"""The questions of several orders at once."""

MOVES: dict[str, Move] = {
    "raze": AddOrder(RazeCathedral()),
    "lay": LayCity(),
    "insist": PlanInTurn(),
    "relent": PlanInTurn(on=False),
    "ready": Ready(),
}
"""What an answer does without another question."""


def ask_plan(state: State, _due: Planning, seat: int) -> Asking[Move]:
    """Ask for the next step of a plan; a seat that is ready may only reconsider."""
    if seat in state.ready:
        again = Option("again", say("Think again"), icon="undo")
        yield from Pick[str](key="plan", prompt=say("You are ready."), options=(again,), secret=True)
        return Reconsider()
    draft = draft_of(state, seat)
    options = tuple(_actions(state, draft))
    turn = on_turn(state)
    waiting = turn not in (0, seat)
    prompt = say("Your city: what next?", short=N_("Your city?"))
    if waiting:
        prompt = say("{who} plans now. Prepare your own plan.", short=N_("Prepare your plan"), who=SeatName(turn))
    default = None if waiting else "ready"
    hint = laying_hint(state, seat)
    chosen = yield from Pick[str](key="plan", prompt=prompt, hint=hint, options=options, secret=True, default=default)
    if chosen in ASK_ORDER:
        return AddOrder((yield from ASK_ORDER[chosen](draft)))
    if chosen in ASK_ORDERS:
        return (yield from ASK_ORDERS[chosen](draft))
    match chosen:
        case "offer":
            return (yield from asking_goods.ask_offer(state, draft))
        case "reply":
            return (yield from asking_goods.ask_answer(state, draft))
        case "drop":
            return DropOrder((yield from _dropping(state, seat)))
    return MOVES[chosen]


def _actions(state: State, draft: Draft) -> Iterator[Option[str]]:
    """Steps of planning; those the realm cannot use are left out."""
    realm = draft.realm
    if laying_reason(state, realm.seat) is None:
        yield Option("lay", say("My starting city lies on the map", short=N_("My city lies there")), icon="city")
    yield from _building_and_manning(draft)
    if buildings_of_kind(realm, "hospital"):
        yield Option("heal", say("Take a grave off"), reason=asking_city.any_remove_grave_reason(draft), icon="heart")
    if buildings_of_kind(realm, "market"):
        yield Option("swap", say("Swap with the bank"), reason=swappable_reason(draft), icon="coin")
    if buildings_of_kind(realm, "cathedral"):
        yield Option("raze", say("Raze the cathedral"), reason=raze_reason(draft), icon="trash")
    if has_benefit(realm, "barbara"):
        yield Option(
            "shift", say("Move a building"), reason=asking_city.any_move_building_reason(draft), icon="shuffle"
        )
        yield Option("shift-grave", say("Move a grave"), reason=any_move_grave_reason(draft), icon="shuffle")
    yield Option("offer", say("Offer a trade"), reason=asking_goods.any_partner_reason(state, realm.seat), icon="hand")
    if any(trade.buyer == realm.seat and trade.state == "open" for trade in draft.trades.values()):
        yield Option("reply", say("Answer an offer"), icon="hand")
    yield Option("mend", say("Set my city or sites right", short=N_("Set mine right")), icon="edit")
    if state.lines(realm.seat):
        yield Option("drop", say("Take an order out"), reason=_undroppable(state, realm.seat), icon="undo")
    if in_turn_reason(state, realm.seat, PlanInTurn()) is None:
        hint = say("In turn order: each plan shows as soon as its city stands, before the next one is made.")
        yield Option("insist", say("One after another", short=N_("One after another")), hint=hint, icon="people")
    if in_turn_reason(state, realm.seat, PlanInTurn(on=False)) is None:
        yield Option("relent", say("All at once again"), icon="people")
    yield Option("ready", say("My city stands"), reason=ready_reason(state, realm.seat), icon="check")


def _building_and_manning(draft: Draft) -> Iterator[Option[str]]:
    """What every plan begins with; several houses or men at once where there are any."""
    house = asking_houses.house_pick(draft)
    yield Option("house", say("Build a house"), reason=house.blocked(), icon="home")
    if len(asking_houses.free_houses(draft)) > 1:
        yield Option("houses", say("Build all free houses", short=N_("All free houses")), icon="home")
    if asking_houses.has_several(draft, house):
        yield Option("several", say("Build several houses", short=N_("Several houses")), icon="home")
    yield Option("raise", say("Build something else"), reason=asking_building.kind_pick(draft).blocked(), icon="hammer")
    if men_reason(draft) is None:
        yield Option("men", say("Put men to work"), icon="man")
    yield Option("man", say("Put one man to work"), reason=any_place_man_reason(draft), icon="man")


def _undroppable(state: State, seat: int) -> Message | None:
    """Why no order can be taken out. The last one nearly always can, so it is tried first."""
    lines = state.lines(seat)
    if any(drop_order_reason(state, seat, line.id) is None for line in reversed(lines)):
        return None
    return drop_order_reason(state, seat, lines[0].id)


def _dropping(state: State, seat: int) -> Pick[int]:
    realm = draft_of(state, seat).realm
    options = tuple(
        Option(line.id, order_words(line.order, realm), reason=drop_order_reason(state, seat, line.id))
        for line in state.lines(seat)
    )
    return Pick[int](key="order", prompt=say("Take out which order?"), options=options, secret=True)
