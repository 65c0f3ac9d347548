"""Background thread that copies the log to a second place, watches free disk space, and tests restoring a copy.

It reads the published play status and the files; nothing waits for it.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, structs

from companion.core.wording import Message, say
from companion.keeping.copier_state import CopierState, read_state, write_state
from companion.keeping.copies import Copy, copies_in, name_of, number_after, to_drop, total
from companion.keeping.copy_targets import CopyTarget, copy_targets_for
from companion.keeping.disk import Free, Limits, free_bytes, rounded
from companion.keeping.keeping_views import Doing, KeepingView, TrialResult
from companion.keeping.known_plays import without_last_copies
from companion.keeping.recorded_heads import merged_heads
from companion.keeping.start_check import copies_newest_first, damaged_rows, mark_suspect, quick_check
from companion.keeping.time_of_day import TableClock
from companion.keeping.trial_restore import try_restore
from companion.plays.backup import PART, back_up
from companion.plays.log_errors import LogError
from companion.plays.row_repair import repair_in_use
from companion.plays.time_source import Clock

logger = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two rounds."""
EVERY = 600.0
"""Seconds of play between two copies."""
FIRST_TRIAL = 180.0
"""Seconds after the start before the first trial restore, if no play is running."""
DAY = 24 * 3600.0
PAUSE = 0.004
"""Seconds of sleep after each portion of a copy, so that others get at the card."""
NICE = 10
SCRATCH = ".rehearsing"
"""Folder beside the log for trial restores."""
BEFORE_REPAIR = ".before-mending"
PATIENCE = 5.0
"""Seconds ``close`` waits for a running copy to stop."""


def _nobody() -> None:
    """Default callback: do nothing."""


class PlayStatus(Struct, frozen=True):
    """Published play: its id (empty for none), its number of entries, and whether it is over."""

    play: str = ""
    entries: int = 0
    over: bool = False

    @property
    def playing(self) -> bool:
        return bool(self.play) and not self.over


class CopierStopped(Exception):
    """Raised to abandon a copy when the table closes."""


