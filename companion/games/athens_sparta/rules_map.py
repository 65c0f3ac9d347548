"""What people enter about the map: facts the box lacks, unlisted cities, names, corrected holders. Section 2."""

from __future__ import annotations

from companion.core.boxes import Fact, Learned, put
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import say
from companion.games.athens_sparta import agenda, moves, reasons, reasons_map, rules_city
from companion.games.athens_sparta.queries import acting_side, seat_of
from companion.games.athens_sparta.queries_city import new_city_key, owner_by_colour, slug, unknown_facts
from companion.games.athens_sparta.queries_replacements import looked_up_facts
from companion.games.athens_sparta.rules_seats import require_table
from companion.games.athens_sparta.state import City, LookedUpFact, State
from companion.games.athens_sparta.tables import CITY_FIELDS, SIDE_NAMES, WORTH_FIELDS, CityField, Side
from companion.games.athens_sparta.words import place_name

# -- facts the box lacks -----------------------------------------------------------------------------------------------


def look_up_city(step: Step[State], move: moves.LookUpCity) -> None:
    """Take the facts of a city: from the table when due, from a side before it needs them, or in secret."""
    state = step.state
    given = _answers(move)
    due = step.owed(agenda.LookingUpCity, agenda.Moving, agenda.NeutralJoining, agenda.PlanningReplacements)
    if (step.seat == TABLE) != isinstance(due, agenda.LookingUpCity):
        step.not_now()
    if isinstance(due, agenda.LookingUpCity):
        if move.city != due.city or tuple(given) != unknown_facts(state, due.city, due.fields):
            step.refuse("not-now", say("Something else is asked."))
        state.agenda.pop()
    else:
        step.require(reasons_map.look_up_reason(state, move.city, tuple(given)))
    if isinstance(due, agenda.PlanningReplacements):
        _keep_secret_fact(step, move, given)
        return
    learn_facts(step, move.city, given, keep=move.keep)
    step.tell(say("{place} is noted down.", place=place_name(state, move.city)))
    _cancel_battle(step)


def _answers(move: moves.LookUpCity | moves.AddCity) -> dict[CityField, Fact]:
    """The facts in a move, in the order in which they are asked."""
    return {field: fact for field in CITY_FIELDS if (fact := getattr(move, field, None)) is not None}


def record_fact(step: Step[State], kind: str, key: str, field: str, value: Fact, *, keep: bool) -> None:
    """Record a printed fact for this play and, with ``keep``, for later plays; the practice box keeps none."""
    if keep and not step.state.practice:
        step.learn(kind, key, field, value)
    put(step.state.box, Learned(kind, key, field, value))


def learn_facts(step: Step[State], city: str, facts: dict[CityField, Fact], *, keep: bool) -> None:
    """Record facts of a city for this play and, with ``keep``, for later plays.

    A city without a known colour is held as neutral: it goes to its colour's side, unless it has changed hands since.
    """
    state = step.state
    for field, fact in facts.items():
        record_fact(step, "city", city, field, fact, keep=keep)
    if "colour" in facts:
        one = state.cities[city]
        one.colour = owner_by_colour(state, city)
        if one.holder == "neutral":
            one.holder = one.colour


def _keep_secret_fact(step: Step[State], move: moves.LookUpCity, given: dict[CityField, Fact]) -> None:
    """Record facts for one side alone: what it looks up for its replacements tells where it means to spend."""
    state, side = step.state, acting_side(step.state, step.seat)
    known = [one for one in state.noted[side].value if one.city != move.city or one.field not in given]
    rows = [LookedUpFact(move.city, field, fact, move.keep) for field, fact in given.items()]
    state.noted[side].value = sorted([*known, *rows], key=lambda one: (one.city, one.field))
    step.tell(seal(say("You have looked {place} up.", place=place_name(state, move.city)), seat_of(state, side)))


def publish_looked_up(step: Step[State], side: Side, cities: set[str]) -> None:
    """Make facts public that a side had looked up in secret."""
    state = step.state
    for city in sorted(cities):
        rows = [
            one for one in looked_up_facts(state, side) if one.city == city and one.field in unknown_facts(state, city)
        ]
        for keep in (True, False):
            learn_facts(step, city, {one.field: one.value for one in rows if one.keep == keep}, keep=keep)


def _cancel_battle(step: Step[State]) -> None:
    """Cancel a battle at a city that turns out to be the attacker's own, or Persian."""
    state, battle = step.state, step.state.battle
    if battle is not None and (reason := reasons.battle_reason(state, battle.attacker, battle.place)):
        state.battle = None
        state.agenda.pop()
        step.tell(reason, TABLE)


# -- cities and names added, holders corrected -------------------------------------------------------------------------


def add_city(step: Step[State], move: moves.AddCity) -> None:
    """Add a city of the map that is not listed."""
    state = step.state
    require_table(step)
    step.require(reasons_map.add_city_reason(state, move.name))
    name = move.name.strip()
    key = slug(name) or new_city_key(state)
    # In the order of a stored state, so that lists are the same after a restart.
    state.cities = dict(sorted({**state.cities, key: City("neutral", "neutral")}.items()))
    if name:
        record_fact(step, "city", key, "name", name, keep=move.keep)
    learn_facts(step, key, _answers(move), keep=move.keep)
    step.tell(say("{place} is on the list of cities now.", place=place_name(state, key)))


def name_place(step: Step[State], move: moves.NamePlace) -> None:
    """Name a place that had only a number."""
    state = step.state
    require_table(step)
    step.require(reasons_map.name_place_reason(state, move.place, move.name))
    before, name = place_name(state, move.place), move.name.strip()
    if move.place in state.places:
        state.places[move.place] = name
    else:
        record_fact(step, "city", move.place, "name", name, keep=move.keep)
    step.tell(say("{place} is called {name} from now on.", place=before, name=place_name(state, move.place)))


def correct_holder(step: Step[State], move: moves.CorrectHolder) -> None:
    """Correct who holds a city; hidden blocks of others there are freed."""
    state = step.state
    require_table(step)
    step.require(reasons_map.correct_holder_reason(state, move.city, move.holder))
    state.cities[move.city].holder = move.holder
    state.garrisons = [one for one in state.garrisons if one.place != move.city or one.side == move.holder]
    told = say("{place} belongs to {side}.", place=place_name(state, move.city), side=SIDE_NAMES[move.holder])
    step.tell(told, seat_of(state, move.holder))
    rules_city.reveal_syracuse_value(step, move.city)
    rules_city.end_lifted_siege(step, move.city)
    if unknown_facts(state, move.city, WORTH_FIELDS):
        state.agenda.append(agenda.LookingUpCity(move.city, WORTH_FIELDS))
