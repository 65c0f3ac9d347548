"""How many people sit at each table of a round."""

from __future__ import annotations

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import say

SMALLEST, LARGEST = 2, 8
"""People at a table that the companion can serve."""


class SizeRule(Struct, frozen=True):
    """The least and most people at a table, and the number that the organiser prefers."""

    least: int
    most: int
    preferred: int


class TableSizes(Struct, frozen=True):
    """The people at each table, largest table first, and how many people sit out."""

    sizes: tuple[int, ...]
    out: int


def check_sizes(rule: SizeRule) -> None:
    """Refuse sizes that no table has, or that contradict each other."""
    if not SMALLEST <= rule.least <= rule.most <= LARGEST:
        raise Refused(
            "size-limits",
            say(
                "A table has {smallest} to {largest} people. Set the least and the most within that, the least first.",
                smallest=SMALLEST,
                largest=LARGEST,
            ),
            "sizes",
        )
    if not rule.least <= rule.preferred <= rule.most:
        raise Refused(
            "preferred-size",
            say(
                "The preferred size must be from {least} to {most}, as the tables are.",
                least=rule.least,
                most=rule.most,
            ),
            "sizes",
        )


def table_sizes(people: int, rule: SizeRule) -> TableSizes:
    """Divide people over tables; as few as possible sit out, all of them where there are too few for one table.

    Each person counts the square of the distance between the size of the table and the preferred one, and the least
    sum is taken: 10 people at tables of 3 to 5, 4 preferred, play 4, 3, 3 rather than 5, 5, where nobody has the
    preferred size. Of equal sums the one with smaller tables is taken (4, 4, 4 before 6, 6 where 5 is preferred),
    because the largest table plays longest and everybody waits for it.
    """
    check_sizes(rule)
    kinds = range(rule.most, rule.least - 1, -1)
    # The best division of each number: its cost, then how many tables of each size, largest size first. Such keys add
    # up place by place, so the best division of a number is a table more than the best one of a smaller number.
    best: list[tuple[int, ...] | None] = [(0,) * (1 + len(kinds))]
    for number in range(1, people + 1):
        options = [
            _with_table(smaller, rule, size)
            for size in kinds
            if size <= number and (smaller := best[number - size]) is not None
        ]
        best.append(min(options, default=None))
    seated = max(number for number, division in enumerate(best) if division is not None)
    _, *counts = best[seated] or ()
    sizes = tuple(size for size, count in zip(kinds, counts, strict=True) for _ in range(count))
    return TableSizes(sizes, people - seated)


def _with_table(division: tuple[int, ...], rule: SizeRule, size: int) -> tuple[int, ...]:
    cost, *counts = division
    counts[rule.most - size] += 1
    return (cost + size * (size - rule.preferred) ** 2, *counts)