class Copier:
    """Copies, disk checks and trial restores. ``start`` begins the thread; tests call ``run_once``.

    ``places`` returns the copy targets, best first. ``told`` of ``start`` is called after every change of the
    view.
    """

    def __init__(
        self,
        log: Path,
        clock: Clock,
        *,
        places: Callable[[], tuple[CopyTarget, ...]] | None = None,
        free: Free = free_bytes,
        limits: Limits | None = None,
        examined: bool = True,
    ) -> None:
        self._log = log
        self._folder = log.parent
        self._clock = clock
        self._places = places or (lambda: copy_targets_for(log.parent))
        self._free = free
        self._limits = limits or Limits()
        self._examined = examined
        self._rows_checked = False
        self._state = read_state(self._folder)
        self._play_status: Callable[[], PlayStatus] = PlayStatus
        self._on_change: Callable[[], None] = _nobody
        self.mended: Callable[[], None] = _nobody
        self._began = self._quiet_since = clock.mono()
        self._stamp = self._file_stamps()
        self._tried_at: float | None = None
        self._failed_at: float | None = None
        self._orders: set[Doing] = set()
        self._wake = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._view = self._refreshed(KeepingView())

    # -- interface ------------------------------------------------------------------------------------------------

    @property
    def view(self) -> KeepingView:
        """Result of the last round, immutable. Any thread."""
        return self._view

    @property
    def obstacle(self) -> Message | None:
        """Why no new play may begin, or None. Any thread."""
        if self._view.level != "too-little":
            return None
        return say("There is too little room on the disk for a new play. The host sees more on the page Safe keeping.")

    def order(self, doing: Doing) -> None:
        """Request a copy, a trial restore, or a repair of damaged rows. Any thread; returns at once."""
        self._orders.add(doing)
        self.wake()

    def wake(self) -> None:
        """Start the next round now. Any thread."""
        self._wake.set()

    def start(self, seen: Callable[[], PlayStatus], told: Callable[[], None]) -> None:
        """Begin the thread. ``seen`` and ``told`` are called from it."""
        self._play_status, self._on_change = seen, told
        self._remove_scratch()
        self._on_change()
        self._thread = threading.Thread(target=self._run, name="keeps", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; a running copy is abandoned and its partial file removed."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        # Only this thread is slowed: the table's own come first.
        with suppress(OSError):  # a service may be kept from it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while not self._closing:
            try:
                self.run_once()
            except CopierStopped:
                return
            except Exception as error:
                logger.error("keeping: %s", type(error).__name__)
            self._wake.wait(LOOK)
            self._wake.clear()

    # -- one round -------------------------------------------------------------------------------------------------

    def run_once(self) -> None:
        """Do one round: update the view, then whatever is due."""
        if isinstance(self._clock, TableClock):
            self._clock.look()
        self._publish(self._refreshed(self._view))
        if not self._rows_checked:
            self._check_rows()
        seen = self._play_status()
        if self._copy_due(seen):
            self._copy(seen)
        if self._trial_due(seen):
            self._try_newest_copy()
        if "mending" in self._orders and not seen.playing:
            self._repair()

    def _refreshed(self, view: KeepingView) -> KeepingView:
        places = self._places()
        place = places[0] if view.trouble is None else places[-1]
        free = self._room(self._folder)
        return structs.replace(
            view,
            level=self._limits.level(free),
            free=rounded(free),
            kind=place.kind,
            folder=str(place.folder),
            copies=copies_in(place.folder),
            time_known=self._clock.wall() is not None,
        )

    def _room(self, folder: Path) -> int:
        try:
            return self._free(folder)
        except OSError:
            return 0

    def _publish(self, view: KeepingView) -> None:
        if view != self._view:
            self._view = view
            self._on_change()

    def _check_rows(self) -> None:
        """Finish the check of the start (the rest of the file, and every row); report damage in the view."""
        self._rows_checked = True
        try:
            if not self._examined:
                quick_check(self._log)
            found = damaged_rows(self._log, self._pause)
        except LogError as fault:
            logger.error("the log does not hold together: %s", fault.code)
            mark_suspect(self._folder)
            self._state = read_state(self._folder)
            self._publish(structs.replace(self._view, damage=fault.message))
        else:
            if found:
                logger.error("the log holds %d damaged rows", len(found))
            self._publish(structs.replace(self._view, gaps=len(found)))

    def _pause(self) -> None:
        """Yield between portions of long work. Raises ``CopierStopped``."""
        self._progress(0, 0)

    # -- copies ----------------------------------------------------------------------------------------------------

    def _copy_due(self, seen: PlayStatus) -> bool:
        now = self._clock.mono()
        if "copying" in self._orders:
            return True
        if self._failed_at is not None and now - self._failed_at < EVERY:
            return False
        if seen.over and (seen.play, seen.entries) != (self._state.play, self._state.entries):
            return True
        if self._file_stamps() == self._stamp:
            self._quiet_since = now
            return False
        return now - self._quiet_since >= EVERY

    def _file_stamps(self) -> tuple[tuple[int, int], ...]:
        """Size and mtime of the log and its WAL; changes with every commit."""
        found = []
        for end in ("", "-wal"):
            try:
                stat = os.stat(f"{self._log}{end}")
                found.append((stat.st_size, stat.st_mtime_ns))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def _copy(self, seen: PlayStatus) -> None:
        self._orders.discard("copying")
        stamp = self._file_stamps()
        self._publish(structs.replace(self._view, doing="copying"))
        trouble: Message | None = None
        done = False
        for place in self._places():
            try:
                done = self._copy_to(place, seen)
            except LogError as fault:
                trouble = trouble or fault.message
            if done:
                break
        now = self._clock.mono()
        self._stamp, self._quiet_since = stamp, now
        self._failed_at = None if done else now
        self._publish(self._refreshed(structs.replace(self._view, doing="", trouble=trouble)))

    def _copy_to(self, place: CopyTarget, seen: PlayStatus) -> bool:
        """Write a copy to ``place``; False if it would use space that plays need. Raises ``LogError``."""
        try:
            place.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise _folder_error(place) from error
        self._prune(place)
        if not self._fits(place):
            if place.kind != "beside":
                raise LogError("disk-full", say("There is no room for a copy in {folder}.", folder=str(place.folder)))
            return False
        number = number_after(self._state.number, *(other.folder for other in self._places()))
        target = place.folder / name_of(number, self._clock.wall(), seen.play)
        contents = back_up(self._log, target, self._progress)
        self._view = structs.replace(self._view, gaps=contents.damaged)
        self._state = CopierState(
            number, seen.play, seen.entries, self._state.suspect, merged_heads(self._state.heads, target)
        )
        try:
            write_state(self._folder, self._state)
        except OSError as error:
            logger.error("keeping: the notes cannot be written: %s", error.errno)
        self._prune(place)
        return True

    def _progress(self, done: int, total: int) -> None:
        del done, total
        if self._closing:
            raise CopierStopped
        if self._thread is not None:
            threading.Event().wait(PAUSE)

    def _prune(self, place: CopyTarget) -> None:
        """Delete old copies and leftover partial files."""
        for left in place.folder.glob(f"companion-*{PART}"):
            left.unlink(missing_ok=True)
        copies = copies_in(place.folder)
        dropped = to_drop(copies, self._allowed(place, copies))
        for copy in without_last_copies(dropped, (copy for copy in copies if copy not in dropped), self._log):
            copy.path.unlink(missing_ok=True)

    def _allowed(self, place: CopyTarget, copies: tuple[Copy, ...]) -> int:
        """Bytes all copies in a place may use: half of what would be free without them, 0 while space is short."""
        free = self._room(place.folder)
        if self._limits.level(free) in ("short", "too-little"):
            return 0
        return (free + total(copies)) // 2

    def _fits(self, place: CopyTarget) -> bool:
        """Whether enough stays free after a copy: ``limits.short`` on the log's own disk, a twentieth elsewhere."""
        rest = self._limits.short if place.kind == "beside" else self._limits.short // 20
        try:
            size = self._log.stat().st_size + _size(Path(f"{self._log}-wal"))
            return self._free(place.folder) - size >= rest
        except OSError:
            return False

    # -- repair ----------------------------------------------------------------------------------------------------

    def _repair(self) -> None:
        """Restore damaged rows from the copies (only while no play runs); keeps the old log beside it."""
        self._orders.discard("mending")
        self._publish(structs.replace(self._view, doing="mending"))
        trouble: Message | None = None
        gaps = self._view.gaps
        try:
            back_up(self._log, self._log.with_name(f"{self._log.name}{BEFORE_REPAIR}"))
            repair_in_use(self._log, [copy.path for copy in copies_newest_first(self._places())])
            gaps = len(damaged_rows(self._log, self._pause))
            self.mended()
        except LogError as fault:
            trouble = fault.message
        self._publish(structs.replace(self._view, doing="", trouble=trouble, gaps=gaps))

    # -- trial restore ---------------------------------------------------------------------------------------------

    @property
    def _scratch(self) -> Path:
        return self._folder / SCRATCH

    def _remove_scratch(self) -> None:
        """Delete the scratch folder, also one left by a power cut."""
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _trial_due(self, seen: PlayStatus) -> bool:
        if not self._view.copies:
            self._orders.discard("rehearsing")
            return False
        if "rehearsing" in self._orders:
            return True
        newest = self._view.copies[0].number
        last = self._view.rehearsed
        now = self._clock.mono()
        if seen.playing or now - self._began < FIRST_TRIAL or (last is not None and last.number == newest):
            return False
        return self._tried_at is None or now - self._tried_at >= DAY

    def _try_newest_copy(self) -> None:
        """Restore the newest copy into a scratch folder beside the log, and record whether that worked."""
        self._orders.discard("rehearsing")
        self._tried_at = self._clock.mono()
        copy = self._view.copies[0]
        if self._room(self._folder) - 2 * copy.size < self._limits.short:
            return
        self._publish(structs.replace(self._view, doing="rehearsing"))
        why: Message | None = None
        try:
            self._scratch.mkdir(mode=0o700, exist_ok=True)
            try_restore(copy.path, self._scratch)
        except LogError as fault:
            logger.error("copy %d cannot be restored: %s", copy.number, fault.code)
            why = fault.message
        finally:
            self._remove_scratch()
        self._publish(structs.replace(self._view, doing="", rehearsed=TrialResult(copy.number, why)))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _folder_error(place: CopyTarget) -> LogError:
    return LogError("cannot-open", say("The folder {folder} for copies cannot be made.", folder=str(place.folder)))
