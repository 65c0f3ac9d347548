"""Assigns hits: the strongest first, by the owner's choice among equals; half hits under double defence. Sections 6.3,
7.2.
"""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import say
from companion.games.athens_sparta.agenda import AssigningHits
from companion.games.athens_sparta.moves import TakeHit
from companion.games.athens_sparta.queries_blocks import face_up_unit
from companion.games.athens_sparta.queries_hits import are_indistinguishable, hit_candidates, hit_effect
from companion.games.athens_sparta.reasons import STRONGER_FIRST
from companion.games.athens_sparta.rules_blocks import lose_step
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.words import unit_name


def assign_hits(step: Step[State], due: AssigningHits) -> None:
    """Apply hits that leave no choice; ask the owner where several blocks are equally strong."""
    state = step.state
    left = due.left
    while left:
        able, half = hit_candidates(state, due)
        if not able:
            return
        if not are_indistinguishable(state, able):
            state.agenda.append(AssigningHits(due.side, left, due.among, due.double))
            return
        _apply_hit(step, able[0], half, due.double)
        left -= 1


def _apply_hit(step: Step[State], handle: str, half: str, double: bool) -> None:
    state = step.state
    unit = face_up_unit(state, handle)
    struck = hit_effect(handle, half, double)
    if double:
        unit.half = struck.half == handle
    if struck.lost:
        lose_step(step, unit)
    else:
        step.tell(say("{block}: half a hit.", block=unit_name(state, unit)))


def take_hit(step: Step[State], move: TakeHit) -> None:
    """The owner's choice of the block that is hit (section 6.3)."""
    state = step.state
    due = owed_by_side(step, AssigningHits)
    able, half = hit_candidates(state, due)
    if able and move.handle not in able:
        step.refuse("out-of-reach", STRONGER_FIRST)
    state.agenda.pop()
    if able:
        _apply_hit(step, move.handle, half, due.double)
        assign_hits(step, AssigningHits(due.side, due.left - 1, due.among, due.double))
