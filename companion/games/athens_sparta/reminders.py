"""Reminders: what people may forget at the question that comes next."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import listed, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.battlefield import still_to_act
from companion.games.athens_sparta.cards import event_line, events_for
from companion.games.athens_sparta.queries import body_of, double_defence_lost, find_unit, holder
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import (
    Assaulting,
    AssigningHits,
    Battle,
    CombatTurn,
    HiddenLosses,
    Moving,
    Retreating,
    State,
)
from companion.games.athens_sparta.tables import SIDES, Side
from companion.games.athens_sparta.words import unit_name

SYRACUSE = "syracuse"


def remind(step: Step[State]) -> None:
    """Show hints about what is due now. Sections 6 to 11."""
    state = step.state
    due = state.agenda[-1] if state.agenda else None
    match due:
        case Moving(side=side):
            _remind_moves(step, side)
        case CombatTurn() if state.battle is not None and state.battle.phase == "round":
            _remind_order(step, state.battle)
        case Assaulting():
            _remind_assault(step)
        case AssigningHits(side=side, double=True):
            step.remind(seat_of(state, side), say("Besieged: two hits a step; a half hit heals after the assault."))
        case Retreating(side=side, handle=handle):
            _remind_retreat(step, seat_of(state, side), handle)
        case HiddenLosses(side=side, why="hellespont"):
            step.remind(seat_of(state, side), say("The Hellespont is closed: a block in Athens goes."))
        case _:
            pass
    if state.battle is not None and state.battle.place == SYRACUSE and not isinstance(due, Retreating):
        for seat in (TABLE, *state.seats.values()):
            step.remind(seat, say("Syracuse: no retreat and no regrouping; the battle goes on next turn."))


def _remind_moves(step: Step[State], side: Side) -> None:
    """Remind a side of the events that count in its turn, the two coasts of Corinth, where blocks stop, and oracles."""
    state, seat = step.state, seat_of(step.state, side)
    for event in events_for(state, side):
        step.remind(seat, event_line(state, event))
    if holder(state, "corinth") == side:
        step.remind(seat, say("From Corinth ships may sail out on either coast."))
    step.remind(
        seat,
        say(
            "Mountains: {n} blocks at most, they stop. Strait: 1 block a hexside, it stops. No fight at Delos "
            "or Delphi.",
            n=tables.MOUNTAIN_BLOCKS,
        ),
    )


def _remind_assault(step: Step[State]) -> None:
    """Remind both sides of an event that cancels the double defence. How many blocks may assault, and with which
    ratings, stands at the question.
    """
    state = step.state
    if double_defence_lost(state):
        for each in SIDES:
            step.remind(seat_of(state, each), say("An event: walls do not help, each hit takes a step."))


MOST_NAMED = 6
"""A hint names at most this many blocks in order; the others are only counted."""


def _remind_order(step: Step[State], battle: Battle) -> None:
    """Tell both sides in which order blocks act in this round."""
    state = step.state
    units = still_to_act(state, battle)
    if len(units) < 2:
        return
    blocks = listed([unit_name(state, unit) for unit in units[:MOST_NAMED]])
    order = say("They act in this order: {blocks}.", blocks=blocks)
    if len(units) > MOST_NAMED:
        order = say("They act in this order: {blocks}. {n} more after them.", blocks=blocks, n=len(units) - MOST_NAMED)
    for seat in state.seats.values():
        step.remind(seat, order)


def _remind_retreat(step: Step[State], seat: int, handle: str) -> None:
    unit = find_unit(step.state, handle)
    if unit is not None and body_of(step.state, unit).kind == "ship":
        step.remind(seat, say("A friendly port within 4 hexes, not through enemy hexes; hexsides do not matter."))
        return
    step.remind(
        seat,
        say(
            "Attackers go back over the sides they came by, defenders over others: 2 blocks over a clear one, 1 over "
            "another."
        ),
    )
