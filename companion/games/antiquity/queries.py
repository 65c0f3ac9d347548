"""Questions about a realm that several modules need."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antiquity.piece_shapes import BIT, grid_mask, grid_squares, mask_of, neighbour_mask
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import (
    FACULTIES,
    FOODS,
    GOODS,
    PIECES,
    REACH,
    STABLES_REACH,
    BuildingKind,
    Good,
    Saint,
)


def buildings_of_kind(realm: Realm, *kinds: BuildingKind) -> list[Building]:
    """The buildings of some kinds, oldest first."""
    return [building for building in realm.buildings if building.kind in kinds]


def in_city(realm: Realm, city: int) -> list[Building]:
    """The buildings of a city."""
    return [building for building in realm.buildings if building.city == city]


def houses(realm: Realm) -> dict[int, Building]:
    """The houses built, by number."""
    return {building.number: building for building in realm.buildings if building.kind == "house"}


def graves_on(realm: Realm, building: Building) -> int:
    """How many graves lie on a building."""
    if building.at:
        graves = realm.cities[building.city].graves
        return sum(square in graves for square in building.at)
    return building.graves


def has_grave(realm: Realm, building: Building) -> bool:
    """Whether a grave lies on a building: one is enough. Section 8, phase 8."""
    return graves_on(realm, building) > 0


def graves_in(realm: Realm, city: int) -> int:
    """All graves of a city."""
    on_cardboard = sum(building.graves for building in in_city(realm, city) if not building.at)
    return len(realm.cities[city].graves) + realm.cities[city].loose + on_cardboard


def built_mask(realm: Realm, city: int) -> int:
    """The squares under buildings."""
    return mask_of(square for building in in_city(realm, city) for square in building.at)


def taken_mask(realm: Realm, city: int) -> int:
    """The squares that are not free: under buildings or graves."""
    return built_mask(realm, city) | mask_of(realm.cities[city].graves)


def empty_squares(realm: Realm, city: int) -> int:
    """How many squares hold neither building nor grave."""
    side = realm.cities[city].side
    if is_on_grid(realm, city):
        return (grid_mask(side) & ~taken_mask(realm, city)).bit_count()
    sizes = sum(building.size for building in in_city(realm, city))
    return max(0, side * side - sizes - realm.cities[city].loose)


def is_on_grid(realm: Realm, city: int) -> bool:
    """Whether a city is kept square by square."""
    return bool(realm.cities[city].graves) or any(building.at for building in in_city(realm, city))


def empty_positions(realm: Realm, city: int) -> list[str]:
    """The empty squares of a grid, row by row."""
    taken = taken_mask(realm, city)
    return [square for square in grid_squares(realm.cities[city].side) if not BIT[square] & taken]


def is_working(realm: Realm, building: Building) -> bool:
    """Whether a building works: no grave and, if needed, a man; for a faculty also the man of a touching university.
    Section 4.
    """
    if has_grave(realm, building):
        return False
    if not PIECES[building.kind].needs_man or building.manned:
        return True
    return building.kind in FACULTIES and _served(realm, building)


def _served(realm: Realm, faculty: Building) -> bool:
    """Whether a working university shares an edge with the faculty. Section 4, figure 1."""
    for university in buildings_of_kind(realm, "university"):
        if university.city == faculty.city and university.manned and not has_grave(realm, university):
            if faculty.at and university.at:
                return touches(faculty.at, university.at)
            return faculty.joined
    return False


def touches(one: list[str], other: list[str]) -> bool:
    """Whether two pieces share an edge; a corner is not enough."""
    return bool(neighbour_mask(mask_of(one)) & mask_of(other))


def has_working(realm: Realm, kind: BuildingKind) -> bool:
    """Whether a building of a kind works."""
    return any(is_working(realm, building) for building in buildings_of_kind(realm, kind))


def has_benefit(realm: Realm, saint: Saint) -> bool:
    """Whether a realm has a saint's benefit: its working cathedral is his or Santa Maria's. Section 9."""
    return realm.saint in (saint, "maria") and has_working(realm, "cathedral")


def stock(realm: Realm) -> dict[Good, int]:
    """The goods owned. Raises ``BrokenSeal`` where they are hidden from the viewer."""
    return realm.goods.value


def owned(realm: Realm, good: Good) -> int:
    """How much of a good is owned."""
    return realm.goods.value.get(good, 0)


def food_of(realm: Realm) -> int:
    """All food owned."""
    return sum(owned(realm, good) for good in FOODS)


def owned_goods(realm: Realm) -> dict[Good, int]:
    """The goods of which a realm owns at least one, with their numbers, in the order of the goods table."""
    return {good: owned(realm, good) for good in GOODS if owned(realm, good)}


def men_outside(realm: Realm) -> int:
    """Men in the countryside, one at each site."""
    return len(realm.works)


def men_in_cities(realm: Realm) -> int:
    """Men in city buildings."""
    return sum(building.manned for building in realm.buildings)


def zone_reach(realm: Realm) -> int:
    """Steps over land from cities and inns to the edge of the zone of control. Section 6."""
    return STABLES_REACH if has_working(realm, "stables") else REACH


def zone_words(realm: Realm) -> Message:
    """The reach of the zone of control. Section 6."""
    if has_working(realm, "harbour"):
        return say(
            "Your zone: {n} steps over land from your cities and inns; by the harbour also the waters beside them with "
            "all their shores.",
            short=N_("Zone: {n}, waters too"),
            n=zone_reach(realm),
        )
    return say(
        "Your zone: {n} steps over land from your cities and inns, no water.",
        short=N_("Zone: {n} over land"),
        n=zone_reach(realm),
    )
