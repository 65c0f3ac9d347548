"""Decide whether the time of day is known: a Pi without a clock battery wakes up in the past.

Plays do not depend on it: entries and copies are ordered by number, durations use the monotonic clock. While it is
unknown, dates are left out.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from companion.plays.time_source import Clock

EARLIEST = 1_793_491_200.0
"""November 2026: a clock that shows less is wrong."""
LATEST = EARLIEST + 40 * 366 * 86_400
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Created by systemd-timesyncd after the first answer of a time server."""
BATTERY = Path("/sys/class/rtc/rtc0/hctosys")
"""Contains 1 if the kernel set the time from a battery-backed clock."""
PATIENCE = 5.0


def plausible(wall: float) -> bool:
    """Whether seconds since 1970 lie between ``EARLIEST`` and ``LATEST``."""
    return EARLIEST <= wall < LATEST


def set_at_start() -> bool:
    """Whether the system clock is known to be right, from files alone."""
    if SYNCHRONISED.exists():
        return True
    try:
        return BATTERY.read_text(encoding="ascii").strip() == "1"
    except (OSError, UnicodeDecodeError):
        return False


def synchronised() -> bool | None:
    """Whether a time server has set the clock; None if unknown. Runs timedatectl: slow."""
    command = shutil.which("timedatectl")
    if command is None:
        return None
    try:
        asked = subprocess.run(  # noqa: S603  (nothing in it comes from outside)
            [command, "show", "--property=NTPSynchronized", "--value"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(asked.stdout.strip())


class TableClock:
    """Monotonic and wall clock. ``wall`` is None until the system clock is known to be right (``look``) or a phone has
    told the time (``tell``).

    Any thread may read; ``look`` may block; ``tell`` is for the deciding thread.
    """

    def __init__(
        self,
        *,
        at_start: Callable[[], bool] = set_at_start,
        asked: Callable[[], bool | None] = synchronised,
        wall: Callable[[], float] = time.time,
        mono: Callable[[], float] = time.monotonic,
    ) -> None:
        self._asked = asked
        self._wall = wall
        self._mono = mono
        self._known = plausible(wall()) and at_start()
        self._ahead: float | None = None

    def mono(self) -> float:
        """Monotonic seconds."""
        return self._mono()

    def wall(self) -> float | None:
        """Seconds since 1970, or None while unknown."""
        if self._known:
            return self._wall()
        return None if self._ahead is None else self._mono() + self._ahead

    @property
    def machine_is_right(self) -> bool:
        """Whether the system clock itself is known to be right, which certificates are checked by."""
        return self._known

    def look(self) -> None:
        """Check whether the system clock is right by now; once right, it stays trusted."""
        if not self._known and plausible(self._wall()):
            self._known = self._asked() is not False

    def tell(self, wall: float) -> bool:
        """Take the time from a phone; returns whether it is plausible. The system clock is not changed."""
        if not plausible(wall):
            return False
        self._ahead = wall - self._mono()
        return True


def machine_time_known(clock: Clock) -> bool:
    """Whether the machine's own clock is right, which TLS uses for certificates. A phone's time does not set it. May
    take a while.
    """
    if not isinstance(clock, TableClock):
        return clock.wall() is not None
    clock.look()
    return clock.machine_is_right
