"""The order of the people around a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

SeatCounts = Mapping[int, int]
"""How often somebody had each seat, from 0; none is 0."""


def seat_order(people: Sequence[str], had: Mapping[str, SeatCounts], chance: Random) -> tuple[str, ...]:
    """Put who began least often first; the others get seats that they had less often, by lot where it is the same."""
    order = list(people)
    chance.shuffle(order)
    first = min(order, key=lambda person: had[person].get(0, 0))
    rest = [person for person in order if person != first]
    while any(_swapped(rest, one, other, had) for one, other in combinations(range(len(rest)), 2)):
        pass
    return (first, *rest)


def _swapped(rest: list[str], one: int, other: int, had: Mapping[str, SeatCounts]) -> bool:
    """Swap two people, at seats ``one`` + 1 and ``other`` + 1, if both together then had their seats less often."""
    here, there = rest[one], rest[other]
    now = had[here].get(one + 1, 0) + had[there].get(other + 1, 0)
    if had[here].get(other + 1, 0) + had[there].get(one + 1, 0) >= now:
        return False
    rest[one], rest[other] = there, here
    return True
