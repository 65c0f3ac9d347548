"""All buildings but houses. Sections 5.1, 5.2 and 5.4."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.core.options import Option
from companion.core.questions import Asking, Pick, PickMany
from companion.core.wording import N_, Message, say, say_n
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.goods import afford_reason, bill, paid_reason, pay, pay_to_bank
from companion.games.antiquity.moves import BuildPiece, sides_of
from companion.games.antiquity.piece_shapes import piece_squares
from companion.games.antiquity.queries import buildings_of_kind, has_working
from companion.games.antiquity.squares import (
    ask_spot,
    building_option,
    on_cardboard,
    own_names,
    room_reason,
    spot_reason,
    squares_at,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.tables import FACULTIES, PIECES, STORES, SUPPLY, BuildingKind, Cost, Saint, Shared
from companion.games.antiquity.words import BUILDING, BUILDING_HINT, BUILDING_ICON, SAINT, SAINT_HINT, price


def cost_of(draft: Draft, kind: BuildingKind, wide: int = 2, high: int = 1) -> Cost:
    """The cost of a building. Sections 5.2 and 5.4."""
    if kind == "store" and draft.options["store-price"] == "tile":
        return Cost(wood=wide * high // 2)
    return PIECES[kind].cost


def shared_use(kind: BuildingKind, squares: int) -> tuple[Shared, int] | None:
    """The shared pieces that a building of so many squares takes from the supply."""
    if kind == "store":
        return "tile", squares // 2
    if kind == "cart" or kind == "fountain":
        return kind, 1
    return None


def missing_shared(draft: Draft, kind: BuildingKind, squares: int) -> int:
    """How many shared pieces a building needs, if shared pieces are limited and too few are left; else 0."""
    use = shared_use(kind, squares)
    return use[1] if use and draft.options["piece-limits"] and draft.supply[use[0]] < use[1] else 0


def neighbours(draft: Draft, kind: BuildingKind, city: int) -> list[Building]:
    """The faculties or the university that a piece may touch in a city."""
    wanted = FACULTIES if kind == "university" else ("university",) if kind in FACULTIES else ()
    return [building for building in buildings_of_kind(draft.realm, *wanted) if building.city == city]


NONE_LEFT = say("None is left in the supply.")
ONCE_OR_MORE = say(
    "Houses, cart shops, fountains and stores may be built more than once, everything else once. Most of them need a "
    "man in every turn."
)


def kind_reason(draft: Draft, kind: BuildingKind, wide: int = 2, high: int = 1) -> Message | None:
    """Why a kind of building cannot be built, or None. Checks limits, then the price, then room."""
    if kind == "house":
        return say("A house has a number.")
    if kind == "store" and (max(wide, high), min(wide, high)) not in STORES:
        return say("A store is a full rectangle of tiles.")
    if PIECES[kind].single and buildings_of_kind(draft.realm, kind):
        return say("You have it already.")
    if missing := missing_shared(draft, kind, wide * high):
        return NONE_LEFT if missing == 1 else say("There are too few tiles left.", N_("Too few tiles left"))
    philosophy = has_working(draft.realm, "philosophy")
    return afford_reason(draft.goods, cost_of(draft, kind, wide, high), philosophy) or room_reason(
        draft, piece_squares(kind, wide, high)
    )


def build_reason(draft: Draft, order: BuildPiece) -> Message | None:
    """Why a piece cannot be built. Section 5.1."""
    if reason := kind_reason(draft, order.kind, *order.sides):
        return reason
    if (order.saint is None) is (order.kind == "cathedral"):
        return say("A cathedral has a saint, and nothing else has.")
    cost = cost_of(draft, order.kind, *order.sides)
    return (
        paid_reason(draft.goods, cost, order.paid, has_working(draft.realm, "philosophy"))
        or spot_reason(draft, piece_squares(order.kind, *order.sides), order.spot)
        or _touching_reason(draft, order)
    )


def _touching_reason(draft: Draft, order: BuildPiece) -> Message | None:
    """Why the pieces in ``order.touching`` do not touch the new one, or None. On a grid it must be empty, since squares
    show what touches.
    """
    near = [building.key for building in neighbours(draft, order.kind, order.spot.city)]
    if (draft.grids and order.touching) or any(key not in near for key in order.touching):
        return say("That is not beside it.")
    return None


def build_piece(draft: Draft, order: BuildPiece) -> None:
    """Pay for a piece and lay it. A fountain counts for the famine at the reveal; a cathedral gets the saint of the
    order.
    """
    pay_to_bank(draft.goods, draft.bank, bill(cost_of(draft, order.kind, *order.sides), order.paid))
    piece = piece_squares(order.kind, *order.sides)
    laid = Building(draft.new_key, order.kind, order.spot.city, len(piece), squares_at(draft, piece, order.spot))
    add_building(draft, laid)
    for key in order.touching:  # On cardboard, remember which faculties the university serves.
        faculty = laid if laid.kind != "university" else draft.realm.building(key)
        if faculty is not None:
            faculty.joined = True
    if order.kind == "fountain":
        draft.fountains += 1
    if order.kind == "cathedral":
        draft.realm.saint = order.saint
        draft.cathedrals += 1


def add_building(draft: Draft, building: Building) -> None:
    """Add a piece, taking shared ones from the supply; a house brings one man."""
    draft.realm.buildings.append(building)
    draft.keys.append(building.key)
    take_shared(draft, building, 1)
    if building.kind == "house":
        draft.realm.idle += 1


def take_shared(draft: Draft, building: Building, sign: int) -> None:
    """Take the shared pieces of a building from the supply (1), or put them back (-1)."""
    if use := shared_use(building.kind, building.size):
        draft.supply[use[0]] -= sign * use[1]


def remove_building(draft: Draft, building: Building) -> None:
    """Remove a building; its graves stay, a cathedral's saint goes with it."""
    draft.realm.buildings.remove(building)
    draft.realm.cities[building.city].loose += building.graves
    if building.kind == "cathedral":
        draft.realm.saint = None


