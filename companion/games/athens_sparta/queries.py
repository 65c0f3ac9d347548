"""What stands where, who holds what, and what a city is worth: questions to the state, no changes."""

from __future__ import annotations

import re

from companion.core.boxes import Box, Fact
from companion.core.errors import RulesBug
from companion.core.wording import Message, Verbatim, Wording, say, verbatim
from companion.games.athens_sparta.state import Body, City, Garrison, Noted, State, Unit
from companion.games.athens_sparta.tables import (
    ATHENS_LAND,
    ATHENS_LIMIT,
    CITY_NAMES,
    FACTS,
    KINDS,
    MAJOR_LIMIT,
    MINOR_LIMIT,
    MOST_STEPS,
    PARTIAL,
    SIDES,
    START_POINTS,
    TOTAL,
    Field,
    Holder,
    Side,
)

ARENA = "arena"
"""The one place of a play of a single battle."""

OPEN_PLACE, NEW_CITY = "field", "city"
"""What places in the open and cities are called as long as they have no name, with a number: ``field-2``."""


def slug(name: str) -> str:
    """A name as the key of a city: small letters, digits and dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def numbered(place: str, kind: str) -> int | None:
    """The number of a place of this kind that has only a number."""
    head, _, number = place.rpartition("-")
    return int(number) if head == kind and number.isdecimal() else None


def next_open_place(state: State) -> str:
    """The key of one more place in the open."""
    return f"{OPEN_PLACE}-{len(state.places) + 1}"


def next_city(state: State) -> str:
    """The key of one more city, as long as it has no name."""
    return f"{NEW_CITY}-{len(state.cities) + 1}"


def city_named(box: Box, words: str) -> str:
    """The key of the city the owners mean: its key or the name they gave it; the words as a key if there is none."""
    key = slug(words)
    cities = box.get("city", {})
    if key in cities or not key:
        return key
    return next((city for city, facts in cities.items() if slug(str(facts.get("name", ""))) == key), key)


# -- sides and names ---------------------------------------------------------------------------------------------------


def seat_of(state: State, side: Holder) -> int:
    """The seat that plays ``side``; blocks that nobody commands yet belong to no seat (0)."""
    return state.seats.get(side, 0) if side in SIDES else 0


def side_at(state: State, seat: int) -> Side | None:
    """What the seat plays."""
    return next((side for side in SIDES if state.seats.get(side) == seat), None)


def place_name(state: State, place: str) -> Wording:
    """A city, or the owners' own words for a place in the open; its number while it has no name."""
    if place in CITY_NAMES:
        return CITY_NAMES[place]
    if place == ARENA:
        return say("The battlefield")
    name = state.places.get(place) or fact(state, place, "name")
    if isinstance(name, str) and name.strip():
        return verbatim(name)
    if number := numbered(place, OPEN_PLACE):
        return say("Battlefield {n}", n=number)
    if number := numbered(place, NEW_CITY):
        return say("City {n}", n=number)
    return verbatim(place)


def arg_name(state: State, place: str) -> Message | Verbatim:
    """The same, as an argument of another text."""
    return place_name(state, place)


# -- facts about cities ------------------------------------------------------------------------------------------------


def fact(state: State, city: str, field: str) -> Fact | None:
    """What the box of this play says of a city, or None."""
    return state.box.get("city", {}).get(city, {}).get(field)


def is_so(state: State, city: str, field: str) -> bool:
    """A yes-or-no fact; what nobody knows counts as no."""
    return fact(state, city, field) == "yes"


def value(state: State, city: str) -> int:
    """Production points of a city. Syracuse may be worth what two hidden cards say (section 13)."""
    if city == "syracuse" and state.hidden_value:
        if not all(sealed.revealed for sealed in state.syracuse.values()):
            return 0
        return sum(int(sealed.value.split(".")[0]) for sealed in state.syracuse.values())
    points = fact(state, city, "points")
    return points if isinstance(points, int) and not isinstance(points, bool) else 0


def is_major(state: State, city: str) -> bool:
    """1 to 4 points are printed at it."""
    return value(state, city) > 0


def unknown_facts(state: State, city: str, fields: tuple[Field, ...] = FACTS) -> tuple[Field, ...]:
    """What must be looked up: all of it before there is a battle there."""
    if city not in state.cities:
        return ()
    return tuple(field for field in fields if fact(state, city, field) is None)


def noted(state: State, side: Side) -> list[Noted]:
    """What a side has looked up in secret: for the owner and the rules only."""
    return state.noted[side].value


def whose_unknown(state: State, city: str) -> bool:
    """Whether nobody has said yet whose a city is: neither its colour nor who took it."""
    return holder(state, city) == "neutral" and bool(unknown_facts(state, city, ("colour",)))


def walled(state: State, place: str) -> bool:
    return is_so(state, place, "walled")


def inside_limit(state: State, place: str) -> int:
    """How many blocks may be inside, and how many may assault (section 7.1)."""
    if place == "athens":
        return ATHENS_LIMIT
    return MAJOR_LIMIT if is_major(state, place) else MINOR_LIMIT


def land_limit(state: State, place: str) -> int:
    """How many of them may be land blocks."""
    return ATHENS_LAND if place == "athens" else inside_limit(state, place)


HOLDERS: dict[Fact | None, Holder] = {"blue": "athens", "red": "sparta", "green": "neutral", "orange": "persia"}
"""Whose a city is by its colour."""


def colour_of(state: State, city: str) -> Holder:
    """Whose a city is by its colour; neutral until somebody has said."""
    colour = fact(state, city, "colour")
    return HOLDERS[colour] if isinstance(colour, str) else "neutral"


