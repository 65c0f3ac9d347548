"""The best seating of a few people, by going through all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations


def least(people: Sequence[int], size: int, pair: Callable[[int, int], tuple[int, int]]) -> tuple[int, int]:
    """The least sum over all pairs at the same table, of tables of one size; ``pair`` has the heavier part first."""
    best = (10**9, 0)

    def go_on(left: Sequence[int], cost: tuple[int, int]) -> None:
        nonlocal best
        if cost >= best or not left:
            best = min(best, cost)
            return
        first, *rest = left
        for others in combinations(rest, size - 1):
            pairs = [pair(one, other) for one, other in combinations((first, *others), 2)]
            here = (cost[0] + sum(heavy for heavy, _ in pairs), cost[1] + sum(light for _, light in pairs))
            if here < best:
                go_on([person for person in rest if person not in others], here)

    go_on(list(people), (0, 0))
    return best
