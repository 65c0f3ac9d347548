"""Questions about one city: its key, its facts, its points, how many blocks it holds. Sections 2 and 7.1."""

from __future__ import annotations

import re

from companion.core.boxes import Box, Fact
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import (
    ATHENS_LAND_LIMIT,
    ATHENS_LIMIT,
    CITY_FIELDS,
    HOLDER_BY_COLOUR,
    MAJOR_LIMIT,
    MINOR_LIMIT,
    CityField,
    Holder,
)

ARENA = "arena"
"""The one place of a play of a single battle."""

OPEN_PLACE, NEW_CITY = "field", "city"
"""What places in the open and cities are called as long as they have no name, with a number: ``field-2``."""


def slug(name: str) -> str:
    """A name as the key of a city: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def unnamed_number(place: str, kind: str) -> int | None:
    """The number of a place of this kind that has only a number."""
    head, _, number = place.rpartition("-")
    return int(number) if head == kind and number.isdecimal() else None


def new_open_place_key(state: State) -> str:
    """The key of one more place in the open."""
    return f"{OPEN_PLACE}-{len(state.places) + 1}"


def new_city_key(state: State) -> str:
    """The key of one more city, as long as it has no name."""
    return f"{NEW_CITY}-{len(state.cities) + 1}"


def city_key(box: Box, words: str) -> str:
    """The key of the city the owners mean: its key or the name they gave it; the words as a key if there is none."""
    key = slug(words)
    cities = box.get("city", {})
    if key in cities or not key:
        return key
    return next((city for city, facts in cities.items() if slug(str(facts.get("name", ""))) == key), key)


def city_fact(state: State, city: str, field: str) -> Fact | None:
    """What the box of this play says of a city, or None."""
    return state.box.get("city", {}).get(city, {}).get(field)


def is_yes(state: State, city: str, field: str) -> bool:
    """A yes-or-no fact; what nobody knows counts as no."""
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
    """1 to 4 points are printed at it."""
    return city_points(state, city) > 0


def unknown_facts(state: State, city: str, fields: tuple[CityField, ...] = CITY_FIELDS) -> tuple[CityField, ...]:
    """What must be looked up: all of it before there is a battle there."""
    if city not in state.cities:
        return ()
    return tuple(field for field in fields if city_fact(state, city, field) is None)


def owner_unknown(state: State, city: str) -> bool:
    """Whether nobody has said yet whose a city is: neither its colour nor who took it."""
    return holder(state, city) == "neutral" and bool(unknown_facts(state, city, ("colour",)))


def has_walls(state: State, place: str) -> bool:
    return is_yes(state, place, "walled")


def inside_limit(state: State, place: str) -> int:
    """How many blocks may be inside, and how many may assault (section 7.1)."""
    if place == "athens":
        return ATHENS_LIMIT
    return MAJOR_LIMIT if is_major(state, place) else MINOR_LIMIT


def inside_land_limit(state: State, place: str) -> int:
    """How many of them may be land blocks."""
    return ATHENS_LAND_LIMIT if place == "athens" else inside_limit(state, place)


def owner_by_colour(state: State, city: str) -> Holder:
    """Whose a city is by its colour; neutral until somebody has said."""
    colour = city_fact(state, city, "colour")
    return HOLDER_BY_COLOUR[colour] if isinstance(colour, str) else "neutral"


def holder(state: State, place: str) -> Holder | None:
    found = state.cities.get(place)
    return found.holder if found else None


def is_port(state: State, place: str) -> bool:
    """Unless the box says that it is none."""
    return place in state.cities and city_fact(state, place, "port") != "no"
