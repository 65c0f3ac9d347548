"""Which block takes a hit, and what a hit does: the strongest first, half hits under double defence. Sections 6.3 and
7.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from companion.games.athens_sparta.agenda import AssigningHits
from companion.games.athens_sparta.queries_battle import units_left
from companion.games.athens_sparta.queries_blocks import body_of
from companion.games.athens_sparta.state import State


class HitEffect(Struct, frozen=True):
    """Effect of one hit: steps lost by ``handle`` (0 or 1), and the handle with a half hit afterwards (or empty)."""

    handle: str
    lost: int
    half: str


def strongest_targets(line: Mapping[str, int], half: str, double: bool) -> list[str]:
    """The handles one of which takes the next hit; empty when nobody is left. ``line``: strength by handle.

    Under double defence the block with a half hit comes first; else the strongest.
    """
    standing = {handle: strength for handle, strength in line.items() if strength > 0}
    if double and half in standing:
        return [half]
    strongest = max(standing.values(), default=0)
    return [handle for handle, strength in standing.items() if strength == strongest]


def hit_effect(handle: str, half: str, double: bool) -> HitEffect:
    """One hit on ``handle``. Under double defence the first hit only marks it, the second takes the step."""
    if double and half != handle:
        return HitEffect(handle, 0, handle)
    return HitEffect(handle, 1, "" if double else half)


def count_battle_hits(dice: Sequence[int], rate: int) -> int:
    """Count hits in battle: dice no higher than the number of the rating."""
    return sum(face <= rate for face in dice)


def count_attrition_hits(dice: Sequence[int], threshold: int) -> int:
    """Count hits in attrition: dice no lower than the threshold (section 7.7)."""
    return sum(face >= threshold for face in dice)


def hit_candidates(state: State, due: AssigningHits) -> tuple[list[str], str]:
    """The handles one of which takes the next hit, and the handle with a half hit."""
    line = {unit.handle: body_of(state, unit).strength for unit in units_left(state, due.among)}
    half = next((unit.handle for unit in units_left(state, due.among) if unit.half), "")
    return strongest_targets(line, half, due.double), half


def are_indistinguishable(state: State, handles: list[str]) -> bool:
    """Whether these blocks are alike in every way, so that it does not matter which is hit."""
    units = units_left(state, handles)
    unlike = [structs.replace(unit, handle="", block="") for unit in units]
    bodies = [body_of(state, unit) for unit in units]
    return all(one == unlike[0] for one in unlike) and all(body == bodies[0] for body in bodies)
