"""Rate-limited log of refused requests: repeats are counted, not written."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

logger = logging.getLogger(__name__)

QUIET = 600.0
"""Seconds within which the same refusal to the same address is only counted."""
LINES = 20
"""Lines written in that time for all addresses together, which a sender may forge."""
REMEMBERED = 256


@dataclass
class _Kept:
    said: float
    more: int = 0


class RefusalLog:
    """Thread-safe. ``now`` is monotonic; what was sent is never logged."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._lines: list[float] = []

    def record(self, what: str, where: str) -> None:
        """Log that ``what`` (fixed words of ours) was refused to the address ``where``."""
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
