"""Which block takes a hit: the strongest at that moment, half hits behind walls. Sections 6.3 and 7.2.

A line of targets is a mapping of handle to strength. Nothing here knows of players: where several blocks are equally
strong, whoever asks lets the owner choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct


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
