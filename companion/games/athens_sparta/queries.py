"""Queries of the state that several modules need: blocks, cities, sieges, events in force."""

from __future__ import annotations

from companion.core.boxes import Fact
from companion.core.errors import RulesBug
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.box import effect_of, scope_of
from companion.games.athens_sparta.seats import side_on_turn
from companion.games.athens_sparta.state import Body, Garrison, Role, State, Unit
from companion.games.athens_sparta.tables import CityField, Holder, Side

# -- blocks (section 1) ----------------------------------------------------------------------------------------------


def body_of(state: State, unit: Unit) -> Body:
    """What a face-up block is."""
    return state.blocks[unit.block].body.value


def is_ship(state: State, unit: Unit) -> bool:
    return body_of(state, unit).kind == "ship"


def is_revolt_block(state: State, unit: Unit) -> bool:
    return body_of(state, unit).kind in tables.REVOLT_KINDS


def max_steps(body: Body) -> int:
    """The most steps a block can have; if unknown, the most that any block has."""
    return body.most or tables.MOST_STEPS


def find_unit(state: State, handle: str) -> Unit | None:
    """The face-up block with this handle, or None."""
    return next((unit for unit in state.units if unit.handle == handle), None)


def face_up_unit(state: State, handle: str) -> Unit:
    """The face-up block with this handle. Raises RulesBug if there is none."""
    found = find_unit(state, handle)
    if found is None:
        raise RulesBug(f"no block {handle} lies face up")
    return found


def has_steps(state: State, unit: Unit) -> bool:
    """Whether a block has steps left: a correction may have taken the last one."""
    return unit.block in state.blocks and body_of(state, unit).strength > 0


def units_at(state: State, place: str, side: Side | None = None, *roles: str) -> list[Unit]:
    """The face-up blocks with steps in a place, in the order in which they were revealed."""
    return [
        unit
        for unit in state.units
        if unit.place == place
        and (side is None or unit.side == side)
        and (not roles or unit.role in roles)
        and has_steps(state, unit)
    ]


def units_left(state: State, handles: list[str]) -> list[Unit]:
    """The units with these handles that are still on the table."""
    return [unit for unit in state.units if unit.handle in handles and has_steps(state, unit)]


def role_in_siege(state: State, unit: Unit) -> Role:
    """The role of a block at a siege: land blocks besiege, ships blockade (section 7.1)."""
    return "blockade" if is_ship(state, unit) else "siege"


def find_garrison(state: State, place: str, side: Side) -> Garrison | None:
    """The hidden blocks of ``side`` in a city, or None."""
    return next((one for one in state.garrisons if (one.place, one.side) == (place, side)), None)


def hidden_inside(state: State, place: str, side: Side) -> int:
    """How many hidden blocks of ``side`` are shut in a city."""
    found = find_garrison(state, place, side)
    return found.count if found else 0


def committed_blocks(state: State, side: Side) -> set[str]:
    """The keys of a side's blocks in battles and sieges. Must not be shown to others."""
    keys = {unit.block for unit in state.units if unit.side == side}
    for one in state.garrisons:
        if one.side == side:
            keys.update(one.blocks.value)
    return keys


def own_blocks(state: State, side: Side) -> dict[str, Body]:
    """A side's blocks by key. Must not be shown to others."""
    return {key: block.body.value for key, block in sorted(state.blocks.items()) if block.side == side}


def free_blocks(state: State, side: Side) -> dict[str, Body]:
    """A side's blocks with steps that are in no battle and no siege."""
    away = committed_blocks(state, side)
    return {key: body for key, body in own_blocks(state, side).items() if body.strength > 0 and key not in away}


# -- cities (section 2) ----------------------------------------------------------------------------------------------

ARENA = "arena"
"""The only place in a play of a single battle."""

OPEN_PLACE, NEW_CITY = "field", "city"
"""Key prefixes of places in the open and of added cities without a name: ``field-2``."""


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


def city_fact(state: State, city: str, field: str) -> Fact | None:
    """A fact of a city in the box of this play, or None."""
    return state.box.get("city", {}).get(city, {}).get(field)


def is_yes(state: State, city: str, field: str) -> bool:
    """A yes-or-no fact; False if unknown."""
    return city_fact(state, city, field) == "yes"


def city_points(state: State, city: str) -> int:
    """Production points of a city. Syracuse may be worth the points of two hidden cards; 0 until they are revealed
    (section 13).
    """
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


def holder(state: State, place: str) -> Holder | None:
    """Who holds a city, or None where there is no city."""
    found = state.cities.get(place)
    return found.holder if found else None


def owner_by_colour(state: State, city: str) -> Holder:
    """The owner of a city by its colour; neutral while the colour is unknown."""
    colour = city_fact(state, city, "colour")
    return tables.HOLDER_BY_COLOUR[colour] if isinstance(colour, str) else "neutral"


def owner_unknown(state: State, city: str) -> bool:
    """Whether neither the colour nor the holder of a city is known."""
    return holder(state, city) == "neutral" and bool(unknown_facts(state, city, ("colour",)))


def has_walls(state: State, place: str) -> bool:
    return is_yes(state, place, "walled")


def is_port(state: State, place: str) -> bool:
    """Whether a city is a port; True if the box does not say."""
    return place in state.cities and city_fact(state, place, "port") != "no"


# -- limits, sieges and blockades (sections 7.1, 7.7 and 8.4) --------------------------------------------------------


def inside_limit(state: State, place: str) -> int:
    """How many blocks may be inside, and how many may assault (section 7.1)."""
    if place == "athens":
        return tables.ATHENS_LIMIT
    return tables.MAJOR_LIMIT if is_major(state, place) else tables.MINOR_LIMIT


def inside_land_limit(state: State, place: str) -> int:
    """How many of the blocks inside may be land blocks."""
    return tables.ATHENS_LAND_LIMIT if place == "athens" else inside_limit(state, place)


def enemies_of_holder(state: State, place: str, *roles: str) -> list[Unit]:
    """Face-up blocks of the side that does not hold the city."""
    mine = holder(state, place)
    return [unit for unit in units_at(state, place, None, *roles) if unit.side != mine]


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


def is_besieged(state: State, place: str) -> bool:
    """Whether a city is besieged or blockaded, and so counts for nobody (section 2)."""
    return place in besieged_cities(state)


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


# -- events in force and move points (sections 4.2 and 5) ------------------------------------------------------------


def double_defence_lost(state: State) -> bool:
    """Whether an event cancels double defence in this Player Turn (section 4.2)."""
    on_turn = side_on_turn(state)
    return any(
        effect_of(event.card) == "no-double" and (event.side == on_turn or scope_of(event.card) == "both")
        for event in state.events
    )


def ships_kept_in_port(state: State, side: Side) -> bool:
    """Whether an event keeps the ships of ``side`` from moving in its Player Turn."""
    in_force = (event for event in state.events if effect_of(event.card) == "no-ships")
    return any(event.side == side or scope_of(event.card) == "both" for event in in_force)


SHIPS_STAY = say("An event keeps ships in port.", short=N_("No ship moves"))

NO_POINTS = say("There are no move points left.", short=N_("No points left"))


def points_reason(state: State, price: int = 1) -> Message | None:
    return NO_POINTS if state.points < price else None
