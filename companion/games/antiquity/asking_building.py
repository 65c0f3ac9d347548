"""Questions of building in phase 2. Sections 5.1 to 5.4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick, PickMany
from companion.core.wording import N_, Message, say
from companion.games.antiquity.asking_goods import pay
from companion.games.antiquity.asking_squares import (
    ask_city,
    ask_spot,
    building_option,
    on_cardboard,
    square_option,
    square_pick,
)
from companion.games.antiquity.moves import AddOrders
from companion.games.antiquity.moves_orders import BuildHouse, BuildPiece, Spot, sides_of
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import HOUSE, cost_of, neighbours
from companion.games.antiquity.queries_city import (
    buildings_of_kind,
    empty_positions,
    empty_squares,
    has_benefit,
    has_working,
    houses,
)
from companion.games.antiquity.reasons_building import city_reason, gift_reason, kind_reason, number_reason
from companion.games.antiquity.rules_orders import apply_order
from companion.games.antiquity.state import Line
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSE_COST, HOUSES, PIECES, STORES, BuildingKind, Cost, Saint
from companion.games.antiquity.words import BUILDING, BUILDING_HINT, BUILDING_ICON, SAINT, SAINT_HINT, price


def house_option(number: int, cost: Cost | None = None, reason: Message | None = None) -> Option[int]:
    """A house by its number."""
    return Option(number, say("House {n}", n=number), price(cost) if cost else (), reason, icon="home")


def house_pick(draft: Draft) -> Pick[int]:
    """The houses that are not built, with their prices."""
    options = tuple(
        house_option(number, HOUSE_COST[number], number_reason(draft, number))
        for number in range(1, HOUSES + 1)
        if number not in houses(draft.realm)
    )
    return Pick[int](key="house", prompt=say("Which house?"), options=options, secret=True)


def ask_house(draft: Draft) -> Asking[BuildHouse]:
    philosophy = has_working(draft.realm, "philosophy")
    number = yield from house_pick(draft)
    title = say("House {n}", n=number)
    return (yield from on_cardboard(draft, "house", title, _ask_house(draft, number, philosophy), say("Build it")))


def _ask_house(draft: Draft, number: int, philosophy: bool) -> Asking[BuildHouse]:
    paid = yield from pay(draft.goods, HOUSE_COST[number], philosophy, secret=True)
    spot = yield from ask_spot(draft, HOUSE, "home", say("Build house {n} here", n=number))
    lower = [free for free in range(number - 1, 0, -1) if free not in houses(draft.realm)]
    if not has_benefit(draft.realm, "nicolo") or HOUSE_COST[number] == Cost() or not lower:
        return BuildHouse(number, paid, spot)
    options = (Option(0, say("None")), *(house_option(n, reason=gift_reason(draft, number, n)) for n in lower))
    free = yield from Pick[int](key="free", prompt=say("Which lower house is free?"), options=options, secret=True)
    if not free:
        return BuildHouse(number, paid, spot)
    act = say("Build house {n} here", n=free)
    return BuildHouse(number, paid, spot, free, (yield from ask_spot(draft, HOUSE, "home", act, spot, "free-")))


def free_houses(draft: Draft) -> list[int]:
    """The numbers of houses that are not built and cost nothing, as far as there is room."""
    room = sum(empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return [n for n in HOUSE_COST if HOUSE_COST[n] == Cost() and n not in houses(draft.realm)][:room]


def ask_free_houses(draft: Draft) -> Asking[AddOrders]:
    """Ask where all houses that cost nothing are laid; ``draft`` is built on as answers come."""
    return together("houses", say("Free houses"), _ask_houses(draft), say("Build them"))


def _ask_houses(draft: Draft) -> Asking[AddOrders]:
    orders: list[BuildHouse] = []
    for number in free_houses(draft):
        city = yield from ask_city(draft.realm, partial(city_reason, draft, HOUSE), key=f"city-{number}")
        way = ""
        if draft.grids:
            prompt = say("House {n}: where?", n=number)
            options = map(square_option, empty_positions(draft.realm, city))
            way = f"{(yield from square_pick(draft.realm, city, f'at-{number}', prompt, options))},0"
        orders.append(BuildHouse(number, {}, Spot(city, way)))
        apply_order(draft, Line(draft.line + 1, orders[-1]))
    return AddOrders(tuple(orders))


def kind_pick(draft: Draft) -> Pick[BuildingKind]:
    """All other buildings, without single ones that stand already."""
    options = tuple(
        Option(
            kind,
            BUILDING[kind],
            price(cost_of(draft, kind)),
            kind_reason(draft, kind),
            BUILDING_HINT[kind],
            icon=BUILDING_ICON[kind],
        )
        for kind, piece in PIECES.items()
        if kind != "house" and not (piece.single and buildings_of_kind(draft.realm, kind))
    )
    return Pick[BuildingKind](key="building", prompt=say("Which building?"), options=options, secret=True)


def ask_building(draft: Draft) -> Asking[BuildPiece]:
    kind = yield from kind_pick(draft)
    return (yield from on_cardboard(draft, "building", BUILDING[kind], _ask_building(draft, kind), say("Build it")))


def _ask_building(draft: Draft, kind: BuildingKind) -> Asking[BuildPiece]:
    size, wide, high = "", 2, 1
    if kind == "store":
        size = yield from store_pick(partial(kind_reason, draft, "store"), partial(cost_of, draft, "store"))
        wide, high = sides_of(size)
    cost = cost_of(draft, kind, wide, high)
    paid = yield from pay(draft.goods, cost, has_working(draft.realm, "philosophy"), secret=True)
    saint = (yield from saint_pick(SAINT_HINT)) if kind == "cathedral" else None
    act = say("Build here: {building}", building=BUILDING[kind])
    spot = yield from ask_spot(draft, piece_squares(kind, wide, high), BUILDING_ICON[kind], act)
    near = () if draft.grids else neighbours(draft, kind, spot.city)
    if not near:
        return BuildPiece(kind, size, paid, saint, spot)
    options = tuple(map(building_option, near))
    prompt = say("Which of these does it touch?", short=N_("It touches:"))
    touching = PickMany[str](key="touching", prompt=prompt, options=options, most=len(options), secret=True)
    return BuildPiece(kind, size, paid, saint, spot, tuple((yield from touching)))


def store_pick(
    reason: Callable[[int, int], Message | None], cost: Callable[[int, int], Cost] | None = None
) -> Pick[str]:
    """How large a store is: its sides, with a reason and a cost for them."""
    options = tuple(
        Option(
            f"{wide}x{high}",
            say("{wide} by {high}: {n} goods", wide=wide, high=high, n=wide * high),
            price(cost(wide, high)) if cost else (),
            reason(wide, high),
        )
        for wide, high in STORES
    )
    return Pick[str](key="size", prompt=say("How large?"), options=options, secret=True)


def saint_pick(hints: Mapping[Saint, Message]) -> Pick[Saint]:
    """The patron saint of a cathedral."""
    options = tuple(Option[Saint](saint, name, hint=hints.get(saint), icon="crown") for saint, name in SAINT.items())
    return Pick[Saint](key="saint", prompt=say("Which patron saint?"), options=options, secret=True)
