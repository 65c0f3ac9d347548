"""Battles, conquests and the look at the map: moves into effect. Section 6."""

from __future__ import annotations

from msgspec import structs

from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.antike.agenda import Acting
from companion.games.antike.box import distances
from companion.games.antike.moves import Battle, Conquer, Survey
from companion.games.antike.queries import city_words, has_temple, sudden_death, tracked_provinces, type_of
from companion.games.antike.queries_war import actions, defence, maneuvering
from companion.games.antike.reasons_war import battle_reason, conquest_reason, survey_reason
from companion.games.antike.rules_cities import add_units, raze, settle
from companion.games.antike.rules_turn import on_turn, win
from companion.games.antike.state import State
from companion.games.antike.tables import UNITS
from companion.games.antike.words import action_words, units


def acts(step: Step[State]) -> None:
    """Something is done in the manoeuvre that is on; refused when none is."""
    due = maneuvering(step.state)
    if due is None:
        step.not_now()
    step.state.agenda[-1] = structs.replace(due, done=True)


def battle(step: Step[State], move: Battle) -> None:
    """Units of one kind, one for one; demanded by the nation that manoeuvres or by one it met."""
    state = step.state
    acts(step)
    step.require(battle_reason(state, step.seat, move))
    for key in (move.own, move.other):
        add_units(state.nation(key), move.unit, -move.pairs)
    step.tell(
        say(
            "{who} against {other}: {what} each",
            who=state.nation(move.own).name,
            other=state.nation(move.other).name,
            what=units(move.unit, move.pairs),
        ),
        state.nation(move.own).seat,
    )


def conquer(step: Step[State], move: Conquer) -> None:
    """The conqueror gives up as many units as the defence; city, temple and defenders are gone. Sections 6 and 8."""
    state = step.state
    nation, due = on_turn(step, Acting), step.owed(Acting)
    acts(step)
    step.require(conquest_reason(state, nation, move))
    target = state.nation(move.nation)
    label, place = city_words(state, move.city), move.city if state.switches.mapped else type_of(state, move.city)
    needed = defence(target, temple=has_temple(state, move.city), legions=move.legions, galleys=move.galleys)
    add_units(nation, "legion", -move.lost_legions)
    add_units(nation, "galley", -move.lost_galleys)
    add_units(target, "legion", -move.legions)
    add_units(target, "galley", -move.galleys)
    if move.swap:
        step.tell(
            say("{who}: a disc taken off {city}", who=nation.name, city=city_words(state, move.swap)), nation.seat
        )
        raze(state, nation, move.swap)
    temple = raze(state, target, move.city)
    settle(state, nation, place)
    state.agenda[-1] = structs.replace(due, done=True, conquered=True)
    step.tell(say("{who}: conquest of {city}, defence {n}", who=nation.name, city=label, n=needed), nation.seat)
    if temple and sudden_death(state):
        win(step, nation, "temple")
    elif temple:
        nation.generals_due += 1


def survey(step: Step[State], move: Survey) -> None:
    """How many borders lie between two provinces, and whether the unit crosses them in one manoeuvre."""
    state = step.state
    nation = on_turn(step, Acting)
    if maneuvering(state) is None:
        step.not_now()
    step.require(survey_reason(state, move))
    known = tracked_provinces(state)
    steps = distances(known, move.unit, move.start)[move.goal]
    step.tell(
        say_n(
            "{unit}, {start} to {goal}: {n} border; each has {actions}",
            "{unit}, {start} to {goal}: {n} borders; each has {actions}",
            steps,
            short=N_("{n} of {actions}"),
            unit=UNITS[move.unit],
            start=known[move.start].name,
            goal=known[move.goal].name,
            actions=action_words(actions(nation, move.unit)),
        ),
        nation.seat,
    )
