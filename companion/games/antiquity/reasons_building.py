"""Why a house or another piece cannot be built, or None. Sections 5.1 to 5.4 and 9 (San Nicolò)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, say
from companion.games.antiquity import queries_city
from companion.games.antiquity.moves_orders import BuildHouse, BuildPiece, Spot
from companion.games.antiquity.piece_shapes import Square, fits, mask_of, piece_squares, placements
from companion.games.antiquity.queries_building import HOUSE, cost_of, missing_shared, neighbours, squares_at
from companion.games.antiquity.queries_payment import can_pay
from companion.games.antiquity.reasons_goods import CLASSES, afford_reason, class_amount, paid_reason
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import FOODS, HOUSE_COST, PIECES, STORES, BuildingKind, Cost

NO_CITY = say("There is no such city.")
NO_ROOM = say("There is no room for it.")
NONE_LEFT = say("None is left in the supply.")
NOT_THERE = say("That is not on the map.")
STANDS_THERE = say("It stands there already.")
BUILDING_THERE = say("A building stands there.")
GRAVE_THERE = say("A grave lies there.")
TOO_LITTLE_FOOD = say("Too little food for all of them.")
TOO_FEW_LUXURIES = say("Too few luxuries for all of them.")


def room_reason(draft: Draft, piece: tuple[Square, ...]) -> Message | None:
    """Why a piece fits into no city."""
    return branch_reason(city_reason(draft, piece, city) for city in range(len(draft.realm.cities)))


def city_reason(draft: Draft, piece: tuple[Square, ...], city: int) -> Message | None:
    """Why a piece does not fit into one city. On cardboard only the number of empty squares is known."""
    realm = draft.realm
    if not 0 <= city < len(realm.cities):
        return NO_CITY
    if not draft.grids:
        return None if queries_city.empty_squares(realm, city) >= len(piece) else NO_ROOM
    return None if fits(piece, realm.cities[city].side, queries_city.taken_mask(realm, city)) else NO_ROOM


def spot_reason(draft: Draft, piece: tuple[Square, ...], spot: Spot, besides: int = 0) -> Message | None:
    """Why a piece cannot be laid at a spot: inside one city, on free squares. ``besides`` are taken as well."""
    if reason := city_reason(draft, piece, spot.city):
        return reason
    if not draft.grids:
        return None if not spot.way else NOT_THERE
    return lying_reason(draft, piece, spot, besides=besides)


def lying_reason(
    draft: Draft, piece: tuple[Square, ...], spot: Spot, *, besides: int = 0, here: int = 0
) -> Message | None:
    """Why a piece cannot lie at a spot of a grid; ``besides`` are taken as well, its own squares ``here`` are free."""
    city = draft.realm.cities[spot.city]
    way = placements(piece, city.side).get(spot.way)
    if way is None:
        return NOT_THERE
    if way.mask == here:
        return STANDS_THERE
    if way.mask & (queries_city.built_mask(draft.realm, spot.city) | besides) & ~here:
        return BUILDING_THERE
    return GRAVE_THERE if way.mask & mask_of(city.graves) & ~here else None


def number_reason(draft: Draft, number: int) -> Message | None:
    """Why a house number cannot be built: built already, price, room."""
    if number in queries_city.houses(draft.realm):
        return say("That house is built.")
    return afford_reason(
        draft.goods, HOUSE_COST[number], queries_city.has_working(draft.realm, "philosophy")
    ) or room_reason(draft, HOUSE)


def together_reason(draft: Draft, numbers: Sequence[int]) -> Message | None:
    """Why some houses cannot be built one after the other: one of them at all, their price in all, room."""
    for number in numbers:
        if reason := number_reason(draft, number):
            return reason
    different = not queries_city.has_working(draft.realm, "philosophy")
    for _, goods in CLASSES:
        dues = [class_amount(HOUSE_COST[number], goods) for number in numbers]
        if not can_pay(draft.goods, goods, dues, different=different):
            return TOO_LITTLE_FOOD if goods is FOODS else TOO_FEW_LUXURIES
    room = sum(queries_city.empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return None if room >= len(numbers) else NO_ROOM


def gift_reason(draft: Draft, number: int, free: int) -> Message | None:
    """Why San Nicolò does not give house ``free`` with house ``number``. A house that costs nothing is not paid for."""
    if free == 0:
        return None
    if not queries_city.has_benefit(draft.realm, "nicolo"):
        return say("San Nicolò is not your patron.")
    if HOUSE_COST[number] == Cost():
        return say("Only a house that is paid for brings another one.")
    if free >= number or free in queries_city.houses(draft.realm):
        return say("It must be a lower house that is not built.")
    room = sum(queries_city.empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return None if room > 1 else NO_ROOM


def house_reason(draft: Draft, order: BuildHouse) -> Message | None:
    """Why a house cannot be built. Section 5.3."""
    philosophy = queries_city.has_working(draft.realm, "philosophy")
    return (
        number_reason(draft, order.number)
        or paid_reason(draft.goods, HOUSE_COST[order.number], order.paid, philosophy)
        or spot_reason(draft, HOUSE, order.spot)
        or gift_reason(draft, order.number, order.free)
        or (_gift_spot_reason(draft, order) if order.free else None)
    )


def _gift_spot_reason(draft: Draft, order: BuildHouse) -> Message | None:
    """The free house has to be placed too, beside the one paid for."""
    if order.free_spot is None:
        return say("The free house needs a square.")
    same_city = order.free_spot.city == order.spot.city
    besides = mask_of(squares_at(draft, HOUSE, order.spot)) if same_city else 0
    if not draft.grids and same_city and queries_city.empty_squares(draft.realm, order.spot.city) < 2:
        return NO_ROOM
    return spot_reason(draft, HOUSE, order.free_spot, besides)


def kind_reason(draft: Draft, kind: BuildingKind, wide: int = 2, high: int = 1) -> Message | None:
    """Why a kind of building is out of reach: limits, then the price, then room."""
    if kind == "house":
        return say("A house has a number.")
    if kind == "store" and (max(wide, high), min(wide, high)) not in STORES:
        return say("A store is a full rectangle of tiles.")
    if PIECES[kind].single and queries_city.buildings_of_kind(draft.realm, kind):
        return say("You have it already.")
    if missing := missing_shared(draft, kind, wide * high):
        return NONE_LEFT if missing == 1 else say("There are too few tiles left.", N_("Too few tiles left"))
    philosophy = queries_city.has_working(draft.realm, "philosophy")
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
        paid_reason(draft.goods, cost, order.paid, queries_city.has_working(draft.realm, "philosophy"))
        or spot_reason(draft, piece_squares(order.kind, *order.sides), order.spot)
        or _touching_reason(draft, order)
    )


def _touching_reason(draft: Draft, order: BuildPiece) -> Message | None:
    """On cardboard the owner says what touches; a grid knows."""
    near = [building.key for building in neighbours(draft, order.kind, order.spot.city)]
    if (draft.grids and order.touching) or any(key not in near for key in order.touching):
        return say("That is not beside it.")
    return None
