"""Time, as it is passed in. Tests own theirs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """What a play needs of time."""

    def mono(self) -> float:
        """Seconds that only ever grow, from an unknown start; for durations within one run of the program."""

    def wall(self) -> float | None:
        """Seconds since 1970, or None while the time of day is not to be trusted."""


def _always() -> bool:
    return True


class SystemClock:
    """The machine's clocks. ``trusted`` says whether the time of day is right by now: a Pi without a clock battery
    wakes up in the past until somebody has told it better.
    """

    def __init__(self, trusted: Callable[[], bool] = _always) -> None:
        self._trusted = trusted

    def mono(self) -> float:
        return time.monotonic()

    def wall(self) -> float | None:
        return time.time() if self._trusted() else None
