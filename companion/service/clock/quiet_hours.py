"""Quiet hours: from one time of the day to another nothing is to be heard, and no lamp blinks."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock

KEPT = "quiet"
"""The setting: the quiet hours."""
MINUTES = 24 * 60
"""Minutes of a day."""

Hours = tuple[int, int]
"""The minute of the day at which they begin, and the one at which they end; they may go over midnight."""


class QuietHours:
    """The quiet hours of a table, stored in ``settings``; ``changed`` is called when they are others."""

    def __init__(self, clock: Clock, settings: Settings, changed: Callable[[], None]) -> None:
        self._clock = clock
        self._settings = settings
        self._changed = changed
        self.hours = _stored(settings.get(KEPT))

    def set(self, begin: str, end: str) -> None:
        """Set begin and end, as ``HH:MM``. Raises ``Refused``."""
        hours = (_minute(begin), _minute(end))
        if hours[0] == hours[1]:
            raise Refused("no-hours", say("Quiet hours must begin and end at different times."))
        self._put(hours)

    def forget(self) -> None:
        """Clear the quiet hours."""
        self._put(None)

    def _put(self, hours: Hours | None) -> None:
        self.hours = hours
        self._settings.put(KEPT, hours)
        self._changed()

    @property
    def now(self) -> bool:
        """Whether it is quiet now, by the machine's own time of day; never while that is not to be trusted."""
        wall = self._clock.wall()
        if self.hours is None or wall is None:
            return False
        begin, end = self.hours
        local = time.localtime(wall)
        since = (local.tm_hour * 60 + local.tm_min - begin) % MINUTES
        return since < (end - begin) % MINUTES


def written(minute: int) -> str:
    """A minute of the day as ``HH:MM``."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _minute(text: str) -> int:
    hour, colon, minute = text.strip().partition(":")
    digits = hour.isascii() and hour.isdecimal() and minute.isascii() and minute.isdecimal()
    if not (colon and digits and len(hour) <= 2 and len(minute) == 2 and int(hour) < 24 and int(minute) < 60):
        raise Refused("no-time", say("Write a time of the day, such as 22:30."))
    return int(hour) * 60 + int(minute)


def _stored(kept: object) -> Hours | None:
    if isinstance(kept, list | tuple) and len(kept) == 2 and all(isinstance(n, int) and 0 <= n < MINUTES for n in kept):
        return kept[0], kept[1]
    return None
