"""Refuses a move that is due, but not from this seat: the table may speak while a side decides."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import TABLE, Step
from companion.games.athens_sparta.agenda import SecretDue, SideDue
from companion.games.athens_sparta.state import State

D = TypeVar("D", bound=SideDue | SecretDue)


def owed_by_side(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, for a move that only a side may make."""
    due = step.owed(kind)
    if step.seat == TABLE:
        step.not_now()
    return due


def require_table(step: Step[State]) -> None:
    """For a move that only the table may make, while sides decide."""
    if step.seat != TABLE or not isinstance(step.state.agenda[-1], SideDue | SecretDue):
        step.not_now()
