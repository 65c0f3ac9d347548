"""Numbers of phases 5 to 9: storage, harvest, exploration, famine, graves, pollution. Section 8."""

from __future__ import annotations

from companion.games.antiquity import queries_city
from companion.games.antiquity.agenda import PlacingGraves, Storing
from companion.games.antiquity.state import Building, Realm, State
from companion.games.antiquity.tables import CITY_POLLUTION, DUMP_RELIEF, GRANARY_FOOD, LABOUR_TAKES, MARKERS


def granary_food(realm: Realm) -> int:
    """Food that an ungraved granary counts as."""
    return GRANARY_FOOD if queries_city.has_working(realm, "granary") else 0


def famine_graves(famine: int, food: int, granary: int) -> int:
    """``max(0, famine - food - granary)``; nothing is eaten. Phase 8."""
    return max(0, famine - food - granary)


def grave_room(realm: Realm) -> int:
    """Squares that can take a grave: empty ones and those of buildings that are not houses."""
    empty = sum(queries_city.empty_squares(realm, city) for city in range(len(realm.cities)))
    return empty + sum(open_squares(realm, building) for building in realm.buildings)


def open_squares(realm: Realm, building: Building) -> int:
    """Squares of a building that can take a grave; none of a house."""
    return 0 if building.kind == "house" else max(0, building.size - queries_city.graves_on(realm, building))


def has_no_choice(realm: Realm, wanted: int, grids: bool) -> bool:
    """Whether graves need no question: no room at all, or enough empty squares in one city on cardboard."""
    return not wanted or (not grids and len(realm.cities) == 1 and queries_city.empty_squares(realm, 0) >= wanted)


def graves_to_place(due: PlacingGraves, realm: Realm) -> int:
    """Graves to place, or as many as there is room for."""
    return min(due.graves[realm.seat], grave_room(realm))


def cities_full(realm: Realm) -> bool:
    """Whether no city has an empty square."""
    return not any(queries_city.empty_squares(realm, city) for city in range(len(realm.cities)))


def fountain_count(realm: Realm) -> int:
    """Own ungraved fountains."""
    return sum(
        not queries_city.has_grave(realm, fountain) for fountain in queries_city.buildings_of_kind(realm, "fountain")
    )


def pollution_due(realm: Realm) -> int:
    """``max(0, 3 for each city - 4 for a working dump - 1 for each fountain)``. Phase 9."""
    dump = DUMP_RELIEF if queries_city.has_working(realm, "dump") else 0
    return max(0, CITY_POLLUTION * len(realm.cities) - dump - fountain_count(realm))


def protected_zones(state: State) -> list[int]:
    """Seats whose zone others may not pollute."""
    return [seat for seat in state.alive if queries_city.has_working(state.realm(seat), "dump")]


def goods_to_discard(due: Storing, realm: Realm) -> int:
    """Goods to discard, or all that a correction has left."""
    return min(due.excess[realm.seat], sum(queries_city.stock(realm).values()))


def harvested(left: int, driven: bool) -> tuple[int, int]:
    """Goods that leave a site and goods gained: one and one, or by forced labour up to three with one lost."""
    removed = min(LABOUR_TAKES if driven else 1, left)
    return removed, removed - 1 if driven and removed else removed


def markers_left(state: State) -> int:
    """Exploration markers not turned yet."""
    return len(state.realms) * len(MARKERS) - sum(state.markers.values())