# -- blocks ------------------------------------------------------------------------------------------------------------


def body(state: State, unit: Unit) -> Body:
    """What a revealed block is."""
    return state.blocks[unit.block].body.value


def is_ship(state: State, unit: Unit) -> bool:
    return body(state, unit).kind == "ship"


def unit_named(state: State, handle: str) -> Unit | None:
    return next((unit for unit in state.units if unit.handle == handle), None)


def the_unit(state: State, handle: str) -> Unit:
    """The revealed block that the rules have just made sure of."""
    found = unit_named(state, handle)
    if found is None:
        raise RulesBug(f"no block {handle} lies face up")
    return found


def alive(state: State, unit: Unit) -> bool:
    """A correction may have left a block on the table without a step."""
    return unit.block in state.blocks and body(state, unit).strength > 0


def at(state: State, place: str, side: Side | None = None, *roles: str) -> list[Unit]:
    """The living revealed blocks in a place, in the order in which they were revealed."""
    return [
        unit
        for unit in state.units
        if unit.place == place
        and (side is None or unit.side == side)
        and (not roles or unit.role in roles)
        and alive(state, unit)
    ]


def garrison(state: State, place: str, side: Side) -> Garrison | None:
    found = (one for one in state.garrisons if (one.place, one.side) == (place, side))
    return next(found, None)


def shut_in(state: State, place: str, side: Side) -> int:
    """How many hidden blocks of ``side`` are held in a city."""
    found = garrison(state, place, side)
    return found.count if found else 0


def staged(state: State, side: Side) -> set[str]:
    """The keys of the owner's blocks that stand in battles and sieges: for the owner and the rules only."""
    keys = {unit.block for unit in state.units if unit.side == side}
    for one in state.garrisons:
        if one.side == side:
            keys.update(one.blocks.value)
    return keys


def own_blocks(state: State, side: Side) -> dict[str, Body]:
    """The owner's blocks by key: for the owner and the rules only."""
    return {key: block.body.value for key, block in sorted(state.blocks.items()) if block.side == side}


def free_blocks(state: State, side: Side) -> dict[str, Body]:
    """Those with steps that stand in no battle and no siege."""
    away = staged(state, side)
    return {key: held for key, held in own_blocks(state, side).items() if held.strength > 0 and key not in away}


def most_of(held: Body) -> int:
    """As many steps as a block can have; no more than any has where nobody has read its maximum."""
    return held.most or MOST_STEPS


def described(held: Body) -> Message:
    """A block in words: its name if it has one, its rating."""
    if held.name:
        return say("{name} {letter}{rate}", name=verbatim(held.name), letter=held.letter, rate=held.rate)
    return say("{kind} {letter}{rate}", kind=KINDS[held.kind], letter=held.letter, rate=held.rate)


# -- sieges ------------------------------------------------------------------------------------------------------------


def city(state: State, place: str) -> City | None:
    return state.cities.get(place)


def holder(state: State, place: str) -> Holder | None:
    found = state.cities.get(place)
    return found.holder if found else None


def hostile(state: State, place: str, *roles: str) -> list[Unit]:
    """Blocks of whoever does not hold the city."""
    mine = holder(state, place)
    return [unit for unit in at(state, place, None, *roles) if unit.side != mine]


def is_cut(state: State, place: str) -> bool:
    """Besieged or blockaded: it counts for nobody (section 2)."""
    return place in cut_places(state)


def cut_places(state: State) -> set[str]:
    """All cities that are besieged or blockaded."""
    return {
        unit.place
        for unit in state.units
        if unit.role in ("siege", "blockade")
        and unit.place in state.cities
        and state.cities[unit.place].holder != unit.side
        and alive(state, unit)
    }


def is_total(state: State, place: str) -> bool:
    """Section 7.7: a land siege with a blockade, of a city without a port, or an island with enemy ships."""
    by_land = bool(hostile(state, place, "siege"))
    by_sea = bool(hostile(state, place, "blockade"))
    if is_so(state, place, "island") and by_sea:
        return True
    return by_land and (by_sea or fact(state, place, "port") == "no")


def besieged_threshold(state: State, place: str) -> int:
    """What a die must show for the besieged to lose a step."""
    return TOTAL if is_total(state, place) else PARTIAL


def sea_control(state: State, place: str) -> Holder | None:
    """The holder's, unless somebody else has a ship blockading (section 8.4)."""
    ships = hostile(state, place, "blockade")
    return ships[0].side if ships else holder(state, place)


# -- points ------------------------------------------------------------------------------------------------------------


def tally(state: State, side: Side) -> int:
    """Production points: those of the colour without what was lost, and what was won (sections 2 and 11)."""
    total = START_POINTS[side] + state.extra.get(side, 0)
    cut = cut_places(state)
    for key, one in state.cities.items():
        counted = one.holder == side and key not in cut
        if one.colour == side and not counted:
            total -= value(state, key)
        elif one.colour != side and counted:
            total += value(state, key)
    return total


def victory_points(state: State, side: Side) -> int:
    """The same without Miletus for Sparta, once Persia helps (section 14)."""
    total = tally(state, side)
    sold = side == "sparta" and state.persia == "allied" and "miletus" in state.cities
    if sold and holder(state, "miletus") == side and not is_cut(state, "miletus"):
        total -= value(state, "miletus")
    return total


def within_sight(state: State, side: Side) -> int:
    """Steps of the blocks that lie face up."""
    return sum(body(state, unit).strength for unit in state.units if unit.side == side and unit.block in state.blocks)
