"""What the organiser of an event sets: sizes of tables, points for ranks, tie-breaks, and how people are seated."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from msgspec import Struct

from companion.club.events.table_sizes import SizeRule, check_sizes
from companion.core.errors import Refused
from companion.core.wording import say

SeatingMethod = Literal["swiss", "random"]
"""How a round is seated: people of similar standing together, or by lot."""

TiedRanks = Literal["mean", "higher"]
"""What people of the same rank get: each the mean of the points of their places, or each those of the higher place."""

MissedRounds = Literal["nothing", "bye"]
"""What late comers get for each round before they came: nothing, or what sitting out gives."""

TieBreakKind = Literal["wins", "opponents", "direct", "share", "byes"]
"""A tie-break: most tables won, strongest opponents, who finished ahead where the tied have all met, largest mean share
of the game points at the table, fewest rounds not played but paid (sat out, or missed by a late comer).
"""


class EventRules(Struct, frozen=True, kw_only=True):
    """The rules of an event. ``points`` are those of each rank, best first, by the number of people at the table.

    ``bye`` is what a round gives to who sits out, ``void`` what a table declared void gives to each of its people.
    All are whole numbers; who wants halves doubles everything. ``tie_breaks`` stand in order.
    """

    sizes: SizeRule
    points: dict[int, tuple[int, ...]]
    method: SeatingMethod = "swiss"
    ties: TiedRanks = "mean"
    bye: int = 0
    void: int = 0
    missed: MissedRounds = "nothing"
    tie_breaks: tuple[TieBreakKind, ...] = ()

    def points_at(self, size: int) -> tuple[int, ...]:
        """The points of each rank at a table of ``size`` people. Raises ``Refused`` where none are set."""
        if size not in self.points:
            raise Refused(
                "no-points", say("No points are set for a table of {size} people. Set them first.", size=size), "points"
            )
        return self.points[size]


def check_rules(rules: EventRules) -> None:
    """Refuse rules by which some table could not be seated or counted."""
    check_sizes(rules.sizes)
    for size in range(rules.sizes.least, rules.sizes.most + 1):
        rules.points_at(size)
    for size, points in sorted(rules.points.items()):
        _check_points(size, points)
    if len(set(rules.tie_breaks)) < len(rules.tie_breaks):
        raise Refused("tie-break-twice", say("Each tie-break counts once. Take out the second one."), "tie_breaks")


def _check_points(size: int, points: tuple[int, ...]) -> None:
    if len(points) != size:
        raise Refused(
            "points-count",
            say("A table of {size} people needs points for {size} ranks, not for {n}.", size=size, n=len(points)),
            "points",
        )
    if any(worse > better for better, worse in pairwise(points)):
        raise Refused(
            "points-rise",
            say("At a table of {size} people a lower rank gets more than a higher one. Put the most first.", size=size),
            "points",
        )
