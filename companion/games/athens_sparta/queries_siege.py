"""Questions about sieges: who is besieged or blockaded, total or partial, naval control. Sections 7 and 8.4."""

from __future__ import annotations

from companion.games.athens_sparta.queries_blocks import has_steps, units_at
from companion.games.athens_sparta.queries_city import city_fact, holder, is_yes
from companion.games.athens_sparta.state import State, Unit
from companion.games.athens_sparta.tables import Holder, Side


def enemies_of_holder(state: State, place: str, *roles: str) -> list[Unit]:
    """Face-up blocks of the side that does not hold the city."""
    mine = holder(state, place)
    return [unit for unit in units_at(state, place, None, *roles) if unit.side != mine]


def is_besieged(state: State, place: str) -> bool:
    """Whether a city is besieged or blockaded, and so counts for nobody (section 2)."""
    return place in besieged_cities(state)


def besieged_cities(state: State) -> set[str]:
    """All cities that are besieged or blockaded."""
    return {
        unit.place
        for unit in state.units
        if unit.role in ("siege", "blockade")
        and unit.place in state.cities
        and state.cities[unit.place].holder != unit.side
        and has_steps(state, unit)
    }


def is_total_siege(state: State, place: str) -> bool:
    """Whether a siege is total: by land and sea, by land without a port, or of an island by sea (section 7.7)."""
    by_land = bool(enemies_of_holder(state, place, "siege"))
    by_sea = bool(enemies_of_holder(state, place, "blockade"))
    if is_yes(state, place, "island") and by_sea:
        return True
    return by_land and (by_sea or city_fact(state, place, "port") == "no")


def naval_control(state: State, place: str) -> Holder | None:
    """Who has naval control: the holder, unless an enemy ship blockades (section 8.4)."""
    ships = enemies_of_holder(state, place, "blockade")
    return ships[0].side if ships else holder(state, place)


def cities_besieged_by(state: State, side: Side) -> list[str]:
    """Enemy cities that ``side`` besieges or blockades."""
    places = dict.fromkeys(unit.place for unit in state.units if unit.side == side)
    return [
        place
        for place in places
        if place in state.cities and units_at(state, place, side, "siege", "blockade") and holder(state, place) != side
    ]
