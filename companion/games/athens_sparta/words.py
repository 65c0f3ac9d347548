"""Words for places and blocks that several modules use."""

from __future__ import annotations

from companion.core.wording import N_, Message, Wording, say, verbatim
from companion.games.athens_sparta import queries
from companion.games.athens_sparta.box import written
from companion.games.athens_sparta.queries import body_of
from companion.games.athens_sparta.state import POOL, Body, State, Unit
from companion.games.athens_sparta.tables import CITY_NAMES, KINDS, SIDE_NAMES


def place_name(state: State, place: str) -> Wording:
    """The name of a city or of a place in the open; its number if it has no name."""
    if place in CITY_NAMES:
        return CITY_NAMES[place]
    if place == queries.ARENA:
        return say("The battlefield")
    name = state.places.get(place) or queries.city_fact(state, place, "name")
    if isinstance(name, str) and name.strip():
        return verbatim(name)
    if number := queries.unnamed_number(place, queries.OPEN_PLACE):
        return say("Battlefield {n}", n=number)
    if number := queries.unnamed_number(place, queries.NEW_CITY):
        return say("City {n}", n=number)
    return verbatim(place)


def location_words(state: State, place: str) -> Message:
    """The words for where a block stands: a city, the open or the pool."""
    if place == POOL:
        return say("in the pool")
    if place in state.cities:
        return say("{place}", place=place_name(state, place))
    return say("in the open", N_("open field"))


def block_name(body: Body) -> Message:
    """A block: its name if it has one, else its kind, with its rating."""
    if body.name:
        return say("{name} {letter}{rate}", name=written(body.name), letter=body.letter, rate=body.rate)
    return say("{kind} {letter}{rate}", kind=KINDS[body.kind], letter=body.letter, rate=body.rate)


def block_strength(body: Body) -> Message:
    """A block with its strength; rating and strength stay on one line."""
    return say("{block}\u00a0x\u00a0{n}", block=block_name(body), n=body.strength)


def block_label(state: State, body: Body) -> Message:
    """A block with its strength and place, for its owner."""
    return say("{block}, {place}", block=block_strength(body), place=location_words(state, body.at))


def unit_name(state: State, unit: Unit) -> Message:
    """A face-up block with its side."""
    return say("{side}: {block}", side=SIDE_NAMES[unit.side], block=block_name(body_of(state, unit)))


def unit_strength(state: State, unit: Unit) -> Message:
    """A face-up block with its strength, without its side: for questions that say whose blocks they are about."""
    return block_strength(body_of(state, unit))


def unit_label(state: State, unit: Unit) -> Message:
    """A face-up block with its side and strength."""
    return say("{side}: {block}", side=SIDE_NAMES[unit.side], block=unit_strength(state, unit))


OWN_BLOCK_MEANING = say("One of your own blocks, with its steps and its place as the companion has them.")
"""The explanation of the question for one of the side's blocks."""
