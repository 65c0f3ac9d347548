"""Which block takes a hit: the strongest at that moment, half hits behind walls. Sections 6.3 and 7.2.

A line of targets is a mapping of handle to strength. Nothing here knows of players: where several blocks are equally
strong, whoever asks lets the owner choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from companion.games.athens_sparta.agenda import Hits
from companion.games.athens_sparta.queries_battle import standing
from companion.games.athens_sparta.queries_blocks import body
from companion.games.athens_sparta.state import State


class Struck(Struct, frozen=True):
    """What one hit does: steps lost (0 or 1) by ``handle``, and which block has a half hit afterwards (or none)."""

    handle: str
    lost: int
    half: str


def candidates(line: Mapping[str, int], half: str, double: bool) -> list[str]:
    """The blocks of which the next hit must fall on one. Empty when nobody is left.

    Under double defence a half hit is completed first; else, and for full hits past it, the strongest are meant.
    """
    standing = {handle: strength for handle, strength in line.items() if strength > 0}
    if double and half in standing:
        return [half]
    strongest = max(standing.values(), default=0)
    return [handle for handle, strength in standing.items() if strength == strongest]


def strike(handle: str, half: str, double: bool) -> Struck:
    """One hit on ``handle``. Under double defence a first hit only marks it, the second takes the step."""
    if not double:
        return Struck(handle, 1, half)
    if half == handle:
        return Struck(handle, 1, "")
    return Struck(handle, 0, handle)


def scored(dice: Sequence[int], rate: int) -> int:
    """How many dice hit in battle: each that is no higher than the number of the rating."""
    return sum(face <= rate for face in dice)


def worn(dice: Sequence[int], threshold: int) -> int:
    """How many dice hit in attrition: each that is no lower than the threshold (section 7.7)."""
    return sum(face >= threshold for face in dice)


def line_of(state: State, due: Hits) -> tuple[list[str], str]:
    """The handles the next hit may fall on, and which has a half hit."""
    line = {unit.handle: body(state, unit).strength for unit in standing(state, due.among)}
    half = next((unit.handle for unit in standing(state, due.among) if unit.half), "")
    return candidates(line, half, due.double), half


def alike(state: State, handles: list[str]) -> bool:
    """Whether nothing tells these blocks apart, so that it is all one which of them is hit."""
    units = standing(state, handles)
    unlike = [structs.replace(unit, handle="", block="") for unit in units]
    bodies = [body(state, unit) for unit in units]
    return all(one == unlike[0] for one in unlike) and all(held == bodies[0] for held in bodies)
