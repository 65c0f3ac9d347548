"""Numbers from many measurements."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

MS = 1_000_000


def spread(times: Sequence[int]) -> dict[str, float]:
    """Median, 95th and 99th percentile and the worst, in milliseconds, of times in nanoseconds."""
    if not times:
        return {}
    cuts = quantiles(times if len(times) > 1 else [*times, *times], n=100, method="inclusive")
    found = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}
    return {name: round(time / MS, 3) for name, time in found.items()}


def p50_p95(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile of one value at least."""
    cuts = quantiles(values if len(values) > 1 else [*values, *values], n=20, method="inclusive")
    return cuts[9], cuts[18]


def in_ms(times: Sequence[int]) -> list[float]:
    """Nanoseconds as milliseconds."""
    return [round(time / MS, 1) for time in times]
