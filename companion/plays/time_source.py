"""Clock interface; tests pass their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """The clock of a play."""

    def mono(self) -> float:
        """Monotonic seconds from an arbitrary start, for durations within one run."""

    def wall(self) -> float | None:
        """Seconds since 1970, or None while the time of day is unknown."""


class SystemClock:
    """The machine's clocks. ``trusted`` says whether the time of day is right, since a Pi without a clock battery
    starts with an old time.
    """

    def __init__(self, trusted: Callable[[], bool] = lambda: True) -> None:
        self._trusted = trusted

    def mono(self) -> float:
        return time.monotonic()

    def wall(self) -> float | None:
        return time.time() if self._trusted() else None
