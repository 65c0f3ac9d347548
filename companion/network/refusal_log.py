"""Who was turned away, said once: ten thousand tries are one line in the log, and a second one that counts them."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

logger = logging.getLogger(__name__)

QUIET = 600.0
"""Seconds in which the same thing from the same address is counted but not said again."""
LINES = 20
"""Lines said in that time, whatever the addresses: a sender may make them up."""
REMEMBERED = 256


@dataclass
class _Kept:
    said: float
    more: int = 0


class Watchman:
    """Any thread may call it. ``now`` is monotonic; the log holds what was tried and from where, never what was
    sent.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._lines: list[float] = []

    def turned_away(self, what: str, where: str) -> None:
        """``what`` (a few words of our own) was refused to the address ``where``."""
        now = self._now()
        with self._lock:
            kept = self._kept.get((what, where))
            if kept is not None and now - kept.said < QUIET:
                kept.more += 1
                return
            self._lines = [at for at in self._lines if now - at < QUIET]
            if len(self._lines) >= LINES:
                return
            self._lines.append(now)
            self._kept[what, where] = _Kept(now)
            self._kept.move_to_end((what, where))
            if len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        before = f", {kept.more} more since the last time" if kept is not None and kept.more else ""
        logger.warning("turned away from %s: %s%s", where, what, before)
