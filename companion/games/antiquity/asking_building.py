"""Questions of building in phase 2. Sections 5.1 to 5.4."""

from __future__ import annotations

from companion.core.questions import Asking, Option, Pick, PickMany
from companion.core.wording import N_, say
from companion.games.antiquity.asking_goods import pay
from companion.games.antiquity.asking_squares import ask_spot
from companion.games.antiquity.moves_orders import BuildHouse, BuildPiece
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import HOUSE, cost_of, neighbours
from companion.games.antiquity.queries_city import buildings_of_kind, has_benefit, has_working, houses
from companion.games.antiquity.reasons_building import gift_reason, kind_reason, number_reason
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOUSE_COST, HOUSES, PIECES, STORES, Cost, Kind, Saint
from companion.games.antiquity.words import BUILDING, BUILDING_HINT, BUILDING_ICON, SAINT, SAINT_HINT, price
from companion.games.antiquity.words_realm import building_words

# -- building ----------------------------------------------------------------------------------------------------


def house_pick(draft: Draft) -> Pick[int]:
    """The houses that are not built, with their prices."""
    options = tuple(
        Option(number, say("House {n}", n=number), price(HOUSE_COST[number]), number_reason(draft, number), icon="home")
        for number in range(1, HOUSES + 1)
        if number not in houses(draft.realm)
    )
    return Pick[int](key="house", prompt=say("Which house?"), options=options, secret=True)


def ask_house(draft: Draft) -> Asking[BuildHouse]:
    philosophy = has_working(draft.realm, "philosophy")
    number = yield from house_pick(draft)
    paid = yield from pay(draft.goods, HOUSE_COST[number], philosophy, secret=True)
    spot = yield from ask_spot(draft, HOUSE, "home", say("Build house {n} here", n=number))
    lower = [free for free in range(1, number) if free not in houses(draft.realm)]
    if not has_benefit(draft.realm, "nicolo") or HOUSE_COST[number] == Cost() or not lower:
        return BuildHouse(number, paid, spot)
    options = (
        Option(0, say("None")),
        *(
            Option(free, say("House {n}", n=free), reason=gift_reason(draft, number, free), icon="home")
            for free in reversed(lower)
        ),
    )
    free = yield from Pick[int](key="free", prompt=say("Which lower house is free?"), options=options, secret=True)
    if not free:
        return BuildHouse(number, paid, spot)
    act = say("Build house {n} here", n=free)
    return BuildHouse(number, paid, spot, free, (yield from ask_spot(draft, HOUSE, "home", act, spot, "free-")))


def kind_pick(draft: Draft) -> Pick[Kind]:
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
    return Pick[Kind](key="building", prompt=say("Which building?"), options=options, secret=True)


def ask_building(draft: Draft) -> Asking[BuildPiece]:
    kind = yield from kind_pick(draft)
    size, wide, high = "", 2, 1
    if kind == "store":
        size = yield from _stores(draft)
        wide, high = map(int, size.split("x"))
    cost = cost_of(draft, kind, wide, high)
    paid = yield from pay(draft.goods, cost, has_working(draft.realm, "philosophy"), secret=True)
    saint: Saint | None = (yield from _saints()) if kind == "cathedral" else None
    act = say("Build here: {building}", building=BUILDING[kind])
    spot = yield from ask_spot(draft, piece_squares(kind, wide, high), BUILDING_ICON[kind], act)
    near = () if draft.grids else neighbours(draft, kind, spot.city)
    touching: tuple[str, ...] = ()
    if near:
        options = tuple(Option(one.key, building_words(one), icon=BUILDING_ICON[one.kind]) for one in near)
        prompt = say("Which of these does it touch?", short=N_("It touches:"))
        touching = tuple((yield from PickMany[str](key="touching", prompt=prompt, options=options, most=len(options),
                                                   secret=True)))  # fmt: skip
    return BuildPiece(kind, size, paid, saint, spot, touching)


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
    options = tuple(Option[Saint](saint, name, hint=SAINT_HINT[saint], icon="crown") for saint, name in SAINT.items())
    return Pick[Saint](key="saint", prompt=say("Which patron saint?"), options=options, secret=True)
