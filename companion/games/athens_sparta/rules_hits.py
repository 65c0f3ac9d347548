"""Hits fall on the strongest, by the owner's choice where several are; half hits behind walls. Sections 6.3, 7.2."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.agenda import Hits
from companion.games.athens_sparta.moves import Hit
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries_blocks import the_unit
from companion.games.athens_sparta.queries_hits import alike, line_of, strike
from companion.games.athens_sparta.rules_blocks import lose_step
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.words import called


def allot(step: Step[State], due: Hits) -> None:
    """Hits that leave no choice fall at once; the owner is asked where several blocks are equally strong."""
    state = step.state
    left = due.left
    while left:
        able, half = line_of(state, due)
        if not able:
            return
        if not alike(state, able):
            state.agenda.append(Hits(due.side, left, due.among, due.double))
            return
        _strike(step, able[0], half, due.double)
        left -= 1


def _strike(step: Step[State], handle: str, half: str, double: bool) -> None:
    state = step.state
    unit = the_unit(state, handle)
    struck = strike(handle, half, double)
    if double:
        unit.half = struck.half == handle
    if struck.lost:
        lose_step(step, unit)
    else:
        step.tell(say("{block}: half a hit.", block=called(state, unit)))


def hit(step: Step[State], move: Hit) -> None:
    state = step.state
    due = owed(step, Hits)
    able, half = line_of(state, due)
    if able and move.handle not in able:
        step.refuse("out-of-reach", say("A stronger block takes the hit.", short=N_("A stronger one")))
    state.agenda.pop()
    if able:
        _strike(step, move.handle, half, due.double)
        allot(step, Hits(due.side, due.left - 1, due.among, due.double))
