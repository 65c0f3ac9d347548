"""Thread that retries failed parts and reports losses and returns."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Event, Lock, Thread
from typing import Protocol

from hardware.ports import Disconnected, Fault, MonotonicClock, Post, Reconnected

logger = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds until a failed part is retried."""
LOOK = 0.25
"""Seconds between two checks while something has failed."""


class RetriedPart(Protocol):
    """Something that may fail."""

    @property
    def device(self) -> str: ...

    @property
    def fault(self) -> Fault | None:
        """Why it does not work now, or None."""

    def mend(self) -> None:
        """Retry it if it does not work, and update `fault`."""


class RetryThread:
    """Retries parts from `start` to `close`. It is the `Watch` of a wired table."""

    def __init__(self, clock: MonotonicClock) -> None:
        self._clock = clock
        self._parts: Sequence[RetriedPart] = ()
        self._post: Post | None = None
        self._due: dict[RetriedPart, float] = {}
        self._told: dict[RetriedPart, bool] = {}
        self._lock = Lock()
        self._news = Event()
        self._closed = False
        self._thread = Thread(target=self._run, name="retries", daemon=True)

    def over(self, parts: Sequence[RetriedPart]) -> None:
        """Set the parts to watch."""
        self._parts = parts

    def start(self, post: Post) -> None:
        """Try every part once, then retry those that failed."""
        self._post = post
        self._thread.start()
        self.lost()

    def close(self) -> None:
        """Stop; parts stay as they are. Idempotent."""
        self._closed = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()

    def lost(self) -> None:
        """Note that some part has just failed. Any thread."""
        self._news.set()

    def look(self) -> bool:
        """Retry parts that are due and report changes; returns whether any has failed."""
        with self._lock:
            now = self._clock()
            for part in self._parts:
                self._look_at(part, now)
            return not all(self._told.values())

    def _look_at(self, part: RetriedPart, now: float) -> None:
        if part.fault is not None and self._told.get(part):
            self._tell(part, part.fault, now)
            # not at once: a part that responds and then fails would keep its bus busy
            self._due[part] = now + RETRY
        if part.fault is not None and now >= self._due.setdefault(part, now):
            part.mend()
            self._due[part] = now + RETRY
        if self._told.get(part) != (part.fault is None):
            self._tell(part, part.fault, now)

    def _tell(self, part: RetriedPart, fault: Fault | None, now: float) -> None:
        self._told[part] = fault is None
        if fault is not None:
            logger.warning("%s does not work: %s", part.device, fault)
            self._say(Disconnected(part.device, str(fault), now))
        else:
            self._say(Reconnected(part.device, now))

    def _say(self, event: Disconnected | Reconnected) -> None:
        if self._post is not None and not self._closed:
            self._post(event)

    def _run(self) -> None:
        broken = True
        while not self._closed:
            self._news.wait(LOOK if broken else None)
            self._news.clear()
            if not self._closed:
                broken = self.look()
