"""Provinces, cities, temples and units as they stand on the board. Sections 6 and 10."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.wording import Message, Wording, say
from companion.games.antike import tables
from companion.games.antike.box import Atlas, Province, atlas
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Good, Unit

# -- provinces -------------------------------------------------------------------------------------------------------


def provinces(state: State) -> Atlas:
    """The provinces of the board side in play, as far as they are known."""
    return atlas(state.switches.side, state.box)


def tracked_provinces(state: State) -> Atlas:
    """The provinces if this table tracks them, else none."""
    return provinces(state) if state.switches.mapped else {}


def own(state: State, nation: Nation) -> list[Province]:
    """The provinces with a city of a nation. Only where they are tracked."""
    number = state.number(nation)
    return [province for key, province in provinces(state).items() if state.owners.get(key) == number]


def near_own(state: State, nation: Nation) -> set[str]:
    """The keys of the provinces next to a nation's cities; none where provinces are not tracked."""
    if not state.switches.mapped:
        return set()
    return {key for province in own(state, nation) for key in province.near}


# -- cities and temples ----------------------------------------------------------------------------------------------


def cities_by_type(state: State, nation: Nation, *, temple: bool) -> dict[Good, int]:
    """How many cities with or without a temple a nation has, by type."""
    if not state.switches.mapped:
        return nation.temples if temple else nation.plain
    counts: dict[Good, int] = dict.fromkeys(tables.GOODS, 0)
    for province in own(state, nation):
        if bool(state.built.get(province.key)) == temple:
            counts[province.good] += 1
    return counts


def cities(state: State, nation: Nation) -> int:
    """How many cities a nation has."""
    if state.switches.mapped:
        number = state.number(nation)
        return sum(owner == number for owner in state.owners.values())
    return sum(nation.plain.values()) + sum(nation.temples.values())


def temples(state: State, nation: Nation) -> int:
    """How many temples a nation has."""
    return sum(cities_by_type(state, nation, temple=True).values())


def discs_left(state: State, nation: Nation) -> int:
    """How many city discs a nation has left."""
    return tables.DISCS - cities(state, nation)


# -- units -----------------------------------------------------------------------------------------------------------


def on_board(nation: Nation, unit: Unit) -> int:
    """How many units of a kind a nation has on the board."""
    return nation.legions if unit == "legion" else nation.galleys


def takes(state: State, city: str, unit: Unit) -> bool:
    """Whether a unit of this kind can be in the province of a city; True where that is not known."""
    return not state.switches.mapped or provinces(state)[city].takes(unit)


# -- names of cities -------------------------------------------------------------------------------------------------

TEMPLE = "-temple"
"""What is added to a type to name a city with temple, where cities are counted."""


def city_names(state: State, nation: Nation) -> Iterator[str]:
    """The cities of a nation as moves name them: the keys of provinces; where cities are counted, the types of which it
    has any, those with temple first.
    """
    if state.switches.mapped:
        yield from (province.key for province in own(state, nation))
        return
    yield from (good + TEMPLE for good in tables.GOODS if nation.temples[good])
    yield from (good for good in tables.GOODS if nation.plain[good])


def has_city(state: State, nation: Nation, city: str) -> bool:
    """Whether a nation has a city of this name."""
    if state.switches.mapped:
        return state.owners.get(city) == state.number(nation)
    return city in city_names(state, nation)


def has_temple(state: State, city: str) -> bool:
    """Whether a city of this name has a temple."""
    return bool(state.built.get(city)) if state.switches.mapped else city.endswith(TEMPLE)


def type_of(state: State, city: str) -> Good:
    """The type of a city. Raises ``KeyError`` if there is no such city."""
    if state.switches.mapped:
        return provinces(state)[city].good
    good = city.removesuffix(TEMPLE)
    if good not in tables.GOODS:
        raise KeyError(city)
    return good


COUNTED_CITIES: dict[str, Message] = {
    "marble": say("Marble city"),
    "iron": say("Iron city"),
    "gold": say("Gold city"),
    "marble-temple": say("Marble city, temple"),
    "iron-temple": say("Iron city, temple"),
    "gold-temple": say("Gold city, temple"),
}
SOME_CITY: dict[str, Message] = {
    "marble": say("a marble city"),
    "iron": say("an iron city"),
    "gold": say("a gold city"),
    "marble-temple": say("a marble city with temple"),
    "iron-temple": say("an iron city with temple"),
    "gold-temple": say("a gold city with temple"),
}


def city_label(state: State, city: str) -> Wording:
    """The label of a city."""
    if state.switches.mapped:
        name = provinces(state)[city].name
        return say("{city}, temple", city=name) if has_temple(state, city) else name
    return COUNTED_CITIES[city]


def city_words(state: State, city: str) -> Wording:
    """The words for a city within a sentence."""
    if state.switches.mapped:
        name = provinces(state)[city].name
        return say("{city} with temple", city=name) if has_temple(state, city) else name
    return SOME_CITY[city]
