"""Numbers of phases 5 to 9: storage, harvest, exploration, famine, graves, pollution. Section 8."""

from __future__ import annotations

from companion.games.antiquity.agenda import Burying, Storing
from companion.games.antiquity.queries_city import empty_squares, graved, of_kind, stock, working
from companion.games.antiquity.state import Building, Realm, State
from companion.games.antiquity.tables import CITY_POLLUTION, DUMP_RELIEF, GRANARY_FOOD, LABOUR_TAKES, MARKERS

# -- famine ------------------------------------------------------------------------------------------------------


def granary_food(realm: Realm) -> int:
    """What an ungraved granary counts for."""
    return GRANARY_FOOD if working(realm, "granary") else 0


def famine_graves(famine: int, food: int, granary: int) -> int:
    """``max(0, famine - food - 3 for a granary)``; nothing is eaten. Phase 8."""
    return max(0, famine - food - granary)


# -- graves ------------------------------------------------------------------------------------------------------


def grave_room(realm: Realm) -> int:
    """Squares that can still take a grave: empty ones, then those of buildings that are not houses."""
    empty = sum(empty_squares(realm, city) for city in range(len(realm.cities)))
    return empty + sum(open_squares(realm, building) for building in realm.buildings)


def open_squares(realm: Realm, building: Building) -> int:
    if building.kind == "house":
        return 0
    if building.at:
        graves = realm.cities[building.city].graves
        return sum(square not in graves for square in building.at)
    return max(0, building.size - building.graves)


def nothing_to_choose(state: State, seat: int) -> bool:
    """Whether there is no room at all; or one city on cardboard, where one empty square is as good as another."""
    realm, wanted = state.realm(seat), graves_to_place(state, seat)
    return not wanted or (not state.grids and len(realm.cities) == 1 and empty_squares(realm, 0) >= wanted)


def graves_to_place(state: State, seat: int) -> int:
    """The graves due, or as many as there is room for."""
    return min(state.owed(Burying).graves[seat], grave_room(state.realm(seat)))


def all_full(realm: Realm) -> bool:
    """Whether no city has an empty square."""
    return not any(empty_squares(realm, city) for city in range(len(realm.cities)))


# -- pollution ---------------------------------------------------------------------------------------------------


def fountains_of(realm: Realm) -> int:
    """Own ungraved fountains."""
    return sum(not graved(realm, fountain) for fountain in of_kind(realm, "fountain"))


def pollution(realm: Realm) -> int:
    """``max(0, 3 for each city - 4 for a working dump - 1 for each fountain)``. Phase 9."""
    dump = DUMP_RELIEF if working(realm, "dump") else 0
    return max(0, CITY_POLLUTION * len(realm.cities) - dump - fountains_of(realm))


def protected(state: State) -> list[int]:
    """Seats whose zone others may not pollute."""
    return [seat for seat in state.alive if working(state.realm(seat), "dump")]


def to_discard(state: State, seat: int) -> int:
    """The excess, or as much as is still there after a correction."""
    return min(state.owed(Storing).excess[seat], sum(stock(state.realm(seat)).values()))


def taken(left: int, driven: bool) -> tuple[int, int]:
    """Goods that leave a site and goods that are gained: one and one, or up to three with the first thrown away."""
    removed = min(LABOUR_TAKES if driven else 1, left)
    return removed, removed - 1 if driven and removed else removed


# -- exploration -------------------------------------------------------------------------------------------------


def markers_left(state: State) -> int:
    """Markers that were not turned yet; some of them may have gone unseen."""
    return len(state.realms) * len(MARKERS) - sum(state.markers.values())
