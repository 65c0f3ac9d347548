"""What the agenda asks of a move, and of whom."""

from __future__ import annotations

from typing import TypeVar

from companion.core.step import Step
from companion.games.athens_sparta.agenda import Due
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import (
    NOT_NOW,
)

D = TypeVar("D", bound=Due)


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1]
    if not isinstance(top, kind):
        step.refuse("not-now", NOT_NOW)
    return top
