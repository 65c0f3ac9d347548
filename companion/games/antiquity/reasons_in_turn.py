"""Why a phase cannot be played one after another, or a seat not act in it yet, or None. Section 3."""

from __future__ import annotations

from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.moves import PlanInTurn
from companion.games.antiquity.queries_agenda import acting, seats_left
from companion.games.antiquity.state import State


def in_turn_reason(state: State, seat: int, move: PlanInTurn) -> Message | None:
    """The reason why a seat cannot ask for turn order, or withdraw the request; None if it can."""
    due = state.due
    if isinstance(due, Planning):
        return _planning_reason(state, due, seat, move)
    if not state.options["in-turn"]:
        return say("All act at once on this table.")
    if len(seats_left(due)) < 2:
        return say("Only one is left to act.")
    insisted: int = getattr(due, "insisted", 0)
    if move.on:
        return say("You act one after another already.") if insisted else None
    return None if insisted == seat else say("Only whoever asked for it may give way.")


def _planning_reason(state: State, due: Planning, seat: int, move: PlanInTurn) -> Message | None:
    """The same of city building, where plans must not have been carried out yet to be made at once again."""
    if not state.options["in-turn"]:
        return say("All plan at once on this table.")
    if move.on:
        return say("You plan one after another already.") if due.insisted else None
    if due.insisted != seat:
        return say("Only whoever asked for it may give way.")
    return say("A city stands already.") if state.ready else None


def acting_reason(state: State, seat: int) -> Message | None:
    """Why a seat does not act now in a phase in which all act at once, or one after another."""
    now = acting(state)
    if seat in now:
        return None
    if seat in seats_left(state.due):
        return say("{who} acts first.", who=SeatName(now[0]))
    return say("You have nothing to do in this phase.")
