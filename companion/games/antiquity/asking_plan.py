"""The questions of phase 2. All of them are secret, from the first on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.questions import Asking, Count, Fit, Option, Pick, PickMany, Place
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity.asking_city import (
    city_widget,
    fit,
    grave_targets,
    lay_piece,
    pick_building,
    square_words,
    which_city,
)
from companion.games.antiquity.asking_goods import good_options, pay
from companion.games.antiquity.asking_mending import ask_mending
from companion.games.antiquity.city import blessed, built_mask, houses, of_kind, working
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.moves import ENOUGH, Again, Drop, Give, Insist, Lot, Move, Offer, Ready, Reply
from companion.games.antiquity.orders import Heal, House, Man, Raise, Raze, Shift, ShiftGrave, Spot, Swap
from companion.games.antiquity.plan_building import (
    HOUSE,
    cost_of,
    gift_reason,
    kind_reason,
    neighbours,
    number_reason,
)
from companion.games.antiquity.plan_city import (
    NO_GRAVE,
    grave_movable_reason,
    grave_target_reason,
    hospital_reason,
    loose_graves,
    man_reason,
    movable_reason,
    piece_of,
    raze_reason,
    shift_room_reason,
)
from companion.games.antiquity.plan_market import (
    given_reason,
    swappable_reason,
    taken_reason,
    trades_of,
    wanting_reason,
)
from companion.games.antiquity.planning import draft_of, drop_reason, lines_of, reply_reason
from companion.games.antiquity.planning_in_turn import insist_reason, on_turn, partner_reason, ready_reason
from companion.games.antiquity.shapes import mask_of, positions, squares_of
from companion.games.antiquity.state import Building, State
from companion.games.antiquity.tables import (
    GOODS,
    HOUSE_COST,
    HOUSES,
    PIECES,
    STORES,
    Cost,
    Good,
    Kind,
    Saint,
)
from companion.games.antiquity.telling import building_words, order_words, trade_words
from companion.games.antiquity.words import BUILDING, BUILDING_ICON, GIFT, GOOD, ICON, PURPOSE, SAINT, price

WHICH_CITY = say("In which city?")
MOST_WANTED = 24


def ask_plan(state: State, seat: int) -> Asking[Move]:  # noqa: C901  (one line an action)
    """What to plan next. A seat that is ready may only think again."""
    if seat in state.ready:
        again = Option("again", say("Think again"), icon="undo")
        yield from Pick[str](key="plan", prompt=say("You are ready."), options=(again,), secret=True)
        return Again()
    draft = draft_of(state, seat)
    options = tuple(_actions(state, draft))
    turn = on_turn(state)
    waiting = turn not in (0, seat)
    prompt = say("Your city: what next?", short=N_("Your city?"))
    if waiting:
        prompt = say("{who} plans now. Prepare your own plan.", short=N_("Prepare your plan"), who=SeatName(turn))
    default = None if waiting else "ready"
    chosen = yield from Pick[str](key="plan", prompt=prompt, options=options, secret=True, default=default)
    match chosen:
        case "house":
            return Give((yield from _house(draft)))
        case "raise":
            return Give((yield from _building(draft)))
        case "man":
            return Give((yield from _man(draft)))
        case "heal":
            return Give((yield from _heal(draft)))
        case "swap":
            return Give((yield from _swap(draft)))
        case "offer":
            return (yield from _offer(state, draft))
        case "reply":
            return (yield from _reply(state, draft))
        case "raze":
            return Give(Raze())
        case "shift":
            return Give((yield from _shift(draft)))
        case "shift-grave":
            return Give((yield from _shift_grave(draft)))
        case "mend":
            return Give((yield from ask_mending(draft)))
        case "drop":
            return Drop((yield from _dropping(state, seat)))
        case "insist" | "relent":
            return Insist(chosen == "insist")
    return Ready()


def _actions(state: State, draft: Draft) -> Iterator[Option[str]]:
    """What may be done; what a realm cannot have the use of is not listed."""
    realm = draft.realm
    yield Option("house", say("Build a house"), reason=_houses(draft).blocked(), icon="home")
    yield Option("raise", say("Build something else"), reason=_kinds(draft).blocked(), icon="hammer")
    yield Option("man", say("Put a man to work"), reason=_men_reason(draft), icon="man")
    if of_kind(realm, "hospital"):
        yield Option("heal", say("Take a grave off"), reason=_graves_reason(draft), icon="heart")
    if of_kind(realm, "market"):
        yield Option("swap", say("Swap with the bank"), reason=swappable_reason(draft), icon="coin")
    if of_kind(realm, "cathedral"):
        yield Option("raze", say("Raze the cathedral"), reason=raze_reason(draft), icon="trash")
    if blessed(realm, "barbara"):
        yield Option("shift", say("Move a building"), reason=_movable(draft), icon="shuffle")
        yield Option("shift-grave", say("Move a grave"), reason=_grave_movable(draft), icon="shuffle")
    yield Option("offer", say("Offer a trade"), reason=_offer_reason(state, realm.seat), icon="hand")
    if any(trade.buyer == realm.seat and trade.state == "open" for trade in draft.trades.values()):
        yield Option("reply", say("Answer an offer"), icon="hand")
    yield Option("mend", say("Set my city right"), icon="edit")
    if lines_of(state, realm.seat):
        yield Option("drop", say("Take an order out"), reason=_undroppable(state, realm.seat), icon="undo")
    if insist_reason(state, realm.seat, Insist()) is None:
        hint = say("In turn order: each plan shows as soon as its city stands, before the next one is made.")
        yield Option("insist", say("One after another", short=N_("One after another")), hint=hint, icon="people")
    if insist_reason(state, realm.seat, Insist(on=False)) is None:
        yield Option("relent", say("All at once again"), icon="people")
    yield Option("ready", say("My city stands"), reason=ready_reason(state, realm.seat), icon="check")


# -- building ----------------------------------------------------------------------------------------------------


def _houses(draft: Draft) -> Pick[int]:
    """The housing table, without what is built."""
    options = tuple(
        Option(number, say("House {n}", n=number), price(HOUSE_COST[number]), number_reason(draft, number), icon="home")
        for number in range(1, HOUSES + 1)
        if number not in houses(draft.realm)
    )
    return Pick[int](key="house", prompt=say("Which house?"), options=options, secret=True)


def _house(draft: Draft) -> Asking[House]:
    philosophy = working(draft.realm, "philosophy")
    number = yield from _houses(draft)
    paid = yield from pay(draft.goods, HOUSE_COST[number], philosophy, secret=True)
    spot = yield from lay_piece(draft, HOUSE, "home", say("Build house {n} here", n=number))
    lower = [free for free in range(1, number) if free not in houses(draft.realm)]
    if not blessed(draft.realm, "nicolo") or HOUSE_COST[number] == Cost() or not lower:
        return House(number, paid, spot)
    options = (
        Option(0, say("None")),
        *(
            Option(free, say("House {n}", n=free), reason=gift_reason(draft, number, free), icon="home")
            for free in reversed(lower)
        ),
    )
    free = yield from Pick[int](key="free", prompt=say("Which lower house is free?"), options=options, secret=True)
    if not free:
        return House(number, paid, spot)
    act = say("Build house {n} here", n=free)
    return House(number, paid, spot, free, (yield from lay_piece(draft, HOUSE, "home", act, spot, "free-")))


def _kinds(draft: Draft) -> Pick[Kind]:
    """Everything but houses, without single pieces that stand already."""
    options = tuple(
        Option(
            kind,
            BUILDING[kind],
            price(cost_of(draft, kind)),
            kind_reason(draft, kind),
            PURPOSE[kind],
            icon=BUILDING_ICON[kind],
        )
        for kind, piece in PIECES.items()
        if kind != "house" and not (piece.single and of_kind(draft.realm, kind))
    )
    return Pick[Kind](key="building", prompt=say("Which building?"), options=options, secret=True)


def _building(draft: Draft) -> Asking[Raise]:
    kind = yield from _kinds(draft)
    size, wide, high = "", 2, 1
    if kind == "store":
        size = yield from _stores(draft)
        wide, high = map(int, size.split("x"))
    cost = cost_of(draft, kind, wide, high)
    paid = yield from pay(draft.goods, cost, working(draft.realm, "philosophy"), secret=True)
    saint: Saint | None = (yield from _saints()) if kind == "cathedral" else None
    act = say("Build here: {building}", building=BUILDING[kind])
    spot = yield from lay_piece(draft, squares_of(kind, wide, high), BUILDING_ICON[kind], act)
    near = () if draft.grids else neighbours(draft, kind, spot.city)
    touching: tuple[str, ...] = ()
    if near:
        options = tuple(Option(one.key, building_words(one), icon=BUILDING_ICON[one.kind]) for one in near)
        prompt = say("Which of these does it touch?", short=N_("It touches:"))
        touching = tuple((yield from PickMany[str](key="touching", prompt=prompt, options=options, most=len(options),
                                                   secret=True)))  # fmt: skip
    return Raise(kind, size, paid, saint, spot, touching)


def _stores(draft: Draft) -> Pick[str]:
    options = tuple(
        Option(
            f"{wide}x{high}",
            say("{wide} by {high}: {n} goods", wide=wide, high=high, n=wide * high),
            price(cost_of(draft, "store", wide, high)),
            kind_reason(draft, "store", wide, high),
        )
        for wide, high in STORES
    )
    return Pick[str](key="size", prompt=say("How large?"), options=options, secret=True)


def _saints() -> Pick[Saint]:
    options = tuple(Option[Saint](saint, name, hint=GIFT[saint], icon="crown") for saint, name in SAINT.items())
    return Pick[Saint](key="saint", prompt=say("Which patron saint?"), options=options, secret=True)


# -- men, graves, moving -----------------------------------------------------------------------------------------


def _staffed(draft: Draft) -> list[Building]:
    return [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]


def _man_why(draft: Draft, building: Building) -> Message | None:
    return man_reason(draft, Man(building.key))


def _men_reason(draft: Draft) -> Message | None:
    """The reason of the first building where none can be manned."""
    reasons = [_man_why(draft, building) for building in _staffed(draft)]
    if not reasons:
        return say("You have no building that takes a man.")
    return None if None in reasons else reasons[0]


def _man(draft: Draft) -> Asking[Man]:
    prompt = say("Which building?")
    return Man((yield from pick_building(draft, "man", prompt, _staffed(draft), lambda one: _man_why(draft, one))))


def _graves_reason(draft: Draft) -> Message | None:
    reason = hospital_reason(draft)
    graves = any(grave_targets(draft, city) for city in range(len(draft.realm.cities)))
    return reason or (None if graves else NO_GRAVE)


def _heal(draft: Draft) -> Asking[Heal]:
    def none_there(city: int) -> Message | None:
        return hospital_reason(draft) or (None if grave_targets(draft, city) else NO_GRAVE)

    city = yield from which_city(draft.realm, none_there, True, WHICH_CITY)
    options = grave_targets(draft, city)
    prompt = say("Which grave?")
    if draft.grids:
        widget = city_widget(draft.realm.seat, city)
        at = yield from Place[str](key="grave", prompt=prompt, widget=widget, options=options, secret=True)
        return Heal(city, at)
    key = yield from Pick[str](key="grave", prompt=prompt, options=options, secret=True)
    return Heal(city, key="" if key == "-" else key)


def _movable(draft: Draft) -> Message | None:
    reasons = [movable_reason(draft, building) for building in draft.realm.buildings]
    return None if None in reasons else reasons[0] if reasons else NO_GRAVE


def _shift(draft: Draft) -> Asking[Shift]:
    prompt = say("Move which building?")
    buildings = draft.realm.buildings
    key = yield from pick_building(draft, "move", prompt, buildings, lambda one: movable_reason(draft, one))
    building = next(one for one in buildings if one.key == key)

    def no_room(city: int) -> Message | None:
        return shift_room_reason(draft, building, city)

    city = yield from which_city(draft.realm, no_room, True, say("To which city?"), "to-city")
    if not draft.grids:
        return Shift(building.city, key, Spot(city))
    return Shift(building.city, key, Spot(city, (yield from _shift_fit(draft, building, city))))


def _shift_fit(draft: Draft, building: Building, city: int) -> Fit:
    own = mask_of(building.at) if building.city == city else 0
    taken = built_mask(draft.realm, city) & ~own
    graves = mask_of(draft.realm.cities[city].graves) & ~own
    laid = fit(draft.realm.seat, city, draft.realm.cities[city].side, piece_of(building), taken, graves, own)
    return replace(laid, icon=BUILDING_ICON[building.kind], act=say("Move it here"))


def _grave_movable(draft: Draft) -> Message | None:
    reasons = [_grave_city(draft, city) for city in range(len(draft.realm.cities))]
    return None if None in reasons else reasons[0]


def _grave_city(draft: Draft, city: int) -> Message | None:
    """Why no single grave of a city can be moved anywhere."""
    if reason := grave_movable_reason(draft, city):
        return reason
    reasons = [_grave_room(draft, city, to) for to in range(len(draft.realm.cities))]
    return None if None in reasons else reasons[0]


def _grave_room(draft: Draft, city: int, to_city: int) -> Message | None:
    if not draft.grids:
        return grave_target_reason(draft, city, to_city)
    side = draft.realm.cities[to_city].side
    reasons = [grave_target_reason(draft, city, to_city, square) for square in positions(side)]
    return None if None in reasons else reasons[0]


def _shift_grave(draft: Draft) -> Asking[ShiftGrave]:
    realm = draft.realm
    city = yield from which_city(realm, lambda one: _grave_city(draft, one), True, say("From which city?"))
    at = to = ""
    if draft.grids:
        options = tuple(Option(square, square_words(square)) for square in loose_graves(draft, city))
        widget = city_widget(realm.seat, city)
        at = yield from Place[str](key="grave", prompt=say("Which grave?"), widget=widget, options=options, secret=True)
    prompt = say("To which city?")
    to_city = yield from which_city(realm, lambda one: _grave_room(draft, city, one), True, prompt, "to-city")
    if draft.grids:
        squares = tuple(
            Option(square, square_words(square), reason=grave_target_reason(draft, city, to_city, square))
            for square in positions(realm.cities[to_city].side)
        )
        widget = city_widget(realm.seat, to_city)
        to = yield from Place[str](key="to", prompt=say("Where to?"), widget=widget, options=squares, secret=True)
    return ShiftGrave(city, at, to_city, to)


# -- market ------------------------------------------------------------------------------------------------------


def _swap(draft: Draft) -> Asking[Swap]:
    def giving(key: str, besides: Good | None) -> Pick[Good]:
        options = tuple(
            Option(good, GOOD[good], reason=given_reason(draft, good, besides), icon=ICON[good]) for good in GOODS
        )
        return Pick[Good](key=key, prompt=say("Give what?"), options=options, secret=True)

    one = yield from giving("give", None)
    other = yield from giving("give-too", one)
    options = tuple(Option(good, GOOD[good], reason=taken_reason(draft, good), icon=ICON[good]) for good in GOODS)
    take = yield from Pick[Good](key="take", prompt=say("Take what?"), options=options, secret=True)
    return Swap((one, other), take)


def _offer_reason(state: State, seat: int) -> Message | None:
    """The reason of the first other seat where there is nobody to trade with now."""
    reasons = [partner_reason(state, seat, other) for other in state.alive if other != seat]
    return None if None in reasons or not reasons else reasons[0]


def _offer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    others = tuple(
        Option(other, named(other), seat=other, reason=partner_reason(state, seat, other))
        for other in state.alive
        if other != seat
    )
    to = yield from Pick[int](key="whom", prompt=say("Trade with whom?"), options=others, secret=True)
    give = yield from _lots("give", say("What do you give?"), draft.goods, ())
    take = yield from _lots("take", say("What for it?"), None, give)
    return Offer(to, give, take=take)


def _lots(
    key: str, prompt: Message, stock: dict[Good, int] | None, against: tuple[Lot, ...]
) -> Asking[tuple[Lot, ...]]:
    """One good after the other until it is enough; ``against`` is what the other list holds already.

    Without a ``stock`` anything may be asked for: what others own now is hidden.
    """
    lots: list[Lot] = []
    goods = _anything() if stock is None else good_options(stock, GOODS)
    while len(lots) < len(GOODS):
        named = [lot.good for lot in lots]
        nothing = wanting_reason(lots, against) if stock is None else None
        options: list[Option[str]] = [Option(ENOUGH, say("That is all"), reason=nothing, icon="check")]
        options += [option for option in goods if option.value not in named]
        question = f"{key}-{len(lots) + 1}"
        chosen = yield from Pick[str](key=question, prompt=prompt, options=tuple(options), secret=True)
        if chosen == ENOUGH:
            break
        good = next(good for good in GOODS if good == chosen)
        n, most = 1, MOST_WANTED if stock is None else stock.get(good, 0)
        if most > 1:
            many = say("How many? {good}", good=GOOD[good])
            n = yield from Count(
                key=f"{question}-n", prompt=many, low=1, high=most, start=1, icon=ICON[good], secret=True
            )
        lots.append(Lot(good, n))
    return tuple(lots)


def _anything() -> tuple[Option[Good], ...]:
    return tuple(Option(good, GOOD[good], icon=ICON[good]) for good in GOODS)


def _reply(state: State, draft: Draft) -> Asking[Move]:
    """Accepting is the second of the two confirmations."""
    seat = draft.realm.seat
    offers = [trade for trade in trades_of(state, seat) if trade.buyer == seat and trade.state == "open"]
    options = tuple(Option(trade.key, trade_words(trade), seat=trade.seller) for trade in offers)
    key = yield from Pick[str](key="trade", prompt=say("Which offer?"), options=options, secret=True)
    answers = (
        Option("accept", say("Accept"), reason=reply_reason(state, draft, key), icon="check"),
        Option("decline", say("Decline"), icon="close"),
    )
    words = next(trade_words(trade) for trade in offers if trade.key == key)
    prompt = say("{who} offers. Accept?", who=SeatName(next(one.seller for one in offers if one.key == key)))
    answer = yield from Pick[str](key="answer", prompt=prompt, hint=words, options=answers, secret=True)
    return Reply(key, answer == "accept")


# -- taking out --------------------------------------------------------------------------------------------------


def _undroppable(state: State, seat: int) -> Message | None:
    """Why no order can be taken out. The last one nearly always can, so it is looked at first."""
    lines = lines_of(state, seat)
    if any(drop_reason(state, seat, line.id) is None for line in reversed(lines)):
        return None
    return drop_reason(state, seat, lines[0].id)


def _dropping(state: State, seat: int) -> Pick[int]:
    realm = draft_of(state, seat).realm
    options = tuple(
        Option(line.id, order_words(line.order, realm), reason=drop_reason(state, seat, line.id))
        for line in lines_of(state, seat)
    )
    return Pick[int](key="order", prompt=say("Take out which order?"), options=options, secret=True)
