"""Hits fall on the strongest, by the owner's choice where several are; half hits behind walls. Sections 6.3, 7.2."""

from __future__ import annotations

from msgspec import structs

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.agenda import Hits
from companion.games.athens_sparta.moves import Hit
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import (
    body,
    the_unit,
)
from companion.games.athens_sparta.queries_battle import (
    standing,
)
from companion.games.athens_sparta.queries_hits import candidates, strike
from companion.games.athens_sparta.rules_blocks import (
    called,
    lose_step,
)
from companion.games.athens_sparta.state import State


def line_of(state: State, due: Hits) -> tuple[list[str], str]:
    """The handles the next hit may fall on, and which has a half hit."""
    line = {unit.handle: body(state, unit).strength for unit in standing(state, due.among)}
    half = next((unit.handle for unit in standing(state, due.among) if unit.half), "")
    return candidates(line, half, due.double), half


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


def alike(state: State, handles: list[str]) -> bool:
    """Whether nothing tells these blocks apart, so that it is all one which of them is hit."""
    units = standing(state, handles)
    unlike = [structs.replace(unit, handle="", block="") for unit in units]
    bodies = [body(state, unit) for unit in units]
    return all(one == unlike[0] for one in unlike) and all(held == bodies[0] for held in bodies)


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
