"""How often something may be tried."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Hashable
from threading import Lock

from companion.core.errors import Refused
from companion.core.wording import say_n
from companion.plays.time_source import Clock

REMEMBERED = 1024
"""Whose tries are counted at once. Anybody who is pushed out by a sender of ever new cookies has all tries again."""


class RateLimit:
    """At most ``tries`` in ``window`` seconds."""

    def __init__(self, clock: Clock, tries: int, window: float) -> None:
        self._clock = clock
        self._tries = tries
        self._window = window
        self._times: deque[float] = deque()

    def take(self) -> None:
        """Count a try. Raises ``Refused`` when there were too many."""
        now = self._clock.mono()
        while self._times and now - self._times[0] > self._window:
            self._times.popleft()
        if len(self._times) >= self._tries:
            wait = int(self._window - (now - self._times[0])) + 1
            raise Refused(
                "too-often", say_n("Too many tries. Wait {n} second.", "Too many tries. Wait {n} seconds.", wait)
            )
        self._times.append(now)

    def forgive(self) -> None:
        """Take the last try off the count."""
        if self._times:
            self._times.pop()


class RateLimits:
    """A limit for each sender, or for each thing that is tried; never one shared by all, which one of them could use
    up. Any thread may call it.
    """

    def __init__(self, clock: Clock, tries: int, window: float) -> None:
        self._clock = clock
        self._each = (tries, window)
        self._of: OrderedDict[Hashable, RateLimit] = OrderedDict()
        self._lock = Lock()

    def take(self, who: Hashable) -> None:
        """Count a try of ``who``. Raises ``Refused`` when there were too many, and counts it not."""
        with self._lock:
            self._limit(who).take()

    def forgive(self, who: Hashable) -> None:
        """Take the last try of ``who`` off the count."""
        with self._lock:
            self._limit(who).forgive()

    def clear(self) -> None:
        """Give everybody all tries again."""
        with self._lock:
            self._of.clear()

    def _limit(self, who: Hashable) -> RateLimit:
        if who not in self._of:
            self._of[who] = RateLimit(self._clock, *self._each)
            if len(self._of) > REMEMBERED:
                self._of.popitem(last=False)
        self._of.move_to_end(who)
        return self._of[who]
