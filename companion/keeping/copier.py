"""Background thread that copies the log to a second place, watches free disk space, and tests restoring a copy.

It reads the published play status and the files; nothing waits for it.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import structs

from companion.core.wording import Message, say
from companion.keeping.copier_state import CopySchedule, PlayStatus, read_state
from companion.keeping.copies import CopyTarget, copies_in, copy_targets_for
from companion.keeping.copy_writer import CopyWriter
from companion.keeping.disk import Free, Limits, free_bytes, rounded
from companion.keeping.disk_room import deletable, make_reserve
from companion.keeping.keeping_views import Doing, KeepingView, TrialResult
from companion.keeping.log_checks import copies_newest_first, damaged_rows, mark_suspect, quick_check, try_restore
from companion.keeping.time_of_day import TableClock
from companion.plays.log.log_file import checkpoint
from companion.plays.maintenance.backup import back_up
from companion.plays.maintenance.row_repair import repair_in_use
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock

logger = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two rounds."""
PAUSE = 0.004
"""Seconds of sleep after each portion of a copy, so that others get at the card."""
NICE = 10
SCRATCH = ".rehearsing"
"""Folder beside the log for trial restores."""
BEFORE_REPAIR = ".before-mending"
UNSETTLED = 10
"""Entries after which the write-ahead log is emptied into the log, so that damage to it reaches few of them."""
PATIENCE = 5.0
"""Seconds ``close`` waits for a running copy to stop."""


class CopierStopped(Exception):
    """Raised to abandon a copy when the table closes."""


class Copier:
    """Copies, disk checks and trial restores. ``start`` begins the thread; tests call ``run_once``.

    ``places`` returns the copy targets, best first. ``told`` of ``start`` is called after every change of the
    view, ``repaired`` when damaged rows were put back.
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
        self._writer = CopyWriter(log, clock, self._room, self._limits)
        self._schedule = CopySchedule(log, clock)
        self._settled = PlayStatus()
        self._examined = examined
        self._rows_checked = False
        self._play_status: Callable[[], PlayStatus] = PlayStatus
        self._on_change: Callable[[], None] = lambda: None
        self._on_repair: Callable[[], None] = lambda: None
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
        if self._view.level not in ("too-little", "full"):
            return None
        return say("There is too little room on the disk for a new play. The admin sees more on the page Safe keeping.")

    def order(self, doing: Doing) -> None:
        """Request a copy, a trial restore, or a repair of damaged rows. Any thread; returns at once."""
        self._orders.add(doing)
        self.wake()

    def wake(self) -> None:
        """Start the next round now. Any thread."""
        self._wake.set()

    def start(
        self, seen: Callable[[], PlayStatus], told: Callable[[], None], repaired: Callable[[], None] = lambda: None
    ) -> None:
        """Begin the thread. ``seen``, ``told`` and ``repaired`` are called from it."""
        self._play_status, self._on_change, self._on_repair = seen, told, repaired
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
        with suppress(OSError):
            make_reserve(self._log, self._free)
        self._publish(self._refreshed(self._view))
        if not self._rows_checked:
            self._check_rows()
        seen = self._play_status()
        if seen.play != self._settled.play or seen.entries - self._settled.entries >= UNSETTLED:
            self._settle(seen)
        if "copying" in self._orders or self._schedule.copy_due(seen, self._writer.state):
            self._copy(seen)
        if not self._view.copies:
            self._orders.discard("trial-restore")
        elif "trial-restore" in self._orders or self._schedule.trial_due(seen, self._view):
            self._try_newest_copy()
        if "repairing" in self._orders and not seen.playing:
            self._repair()

    def _refreshed(self, view: KeepingView) -> KeepingView:
        places = self._places()
        place = places[0] if view.trouble is None else places[-1]
        free = self._room(self._folder)
        level = self._limits.level(free)
        return structs.replace(
            view,
            level=level,
            free=rounded(free),
            kind=place.kind,
            folder=str(place.folder),
            copies=copies_in(place.folder),
            deletable=() if level == "enough" else deletable(self._log),
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
            self._writer.state = read_state(self._folder)
            self._publish(structs.replace(self._view, damage=fault.located))
        else:
            if found:
                logger.error("the log holds %d damaged rows", len(found))
            self._publish(structs.replace(self._view, gaps=len(found)))

    def _pause(self) -> None:
        """Yield between portions of long work. Raises ``CopierStopped``."""
        self._progress(0, 0)

    def _settle(self, seen: PlayStatus) -> None:
        """Empty the write-ahead log into the log; tried again in the next round if somebody reads or writes."""
        try:
            with self._schedule.same_content():
                done = checkpoint(self._log)
        except sqlite3.Error as error:
            logger.info("keeping: the write-ahead log stays as it is (%s)", type(error).__name__)
            return
        if done:
            self._settled = seen

    # -- copies and repair -----------------------------------------------------------------------------------------

    def _copy(self, seen: PlayStatus) -> None:
        self._orders.discard("copying")
        stamp = self._schedule.log_stamp()
        self._publish(structs.replace(self._view, doing="copying"))
        contents, trouble = self._writer.write(self._places(), seen, self._progress)
        self._schedule.copied(stamp, done=contents is not None)
        gaps = self._view.gaps if contents is None else contents.damaged
        self._publish(self._refreshed(structs.replace(self._view, doing="", trouble=trouble, gaps=gaps)))

    def _progress(self, done: int, total: int) -> None:
        del done, total
        if self._closing:
            raise CopierStopped
        if self._thread is not None:
            threading.Event().wait(PAUSE)

    def _repair(self) -> None:
        """Restore damaged rows from the copies (only while no play runs); keeps the old log beside it."""
        self._orders.discard("repairing")
        self._publish(structs.replace(self._view, doing="repairing"))
        trouble: Message | None = None
        gaps = self._view.gaps
        try:
            back_up(self._log, self._log.with_name(f"{self._log.name}{BEFORE_REPAIR}"))
            repair_in_use(self._log, [copy.path for copy in copies_newest_first(self._places())])
            gaps = len(damaged_rows(self._log, self._pause))
            self._on_repair()
        except LogError as fault:
            trouble = fault.located
        self._publish(structs.replace(self._view, doing="", trouble=trouble, gaps=gaps))

    # -- trial restore ---------------------------------------------------------------------------------------------

    @property
    def _scratch(self) -> Path:
        return self._folder / SCRATCH

    def _remove_scratch(self) -> None:
        """Delete the scratch folder, also one left by a power cut."""
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _try_newest_copy(self) -> None:
        """Restore the newest copy into a scratch folder beside the log, and record whether that worked."""
        self._orders.discard("trial-restore")
        self._schedule.tried()
        copy = self._view.copies[0]
        if self._room(self._folder) - 2 * copy.size < self._limits.short:
            return
        self._publish(structs.replace(self._view, doing="trial-restore"))
        why: Message | None = None
        try:
            self._scratch.mkdir(mode=0o700, exist_ok=True)
            try_restore(copy.path, self._scratch)
        except LogError as fault:
            logger.error("copy %d cannot be restored: %s", copy.number, fault.code)
            why = fault.located
        finally:
            self._remove_scratch()
        self._publish(structs.replace(self._view, doing="", last_trial=TrialResult(copy.number, why)))
