"""Questions about one city: key, printed facts, points, limits, holder, siege. Sections 2, 7 and 8.4."""

from __future__ import annotations

import re

from companion.core.boxes import Box, Fact
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.queries_blocks import has_steps, units_at
from companion.games.athens_sparta.state import State, Unit
from companion.games.athens_sparta.tables import CityField, Holder, Side

ARENA = "arena"
"""The only place in a play of a single battle."""

OPEN_PLACE, NEW_CITY = "field", "city"
"""Key prefixes of places in the open and of added cities without a name: ``field-2``."""


def slug(name: str) -> str:
    """A name as a key: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def unnamed_number(place: str, kind: str) -> int | None:
    """The number in the key of an unnamed place of this kind, or None."""
    head, _, number = place.rpartition("-")
    return int(number) if head == kind and number.isdecimal() else None


def new_open_place_key(state: State) -> str:
    """The key for one more place in the open."""
    return f"{OPEN_PLACE}-{len(state.places) + 1}"


def new_city_key(state: State) -> str:
    """The key for one more city without a name."""
    return f"{NEW_CITY}-{len(state.cities) + 1}"


def city_key(box: Box, words: str) -> str:
    """The key of the city with this key or with the name the owners gave it; else the words as a key."""
    key = slug(words)
    cities = box.get("city", {})
    if key in cities or not key:
        return key
    return next((city for city, facts in cities.items() if slug(str(facts.get("name", ""))) == key), key)


def city_fact(state: State, city: str, field: str) -> Fact | None:
    """A fact of a city in the box of this play, or None."""
    return state.box.get("city", {}).get(city, {}).get(field)


def is_yes(state: State, city: str, field: str) -> bool:
    """A yes-or-no fact; unknown counts as no."""
    return city_fact(state, city, field) == "yes"


def city_points(state: State, city: str) -> int:
    """Production points of a city. Syracuse may be worth what two hidden cards say (section 13)."""
    if city == "syracuse" and state.hidden_value:
        if not all(sealed.revealed for sealed in state.syracuse.values()):
            return 0
        return sum(int(sealed.value.split(".")[0]) for sealed in state.syracuse.values())
    points = city_fact(state, city, "points")
    return points if isinstance(points, int) and not isinstance(points, bool) else 0


def is_major(state: State, city: str) -> bool:
    """Whether 1 to 4 points are printed at a city."""
    return city_points(state, city) > 0


def unknown_facts(state: State, city: str, fields: tuple[CityField, ...] = tables.CITY_FIELDS) -> tuple[CityField, ...]:
    """The fields of a city that the box lacks."""
    if city not in state.cities:
        return ()
    return tuple(field for field in fields if city_fact(state, city, field) is None)


def owner_unknown(state: State, city: str) -> bool:
    """Whether neither the colour nor the holder of a city is known."""
    return holder(state, city) == "neutral" and bool(unknown_facts(state, city, ("colour",)))


def has_walls(state: State, place: str) -> bool:
    return is_yes(state, place, "walled")


def inside_limit(state: State, place: str) -> int:
    """How many blocks may be inside, and how many may assault (section 7.1)."""
    if place == "athens":
        return tables.ATHENS_LIMIT
    return tables.MAJOR_LIMIT if is_major(state, place) else tables.MINOR_LIMIT


def inside_land_limit(state: State, place: str) -> int:
    """How many of them may be land blocks."""
    return tables.ATHENS_LAND_LIMIT if place == "athens" else inside_limit(state, place)


def owner_by_colour(state: State, city: str) -> Holder:
    """The owner of a city by its colour; neutral while the colour is unknown."""
    colour = city_fact(state, city, "colour")
    return tables.HOLDER_BY_COLOUR[colour] if isinstance(colour, str) else "neutral"


def holder(state: State, place: str) -> Holder | None:
    """Who holds a city, or None where there is no city."""
    found = state.cities.get(place)
    return found.holder if found else None


def is_port(state: State, place: str) -> bool:
    """Whether a city is a port; so it is while the box does not say."""
    return place in state.cities and city_fact(state, place, "port") != "no"


# -- sieges and blockades ----------------------------------------------------------------------------------------------


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
