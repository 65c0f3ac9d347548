"""Questions of building anything but houses in phase 2. Sections 5.1, 5.2 and 5.4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.core.options import Option
from companion.core.questions import Asking, Pick, PickMany
from companion.core.wording import N_, Message, say, say_n
from companion.games.antiquity.asking_goods import pay
from companion.games.antiquity.asking_squares import ask_spot, building_option, on_cardboard, own_names
from companion.games.antiquity.moves_orders import BuildPiece, sides_of
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries_building import cost_of, neighbours
from companion.games.antiquity.queries_city import buildings_of_kind, has_working
from companion.games.antiquity.reasons_building import kind_reason
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import PIECES, STORES, BuildingKind, Cost, Saint
from companion.games.antiquity.words import BUILDING, BUILDING_HINT, BUILDING_ICON, SAINT, SAINT_HINT, price


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
    act = say("Build: {building}", short=N_("Build"), building=BUILDING[kind])
    return (yield from on_cardboard(draft, "building", BUILDING[kind], _ask_building(draft, kind), act))


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
    names = own_names(draft.realm)
    options = tuple(building_option(one, name=names.get(one.key)) for one in near)
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
            say_n("{wide} by {high}: {n} good", "{wide} by {high}: {n} goods", wide * high, wide=wide, high=high),
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
