"""Geometry of the chart of points over time, in units of its view box."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.core.wording import Wording
from companion.plays.reports.score_history import ScoreHistory
from web.page_request import PageRequest

WIDTH, HEIGHT = 360.0, 200.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 14.0, 10.0, 10.0


@dataclass(frozen=True)
class ChartLine:
    """A side's line: the points of an SVG polyline, its end, and the last value."""

    seats: tuple[int, ...]
    label: Wording
    path: str
    x: float
    y: float
    last: int


@dataclass(frozen=True)
class Chart:
    """The chart. ``rules`` are the horizontal lines: (y, points)."""

    width: float
    height: float
    lines: tuple[ChartLine, ...]
    rules: tuple[tuple[float, int], ...]
    left: float = LEFT


def chart(score_history: ScoreHistory) -> Chart | None:
    """Build the chart of a course; None when it has fewer than two steps."""
    if score_history.steps < 2:
        return None
    every = [points for curve in score_history.curves for points in curve.points]
    low, high = min(0, *every), max(1, *every)
    step = _round_step((high - low) / 4)
    low, high = low // step * step, ceil(high / step) * step

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / (score_history.steps - 1), 1)

    def y(points: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - points) / (high - low), 1)

    lines = tuple(
        ChartLine(
            curve.seats,
            curve.label,
            " ".join(f"{x(place)},{y(points)}" for place, points in enumerate(curve.points)),
            x(len(curve.points) - 1),
            y(curve.points[-1]),
            curve.points[-1],
        )
        for curve in score_history.curves
    )
    return Chart(WIDTH, HEIGHT, lines, tuple((y(points), points) for points in range(low, high + 1, step)))


def chart_of(req: PageRequest, play: str) -> Chart | None:
    """Build the chart of a play that is over; None without one."""
    return chart(req.view.past.score_history(play)) if play else None


def _round_step(rough: float) -> int:
    """Smallest of 1, 2 or 5 times a power of ten that is at least ``rough``."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= rough:
                return step * power
        power *= 10
