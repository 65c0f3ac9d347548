"""Simulated contact bounce: a burst of edges that ends at the intended level."""

from __future__ import annotations

from random import Random

LONGEST = 0.006
"""Seconds from the first to the last edge of a burst."""

_FINEST = 0.0001


def burst(random: Random, level: bool, at: float) -> list[tuple[bool, float]]:
    """Edges of a change to `level` at `at`: an odd number, alternating, the first at `at`."""
    pairs = random.randint(1, 5)
    gaps = [random.uniform(_FINEST, LONGEST / (2 * pairs)) for _ in range(2 * pairs)]
    edges = [(level, at)]
    for gap in gaps:
        before, time = edges[-1]
        edges.append((not before, time + gap))
    return edges
