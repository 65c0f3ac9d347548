"""Building in phase 2: houses, and every other piece. Sections 5.1 to 5.4 and 9 (San Nicolò)."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.antiquity.city import (
    blessed,
    building_of,
    built_mask,
    empty_squares,
    houses,
    of_kind,
    taken_mask,
    working,
)
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.orders import House, Raise, Spot
from companion.games.antiquity.payments import afford_reason, bill, moved, paid_reason
from companion.games.antiquity.shapes import Square, fits, mask_of, squares_of, ways
from companion.games.antiquity.state import Building
from companion.games.antiquity.tables import FACULTIES, HOUSE_COST, PIECES, STORES, Cost, Kind, Shared

HOUSE = squares_of("house")
NO_ROOM = say("There is no room for it.")
NOT_THERE = say("That is not on the map.")
BUILDING_THERE = say("A building stands there.")
GRAVE_THERE = say("A grave lies there.")


# -- where -------------------------------------------------------------------------------------------------------


def room_reason(draft: Draft, piece: tuple[Square, ...]) -> Message | None:
    """Why a piece fits into no city."""
    found = any(city_reason(draft, piece, city) is None for city in range(len(draft.realm.cities)))
    return None if found else NO_ROOM


def city_reason(draft: Draft, piece: tuple[Square, ...], city: int) -> Message | None:
    """Why a piece does not fit into one city. On cardboard only the number of empty squares is known."""
    realm = draft.realm
    if not 0 <= city < len(realm.cities):
        return say("There is no such city.")
    if not draft.grids:
        return None if empty_squares(realm, city) >= len(piece) else NO_ROOM
    return None if fits(piece, realm.cities[city].side, taken_mask(realm, city)) else NO_ROOM


def spot_reason(draft: Draft, piece: tuple[Square, ...], spot: Spot, besides: int = 0) -> Message | None:
    """Why a piece cannot be laid there: fully inside one city, on free squares. ``besides`` are taken as well."""
    if reason := city_reason(draft, piece, spot.city):
        return reason
    if not draft.grids:
        return None if not spot.way else NOT_THERE
    way = ways(piece, draft.realm.cities[spot.city].side).get(spot.way)
    if way is None:
        return NOT_THERE
    if way.mask & (built_mask(draft.realm, spot.city) | besides):
        return BUILDING_THERE
    return GRAVE_THERE if way.mask & mask_of(draft.realm.cities[spot.city].graves) else None


def squares_at(draft: Draft, piece: tuple[Square, ...], spot: Spot | None) -> list[str]:
    """The squares a piece comes to lie on; none on cardboard."""
    if spot is None or not draft.grids:
        return []
    return list(ways(piece, draft.realm.cities[spot.city].side)[spot.way].squares)


# -- houses ------------------------------------------------------------------------------------------------------


def number_reason(draft: Draft, number: int) -> Message | None:
    """Why a house cannot be built at all: built already, too dear, no room."""
    if number in houses(draft.realm):
        return say("That house is built.")
    return afford_reason(draft.goods, HOUSE_COST[number], working(draft.realm, "philosophy")) or room_reason(
        draft, HOUSE
    )


def gift_reason(draft: Draft, number: int, free: int) -> Message | None:
    """Why San Nicolò does not give house ``free`` with house ``number``. A house that costs nothing is not paid for."""
    if free == 0:
        return None
    if not blessed(draft.realm, "nicolo"):
        return say("San Nicolò is not your patron.")
    if HOUSE_COST[number] == Cost():
        return say("Only a house that is paid for brings another one.")
    if free >= number or free in houses(draft.realm):
        return say("It must be a lower house that is not built.")
    room = sum(empty_squares(draft.realm, city) for city in range(len(draft.realm.cities)))
    return None if room > 1 else NO_ROOM


def house_reason(draft: Draft, order: House) -> Message | None:
    """Section 5.3."""
    philosophy = working(draft.realm, "philosophy")
    return (
        number_reason(draft, order.number)
        or paid_reason(draft.goods, HOUSE_COST[order.number], order.paid, philosophy)
        or spot_reason(draft, HOUSE, order.spot)
        or gift_reason(draft, order.number, order.free)
        or (_gift_spot_reason(draft, order) if order.free else None)
    )


def _gift_spot_reason(draft: Draft, order: House) -> Message | None:
    """The free house has to be placed too, beside the one paid for."""
    if order.free_spot is None:
        return say("The free house needs a square.")
    same_city = order.free_spot.city == order.spot.city
    besides = mask_of(squares_at(draft, HOUSE, order.spot)) if same_city else 0
    if not draft.grids and same_city and empty_squares(draft.realm, order.spot.city) < 2:
        return NO_ROOM
    return spot_reason(draft, HOUSE, order.free_spot, besides)


def build_house(draft: Draft, order: House, key: str) -> None:
    """One man more for every house. The free one triggers nothing."""
    moved(draft.goods, draft.bank, bill(HOUSE_COST[order.number], order.paid))
    lay(draft, Building(key, "house", order.spot.city, 1, squares_at(draft, HOUSE, order.spot), number=order.number))
    draft.realm.idle += 1
    if order.free and order.free_spot is not None:
        squares = squares_at(draft, HOUSE, order.free_spot)
        lay(draft, Building(f"{key}f", "house", order.free_spot.city, 1, squares, number=order.free))
        draft.realm.idle += 1


def lay(draft: Draft, building: Building) -> None:
    draft.realm.buildings.append(building)
    draft.keys.append(building.key)


# -- everything else ---------------------------------------------------------------------------------------------


def cost_of(draft: Draft, kind: Kind, wide: int = 2, high: int = 1) -> Cost:
    """Section 5.2; stores by section 5.4."""
    if kind == "store" and draft.options["store-price"] == "tile":
        return Cost(wood=wide * high // 2)
    return PIECES[kind].cost


def shared_use(kind: Kind, wide: int, high: int) -> tuple[Shared, int] | None:
    """The shared pieces that a building takes."""
    if kind == "store":
        return "tile", wide * high // 2
    if kind == "cart" or kind == "fountain":
        return kind, 1
    return None


def kind_reason(draft: Draft, kind: Kind, wide: int = 2, high: int = 1) -> Message | None:
    """Why a kind of building is out of reach: limits first, then the price, then room."""
    if kind == "house":
        return say("A house has a number.")
    if kind == "store" and (max(wide, high), min(wide, high)) not in STORES:
        return say("A store is a full rectangle of tiles.")
    if PIECES[kind].single and of_kind(draft.realm, kind):
        return say("You have it already.")
    use = shared_use(kind, wide, high)
    if use and draft.options["piece-limits"] and draft.supply[use[0]] < use[1]:
        return say("None is left in the supply.") if use[1] == 1 else say("There are too few tiles left.")
    philosophy = working(draft.realm, "philosophy")
    return afford_reason(draft.goods, cost_of(draft, kind, wide, high), philosophy) or room_reason(
        draft, squares_of(kind, wide, high)
    )


def raise_reason(draft: Draft, order: Raise) -> Message | None:
    """Section 5.1."""
    wide, high = (order.wide, order.high) if order.kind == "store" else (2, 1)
    if reason := kind_reason(draft, order.kind, wide, high):
        return reason
    if (order.saint is None) is (order.kind == "cathedral"):
        return say("A cathedral has a saint, and nothing else has.")
    cost = cost_of(draft, order.kind, wide, high)
    return (
        paid_reason(draft.goods, cost, order.paid, working(draft.realm, "philosophy"))
        or spot_reason(draft, squares_of(order.kind, order.wide, order.high), order.spot)
        or _touching_reason(draft, order)
    )


def neighbours(draft: Draft, kind: Kind, city: int) -> list[Building]:
    """What a university, or a faculty, may share an edge with in a city."""
    wanted = FACULTIES if kind == "university" else ("university",) if kind in FACULTIES else ()
    return [building for building in of_kind(draft.realm, *wanted) if building.city == city]


def _touching_reason(draft: Draft, order: Raise) -> Message | None:
    """On cardboard the owner says what touches; a grid knows."""
    near = [building.key for building in neighbours(draft, order.kind, order.spot.city)]
    if (draft.grids and order.touching) or any(key not in near for key in order.touching):
        return say("That is not beside it.")
    return None


def raise_building(draft: Draft, order: Raise, key: str) -> None:
    """Pay, lay the piece, and do what it does at once: a fountain lowers famine, a cathedral chooses its saint."""
    wide, high = (order.wide, order.high) if order.kind == "store" else (2, 1)
    moved(draft.goods, draft.bank, bill(cost_of(draft, order.kind, wide, high), order.paid))
    use = shared_use(order.kind, wide, high)
    if use:
        draft.supply[use[0]] -= use[1]
    piece = squares_of(order.kind, order.wide, order.high)
    laid = Building(key, order.kind, order.spot.city, len(piece), squares_at(draft, piece, order.spot))
    lay(draft, laid)
    _join(draft, order, laid)
    if order.kind == "fountain":
        draft.fountains += 1
    if order.kind == "cathedral":
        draft.realm.saint = order.saint
        draft.cathedrals += 1


def _join(draft: Draft, order: Raise, laid: Building) -> None:
    """Remember on cardboard which faculties the university serves."""
    for key in order.touching:
        faculty = laid if laid.kind != "university" else building_of(draft.realm, key)
        if faculty is not None:
            faculty.joined = True
