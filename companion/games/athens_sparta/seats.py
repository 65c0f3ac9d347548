"""Which seat plays which side, and who may make a move."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import TABLE, Step
from companion.games.athens_sparta.state import ChoosingBattle, Moving, SecretDue, SideDue, State
from companion.games.athens_sparta.tables import SIDES, Holder, Side


def seat_of(state: State, side: Holder) -> int:
    """The seat that plays ``side``; 0 for neutral and Persia."""
    return state.seats.get(side, 0) if side in SIDES else 0


def side_at(state: State, seat: int) -> Side | None:
    """The side that the seat plays, or None."""
    return next((side for side in SIDES if state.seats.get(side) == seat), None)


def acting_side(state: State, seat: int) -> Side:
    """The side that an awaited seat plays."""
    return next(side for side in SIDES if state.seats[side] == seat)


def side_on_turn(state: State) -> Side | None:
    """The side whose Player Turn it is, or None."""
    return next((due.side for due in reversed(state.agenda) if isinstance(due, Moving | ChoosingBattle)), None)


D = TypeVar("D", bound=SideDue | SecretDue)


def owed_by_side(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is of this kind and a side makes the move. Refuses the move otherwise."""
    due = step.owed(kind)
    if step.seat == TABLE:
        step.not_now()
    return due


def require_table(step: Step[State]) -> None:
    """Refuse the move unless the table makes it while a side, or both sides, have something to decide."""
    if step.seat != TABLE or not isinstance(step.state.agenda[-1], SideDue | SecretDue):
        step.not_now()


def both_answered(state: State, side: Side) -> bool:
    """Record that ``side`` has decided in secret. Return True, and remove what was due from the agenda, once both sides
    have.
    """
    if side not in state.answered:
        state.answered.append(side)
    if len(state.answered) < len(SIDES):
        return False
    state.agenda.pop()
    return True
