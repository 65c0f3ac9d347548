"""Geometry of the small drawing of how a strength went, in units of its view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.club.results.rating_model import BEGINNER

WIDTH, HEIGHT, MARGIN = 320.0, 72.0, 6.0
MOST_POINTS = 160
"""Plays drawn: more lie on the same pixels."""
LEAST_RANGE = 20
"""The strengths between bottom and top of the drawing: small changes are not to look large."""


@dataclass(frozen=True)
class StrengthChart:
    """``line`` and ``area`` are points of an SVG polyline and polygon, ``beginner`` the height of who is new, ``x`` and
    ``y`` the end of the line, ``low`` and ``high`` the least and the greatest strength.
    """

    width: float
    height: float
    line: str
    area: str
    beginner: float
    x: float
    y: float
    low: int
    high: int


def strength_chart(course: Sequence[int]) -> StrengthChart:
    """Draw the strengths after each play, after that of a beginner."""
    strengths = _thinned([BEGINNER.strength, *course])
    low, high = min(strengths), max(strengths)
    middle, half = (low + high) / 2, max(high - low, LEAST_RANGE) / 2

    def y(strength: int) -> float:
        return round(MARGIN + (HEIGHT - 2 * MARGIN) * (middle + half - strength) / (2 * half), 1)

    step = (WIDTH - 2 * MARGIN) / (len(strengths) - 1)
    places = [(round(MARGIN + step * number, 1), y(strength)) for number, strength in enumerate(strengths)]
    line = " ".join(f"{x},{height}" for x, height in places)
    (first, _), (last, end) = places[0], places[-1]
    area = f"{first},{HEIGHT} {line} {last},{HEIGHT}"
    return StrengthChart(WIDTH, HEIGHT, line, area, y(BEGINNER.strength), last, end, min(course), max(course))


def _thinned(strengths: Sequence[int]) -> Sequence[int]:
    """At most so many of them at equal distances, the first and the last among them."""
    last = len(strengths) - 1
    if last < MOST_POINTS:
        return strengths
    return [strengths[round(number * last / (MOST_POINTS - 1))] for number in range(MOST_POINTS)]
