"""State of the copier that survives a restart, in a JSON file beside the log; with the last entry of every play,
so that a shortened log is detected; entries after the last copy are not covered.

What is due since the start is in ``CopySchedule``.
Not in the log itself: writing there would delay a move.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from companion.keeping.keeping_views import KeepingView
from companion.plays.current_play import RecordedHead, heads_of
from companion.plays.log.log_file import open_read_only
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.whole_files import write_whole

logger = logging.getLogger(__name__)

FILE = "keeping.json"


class CopierState(Struct, frozen=True, omit_defaults=True):
    """``number`` of the last copy, which held ``entries`` entries of the running ``play``. ``suspect``: the log was
    found damaged. ``heads``: last entry of every play as of that copy, to detect a shortened log.
    """

    number: int = 0
    play: str = ""
    entries: int = 0
    suspect: bool = False
    heads: dict[str, RecordedHead] = {}


class PlayStatus(Struct, frozen=True):
    """Published play: its id (empty for none), its number of entries, whether it is over, and whether all decide in
    secret.
    """

    play: str = ""
    entries: int = 0
    over: bool = False
    secret: bool = False

    @property
    def playing(self) -> bool:
        return bool(self.play) and not self.over


def read_state(folder: Path) -> CopierState:
    """State stored in ``folder``; empty if missing or unreadable (at worst one copy too many is made)."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=CopierState)
    except (OSError, msgspec.MsgspecError):
        return CopierState()


def write_state(folder: Path, notes: CopierState) -> None:
    """Store the state atomically. Raises ``OSError``."""
    write_whole(folder / FILE, msgspec.json.encode(notes))


def recorded_heads_of(copy: Path) -> dict[str, RecordedHead]:
    """Last entry of every play in a copy; empty if it cannot be read."""
    try:
        with closing(open_read_only(copy)) as log:
            return heads_of(log)
    except LogError as fault:
        logger.error("the last entries of a copy cannot be read: %s", fault.code)
        return {}


def merged_heads(before: Mapping[str, RecordedHead], copy: Path) -> dict[str, RecordedHead]:
    """Heads to record after a new copy: per play the longer of the recorded one and the copy's."""
    now = recorded_heads_of(copy)
    longer = {play: end for play, end in before.items() if play not in now or end.number > now[play].number}
    return now | longer


def record_heads_again(log: Path) -> None:
    """Record the heads of a log that was replaced on purpose."""
    record_heads(log.parent, recorded_heads_of(log))


def record_heads(folder: Path, heads: dict[str, RecordedHead]) -> None:
    """Record these heads only: what the log lacks of earlier ones is accepted."""
    with suppress(OSError):
        write_state(folder, structs.replace(read_state(folder), heads=heads))


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

    @contextmanager
    def same_content(self) -> Iterator[None]:
        """What is done to the files inside does not count as a change of the log."""
        unchanged = self.log_stamp() == self._stamp
        yield
        if unchanged:
            self._stamp = self.log_stamp()

    def copy_due(self, seen: PlayStatus, last: CopierState) -> bool:
        """Whether a play has ended since the ``last`` copy, or the log has changed for long enough. While all decide in
        secret it counts as changed: the copies would tell whether somebody has done anything.
        """
        now = self._clock.mono()
        if self._failed_at is not None and now - self._failed_at < EVERY:
            return False
        if seen.over and (seen.play, seen.entries) != (last.play, last.entries):
            return True
        if not seen.secret and self.log_stamp() == self._stamp:
            self._quiet_since = now
            return False
        return now - self._quiet_since >= EVERY

    def copied(self, stamp: LogStamp, *, done: bool) -> None:
        """Note a copy of the log as of ``stamp``, made or failed."""
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
        """Note that a trial restore begins."""
        self._tried_at = self._clock.mono()
