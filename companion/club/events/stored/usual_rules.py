"""The rules of an event whose organiser has set nothing, and points for ranks to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.club.events.event_rules import EventRules
from companion.club.events.table_sizes import LARGEST, SMALLEST, SizeRule

PointsKind = Literal["podium", "behind", "win"]
"""Points of the best few, the same at every table; one for each person behind; or for the winner alone."""

PODIUM = (5, 3, 2, 1)
SIZES = range(SMALLEST, LARGEST + 1)


def points_of(kind: PointsKind) -> dict[int, tuple[int, ...]]:
    """The points of each rank, by the number of people at the table, for every size there is."""
    return {size: _points(kind, size) for size in SIZES}


def _points(kind: PointsKind, size: int) -> tuple[int, ...]:
    match kind:
        case "podium":
            return (*PODIUM, *(0,) * LARGEST)[:size]
        case "behind":
            return tuple(range(size - 1, -1, -1))
        case "win":
            return (1, *(0,) * (size - 1))


KINDS: Mapping[PointsKind, dict[int, tuple[int, ...]]] = {
    "podium": points_of("podium"),
    "behind": points_of("behind"),
    "win": points_of("win"),
}


def kind_of(points: Mapping[int, tuple[int, ...]]) -> PointsKind | None:
    """Which of ``KINDS`` these points are; None for an organiser's own."""
    return next((kind for kind, usual in KINDS.items() if dict(points) == usual), None)


USUAL = EventRules(
    sizes=SizeRule(3, 5, 4),
    points=KINDS["podium"],
    bye=3,  # about the mean at a table of four: sitting out neither helps nor harms
    void=3,
    tie_breaks=("wins", "opponents", "direct", "share", "byes"),
)
