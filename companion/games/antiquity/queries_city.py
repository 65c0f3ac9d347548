"""Questions to a realm: squares, graves, working buildings, men, goods. Sections 4, 5 and 9."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.antiquity.piece_shapes import BIT, mask_of, positions, spread, whole
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.tables import (
    FACULTIES,
    FOODS,
    GOODS,
    LUXURIES,
    PIECES,
    REACH,
    STABLES_REACH,
    Good,
    Kind,
    Saint,
)


def of_kind(realm: Realm, *kinds: Kind) -> list[Building]:
    """The buildings of some kinds, oldest first."""
    return [building for building in realm.buildings if building.kind in kinds]


def building_of(realm: Realm, key: str) -> Building | None:
    """The building with this key."""
    return next((building for building in realm.buildings if building.key == key), None)


def in_city(realm: Realm, city: int) -> list[Building]:
    """What stands in a city."""
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


def graved(realm: Realm, building: Building) -> bool:
    """One grave is enough. Section 8, phase 8."""
    return graves_on(realm, building) > 0


def graves_in(realm: Realm, city: int) -> int:
    """All graves of a city."""
    on_cardboard = sum(building.graves for building in in_city(realm, city) if not building.at)
    return len(realm.cities[city].graves) + realm.cities[city].loose + on_cardboard


def built_mask(realm: Realm, city: int) -> int:
    """The squares under buildings."""
    mask = 0
    for building in realm.buildings:
        if building.city == city:
            mask |= mask_of(building.at)
    return mask


def taken_mask(realm: Realm, city: int) -> int:
    """The squares that are not free: under buildings or graves."""
    return built_mask(realm, city) | mask_of(realm.cities[city].graves)


def empty_squares(realm: Realm, city: int) -> int:
    """How many squares hold neither building nor grave."""
    side = realm.cities[city].side
    if grid(realm, city):
        return (whole(side) & ~taken_mask(realm, city)).bit_count()
    sizes = sum(building.size for building in in_city(realm, city))
    return max(0, side * side - sizes - realm.cities[city].loose)


def grid(realm: Realm, city: int) -> bool:
    """Whether this city is kept square by square."""
    return bool(realm.cities[city].graves) or any(building.at for building in in_city(realm, city))


def empty_positions(realm: Realm, city: int) -> list[str]:
    """The empty squares of a grid, row by row."""
    taken = taken_mask(realm, city)
    return [square for square in positions(realm.cities[city].side) if not BIT[square] & taken]


def open_to_graves(realm: Realm, city: int) -> Iterator[tuple[str, Building]]:
    """Squares of a grid without a grave under buildings that are not houses. Section 8, phase 8, second choice."""
    graves = realm.cities[city].graves
    for building in in_city(realm, city):
        if building.kind != "house":
            for square in building.at:
                if square not in graves:
                    yield square, building


def works(realm: Realm, building: Building) -> bool:
    """Not graved and, if it needs a man, manned; a faculty also by a manned university at its side. Section 4."""
    if graved(realm, building):
        return False
    if not PIECES[building.kind].needs_man or building.manned:
        return True
    return building.kind in FACULTIES and _served(realm, building)


def _served(realm: Realm, faculty: Building) -> bool:
    """Whether a working university touches the faculty by an edge. Figure 1 of section 4."""
    for university in of_kind(realm, "university"):
        if university.city == faculty.city and university.manned and not graved(realm, university):
            if faculty.at and university.at:
                return touches(faculty.at, university.at)
            return faculty.joined
    return False


def touches(one: list[str], other: list[str]) -> bool:
    """Whether two pieces share an edge; a corner is not enough."""
    return bool(spread(mask_of(one)) & mask_of(other))


def working(realm: Realm, kind: Kind) -> bool:
    """Whether one of a kind works."""
    return any(works(realm, building) for building in of_kind(realm, kind))


def ready_carts(realm: Realm) -> list[Building]:
    """Cart shops that may still send their man out this turn. Section 7."""
    return [building for building in of_kind(realm, "cart") if works(realm, building)]


def reach(realm: Realm) -> int:
    """Steps over land that the zone of control reaches. Section 6."""
    return STABLES_REACH if working(realm, "stables") else REACH


def capacity(realm: Realm) -> int | None:
    """Goods that can be kept; None for no limit. Section 8, phase 5."""
    if blessed(realm, "cristofori"):
        return None
    return sum(building.size for building in of_kind(realm, "store") if works(realm, building))


def blessed(realm: Realm, saint: Saint) -> bool:
    """Whether a saint works for the realm: the cathedral stands ungraved, and is his or Santa Maria's. Section 9."""
    return realm.saint in (saint, "maria") and working(realm, "cathedral")


def stock(realm: Realm) -> dict[Good, int]:
    """The goods owned. Raises ``BrokenSeal`` where they are hidden from whoever looks."""
    return realm.goods.value


def held(realm: Realm, good: Good) -> int:
    """How much of a good is owned."""
    return realm.goods.value.get(good, 0)


def food_of(realm: Realm) -> int:
    """All food owned."""
    return sum(held(realm, good) for good in FOODS)


def saints_goods(realm: Realm) -> int:
    """Goods that count for Sant' Cristofori: up to three of each food and luxury."""
    return sum(min(3, held(realm, good)) for good in (*FOODS, *LUXURIES))


def sound_kinds(realm: Realm) -> set[Kind]:
    """The kinds of which an ungraved specimen stands."""
    return {building.kind for building in realm.buildings if not graved(realm, building)}


def men_out(realm: Realm) -> int:
    """Men in the countryside, one at each site."""
    return len(realm.works)


def men_in(realm: Realm) -> int:
    """Men in city buildings."""
    return sum(building.manned for building in realm.buildings)


def order_number(realm: Realm) -> int:
    """Manned ungraved cart shops, and one more for a working explorer. Phase 3."""
    return len(ready_carts(realm)) + working(realm, "explorer")


# -- storage -----------------------------------------------------------------------------------------------------


def excess(realm: Realm) -> int:
    """Goods beyond what the working stores keep. Phase 5."""
    room = capacity(realm)
    return 0 if room is None else max(0, sum(stock(realm).values()) - room)


def at_hand(realm: Realm) -> dict[Good, int]:
    """What a realm owns, in the order of the goods table, without what it has none of."""
    return {good: held(realm, good) for good in GOODS if held(realm, good)}
