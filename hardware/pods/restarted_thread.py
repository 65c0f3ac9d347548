"""A thread that is begun again when it fails, and the pauses between two tries of something that keeps failing."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from threading import Event, Thread

logger = logging.getLogger(__name__)

FIRST_PAUSE = 0.25
"""Seconds before the second try."""
LONGEST_PAUSE = 10.0
"""Seconds between two tries at most."""
STEADY = 10.0
"""Seconds after which something counts as working: if it fails then, it is tried again at once."""


class GrowingPause:
    """Pauses between two tries, twice as long each time while none of them works for `STEADY` seconds."""

    def __init__(self) -> None:
        self._last = 0.0

    def after(self, worked: float) -> float:
        """Seconds to wait until the next try; the last one failed after `worked` seconds."""
        if worked >= STEADY:
            self._last = 0.0
        else:
            self._last = min(max(2 * self._last, FIRST_PAUSE), LONGEST_PAUSE)
        return self._last


class RestartedThread:
    """Daemon thread that runs `work` from `start` until its owner calls `end`.

    `work` returns soon after `end`. If it raises or returns before, that is logged, and it is run again after a
    growing pause.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self._work = work
        self._ending = Event()
        self._thread = Thread(target=self._run, name=name, daemon=True)

    @property
    def ending(self) -> bool:
        """Whether its owner has said that it is to end."""
        return self._ending.is_set()

    def start(self) -> None:
        """Start it, unless it was started before or is to end."""
        if self._thread.ident is None and not self.ending:
            self._thread.start()

    def end(self) -> None:
        """Say that it is to end. Returns at once."""
        self._ending.set()

    def join(self) -> None:
        """Wait until it has ended, if it was ever started."""
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        pauses = GrowingPause()
        while not self.ending:
            began = time.monotonic()
            why = "it returned"
            try:
                self._work()
            except Exception as error:
                why = _place_of(error)
            if not self.ending:
                pause = pauses.after(time.monotonic() - began)
                logger.error("%s failed (%s); it is begun again in %.2f s", self._thread.name, why, pause)
                self._ending.wait(pause)


def _place_of(error: Exception) -> str:
    """Type and place of an error; its text may hold what a display shows."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {last.filename}:{last.lineno}"
