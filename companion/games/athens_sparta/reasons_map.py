"""Why a city cannot be looked up, added, named or corrected, or None; for questions and rules alike."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.agenda import ChoosingBattle, Moving, NeutralJoining
from companion.games.athens_sparta.queries_city import (
    NEW_CITY,
    city_fact,
    city_key,
    holder,
    slug,
    unknown_facts,
    unnamed_number,
)
from companion.games.athens_sparta.reasons_places import oracle_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import MOST_CITIES, WORTH_FIELDS, CityField, Holder

NO_CITY = say("There is no such city.")
LOOK_FIRST = say("First look at what is printed there.", short=N_("Look it up first"))


def unless_look_up(reason: Message | None) -> Message | None:
    """The reason, but None where picking the option leads to looking the city up."""
    return None if reason == LOOK_FIRST else reason


def worth_reason(state: State, place: str) -> Message | None:
    """Colour and points must be known."""
    return LOOK_FIRST if unknown_facts(state, place, WORTH_FIELDS) else None


def look_up_reason(state: State, place: str, fields: tuple[CityField, ...]) -> Message | None:
    """A side may enter only facts that the box lacks."""
    if place not in state.cities:
        return NO_CITY
    if not fields or not set(fields) <= set(unknown_facts(state, place)):
        return say("Something else is asked.")
    return None


def name_reason(name: str) -> Message | None:
    """A line of printable text that is not empty."""
    return None if name.strip() and name.isprintable() else say("Write something.")


def add_city_reason(state: State, name: str) -> Message | None:
    """A city that is not listed yet, up to the limit."""
    if name and (reason := name_reason(name)):
        return reason
    if len(state.cities) >= MOST_CITIES:
        return say("No more than {n} cities can be listed.", short=N_("Too many cities"), n=MOST_CITIES)
    if name.strip() in city_names(state) or (slug(name) and city_key(state.box, name) in state.cities):
        return say("That city is listed already.", short=N_("Listed already"))
    return None


def city_names(state: State) -> tuple[str, ...]:
    """Names and keys of the listed cities."""
    named = (city_fact(state, city, "name") for city in state.cities)
    return tuple(dict.fromkeys([*(str(name) for name in named if name), *state.cities]))


def name_place_reason(state: State, place: str, name: str) -> Message | None:
    if place not in unnamed_places(state):
        return say("That place has a name.", short=N_("It has a name"))
    fought_over = place in state.places or (state.battle is not None and state.battle.place == place)
    return name_reason(name) or (oracle_reason(state, "", name) if fought_over else None)


def map_correction_reason(state: State) -> Message | None:
    """Why the table has nothing to set right on the map, or None."""
    return branch_reason((change_holders_reason(state), add_city_reason(state, ""), give_name_reason(state)))


def give_name_reason(state: State) -> Message | None:
    """Some place that has only a number."""
    return None if unnamed_places(state) else say("Every place has a name.", short=N_("All have names"))


def change_holders_reason(state: State) -> Message | None:
    """Only between moves and battles: a battle under way and plans made in secret rest on who holds what."""
    if isinstance(state.agenda[-1], NeutralJoining | Moving | ChoosingBattle):
        return None
    return say("That is set right between moves and battles.", short=N_("Between moves"))


def unnamed_places(state: State) -> list[str]:
    """Places in the open and added cities that have only a number."""
    added = [key for key in state.cities if unnamed_number(key, NEW_CITY) and not city_fact(state, key, "name")]
    return [*(key for key, name in state.places.items() if not name), *added]


def correct_holder_reason(state: State, place: str, to: Holder) -> Message | None:
    """A listed city whose holder changes by it."""
    if reason := change_holders_reason(state):
        return reason
    if place not in state.cities:
        return NO_CITY
    return say("So it is already.") if holder(state, place) == to else None
