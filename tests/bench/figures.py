"""Numbers from many measurements."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles

MS = 1_000_000


def spread(times: Sequence[int]) -> dict[str, float]:
    """Median, 99th percentile and the worst, in milliseconds, of times in nanoseconds."""
    if len(times) < 2:
        return {}
    cuts = quantiles(times, n=100, method="inclusive")
    return {"p50": round(cuts[49] / MS, 3), "p99": round(cuts[98] / MS, 3), "max": round(max(times) / MS, 3)}
