"""When a copy of the log and a trial restore are due."""

from __future__ import annotations

import os
from pathlib import Path

from companion.keeping.copier_state import CopierState, PlayStatus
from companion.keeping.keeping_views import KeepingView
from companion.plays.time_source import Clock

EVERY = 600.0
"""Seconds of play between two copies, and after one that failed."""
FIRST_TRIAL = 180.0
"""Seconds after the start before the first trial restore, if no play is running."""
DAY = 24 * 3600.0

LogStamp = tuple[tuple[int, int], ...]
"""Size and mtime of the log and its WAL; changes with every commit."""


class CopySchedule:
    """What has been done when, on the monotonic clock."""

    def __init__(self, log: Path, clock: Clock) -> None:
        self._log = log
        self._clock = clock
        self._began = self._quiet_since = clock.mono()
        self._stamp = self.log_stamp()
        self._tried_at: float | None = None
        self._failed_at: float | None = None

    def log_stamp(self) -> LogStamp:
        """The log's stamp now; to be taken before a copy begins."""
        found = []
        for end in ("", "-wal"):
            try:
                stat = os.stat(f"{self._log}{end}")
                found.append((stat.st_size, stat.st_mtime_ns))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def copy_due(self, seen: PlayStatus, last: CopierState) -> bool:
        """Whether a play has ended since the ``last`` copy, or the log has changed for long enough."""
        now = self._clock.mono()
        if self._failed_at is not None and now - self._failed_at < EVERY:
            return False
        if seen.over and (seen.play, seen.entries) != (last.play, last.entries):
            return True
        if self.log_stamp() == self._stamp:
            self._quiet_since = now
            return False
        return now - self._quiet_since >= EVERY

    def copied(self, stamp: LogStamp, *, done: bool) -> None:
        """A copy of the log as of ``stamp`` was made, or failed."""
        self._stamp, self._quiet_since = stamp, self._clock.mono()
        self._failed_at = None if done else self._quiet_since

    def trial_due(self, seen: PlayStatus, view: KeepingView) -> bool:
        """Whether the newest copy was not tried yet, and nobody plays."""
        now = self._clock.mono()
        tried = view.last_trial is not None and view.last_trial.number == view.copies[0].number
        if seen.playing or now - self._began < FIRST_TRIAL or tried:
            return False
        return self._tried_at is None or now - self._tried_at >= DAY

    def tried(self) -> None:
        """A trial restore begins."""
        self._tried_at = self._clock.mono()