def kind_pick(draft: Draft) -> Pick[BuildingKind]:
    """The question for a building that is no house. Kinds of which a player can have one are left out once they are
    built.
    """
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
    prompt = say("Which building?")
    return Pick[BuildingKind](key="building", prompt=prompt, options=options, secret=True, meaning=ONCE_OR_MORE)


def ask_building(draft: Draft) -> Asking[BuildPiece]:
    """Ask for a building that is no house: its kind, what it is paid with, its place."""
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
    """How large a store is: its width and height, with ``reason`` and ``cost`` for each size."""
    options = tuple(
        Option(
            f"{wide}x{high}",
            say_n("{wide} by {high}: {n} good", "{wide} by {high}: {n} goods", wide * high, wide=wide, high=high),
            price(cost(wide, high)) if cost else (),
            reason(wide, high),
        )
        for wide, high in STORES
    )
    return Pick[str](
        key="size",
        prompt=say("How large?"),
        options=options,
        secret=True,
        meaning=say(
            "A store keeps one good a square and takes one man, however large it is. It cannot be made larger later. "
            "All players share {n} tiles.",
            n=SUPPLY["tile"],
        ),
    )


def saint_pick(hints: Mapping[Saint, Message]) -> Pick[Saint]:
    """The patron saint of a cathedral."""
    options = tuple(Option[Saint](saint, name, hint=hints.get(saint), icon="crown") for saint, name in SAINT.items())
    return Pick[Saint](
        key="saint",
        prompt=say("Which patron saint?"),
        options=options,
        secret=True,
        meaning=say(
            "The saint of your cathedral helps you and says how you win. Several players may have the same one. A "
            "grave on the cathedral stops both."
        ),
    )
