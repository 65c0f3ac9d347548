"""How much slower the boards of this family are than this machine, from a loop in pure Python that is run first.

The loop is the N-body problem of the Benchmarks Game. Its time on one board is published; the others follow from the
published single-core figures of one and the same program on all four. None of them was measured with the companion.
"""

from __future__ import annotations

import time
from typing import Any

from tests.bench.phones import tell

STEPS = 20_000
ROUNDS = 3
PUBLISHED_STEPS = 5_000_000
PUBLISHED_SECONDS = 158.26
"""Of so many steps on a Pi 4 at 1.5 GHz: see ``SOURCE``."""
SINGLE_CORE = {"Zero 2 W": 838, "3B+": 914, "4": 1661, "5": 3305}
"""7-zip MIPS on one core at 1.0, 1.4 (with no fan), 1.5 and 2.4 GHz: see ``SOURCE``."""
SOURCE = """Expected on a Pi: this machine's figure times how much longer the board takes for a loop in Python (N-body).
  The loop on a Pi 4 at 1.5 GHz: 158.26 s for 5,000,000 steps, under a Python that is not named, of before 3.11 by the
  looks of it: so rather too slow than too fast
  (chaitanyamehta.github.io/projects/performance-analysis-of-programming-languages).
  The others by 7-zip on one core: 838, 914, 1661, 3305 MIPS (github.com/ThomasKaiser/sbc-bench, Results.md).
  Unmeasured: the companion itself on any of the four; their cards and their Wi-Fi are not in these figures."""

_PAIRS = tuple((one, other) for one in range(5) for other in range(one + 1, 5))


def calibrated() -> dict[str, Any]:
    """Microseconds of a step of the loop here, and by board how many times longer it takes there."""
    here = min(_step() for _ in range(ROUNDS))
    of_a_pi_4 = PUBLISHED_SECONDS / PUBLISHED_STEPS
    factors = {board: of_a_pi_4 * SINGLE_CORE["4"] / figure / here for board, figure in SINGLE_CORE.items()}
    return {"step_us": round(here * 1e6, 3), "factors": {board: round(times, 2) for board, times in factors.items()}}


def _step() -> float:
    """Seconds of processor time of one step."""
    begun = time.process_time()
    advance(STEPS)
    return (time.process_time() - begun) / STEPS


def advance(steps: int) -> list[list[float]]:
    """Five bodies attract each other; the positions and speeds they come to."""
    bodies = [[float(n), n * 0.7, n * 0.3, 0.1 * n, 0.2, 0.05 * n] for n in range(5)]
    masses = [39.5, 0.04, 0.01, 0.002, 0.002]
    for _ in range(steps):
        for one, other in _PAIRS:
            first, second = bodies[one], bodies[other]
            x, y, z = first[0] - second[0], first[1] - second[1], first[2] - second[2]
            pull = 0.01 * (x * x + y * y + z * z) ** -1.5
            of_second, of_first = masses[other] * pull, masses[one] * pull
            first[3] -= x * of_second
            first[4] -= y * of_second
            first[5] -= z * of_second
            second[3] += x * of_first
            second[4] += y * of_first
            second[5] += z * of_first
        for body in bodies:
            body[0] += 0.01 * body[3]
            body[1] += 0.01 * body[4]
            body[2] += 0.01 * body[5]
    return bodies


if __name__ == "__main__":
    tell(calibrated())
