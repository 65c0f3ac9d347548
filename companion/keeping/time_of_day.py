"""Whether the time of day is known. A Pi without a clock battery wakes up where it fell asleep, or in 1970.

Nothing of a play depends on it: entries and copies are in the order of their numbers, and durations are counted by the
clock that only ever grows. Where the time is unknown, dates are left out rather than wrong.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

EARLIEST = 1_793_491_200.0
"""November 2026, when this program was not yet finished: a clock that shows less is wrong."""
LATEST = EARLIEST + 40 * 366 * 86_400
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Made by systemd's own time service as soon as a time server has answered."""
BATTERY = Path("/sys/class/rtc/rtc0/hctosys")
"""Holds 1 where the kernel took the time from a clock that goes on without power."""
PATIENCE = 5.0


def plausible(wall: float) -> bool:
    """Whether seconds since 1970 can be the present time at all."""
    return EARLIEST <= wall < LATEST


def set_at_start() -> bool:
    """Whether the machine's own clock is known to be right without asking anybody."""
    if SYNCHRONISED.exists():
        return True
    try:
        return BATTERY.read_text(encoding="ascii").strip() == "1"
    except (OSError, UnicodeDecodeError):
        return False


def synchronised() -> bool | None:
    """Whether a time server has set the clock; None where nobody can tell. Takes a while."""
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
    """The clocks of the table. The time of day is None until it is known: because the machine's own is right, which
    ``look`` finds out, or because somebody's phone has told it.

    Any thread may ask; ``look`` is for one that may wait, and ``tell`` for the deciding one.
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
        """Seconds that only ever grow."""
        return self._mono()

    def wall(self) -> float | None:
        """Seconds since 1970, or None while nobody knows."""
        if self._known:
            return self._wall()
        return None if self._ahead is None else self._mono() + self._ahead

    def look(self) -> None:
        """Find out whether the machine's own time is right by now. Once it was, it is trusted until the end."""
        if not self._known and plausible(self._wall()):
            self._known = self._asked() is not False

    def tell(self, wall: float) -> bool:
        """Somebody knows what time it is; whether that can be. The machine's own clock is left as it is."""
        if not plausible(wall):
            return False
        self._ahead = wall - self._mono()
        return True
