"""Refuses a move that is due, but not from this seat: the table may speak in the turn of a side."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import TABLE, Step
from companion.games.athens_sparta.agenda import ChoosingBattle, Moving, NeutralJoining
from companion.games.athens_sparta.state import State

D = TypeVar("D", Moving, ChoosingBattle, NeutralJoining)


def owed_by_side(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, for a move that only the side on turn may make."""
    due = step.owed(kind)
    if step.seat == TABLE:
        step.not_now()
    return due


def require_table(step: Step[State]) -> None:
    """For a move that only the table may make, in the turn of a side."""
    step.owed(NeutralJoining, Moving, ChoosingBattle)
    if step.seat != TABLE:
        step.not_now()
