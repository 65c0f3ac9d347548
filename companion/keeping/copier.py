"""The keeper: a thread that copies the log to a second place, keeps an eye on the disk, and rehearses restoring.

It reads what the table published last and the files themselves; nothing waits for it.
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
from companion.keeping.copier_state import Notes, read_notes, write_notes
from companion.keeping.copies import Copy, copies_in, name_of, number_after, to_drop, total
from companion.keeping.copy_targets import Place, places_for
from companion.keeping.disk import Free, Limits, free_bytes, rounded
from companion.keeping.head_witness import seen_since
from companion.keeping.keeping_views import Doing, KeepingView, Rehearsed
from companion.keeping.known_plays import not_alone
from companion.keeping.start_check import damaged_rows, examine, newest_first, suspected
from companion.keeping.time_of_day import TableClock
from companion.keeping.trial_restore import rehearse
from companion.plays.backup import PART, back_up
from companion.plays.log_errors import LogError
from companion.plays.row_repair import mend_in_use
from companion.plays.time_source import Clock

logger = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks."""
EVERY = 600.0
"""Seconds of play between two copies."""
FIRST_REHEARSAL = 180.0
"""Seconds after the start before restoring is rehearsed, if no play is on."""
DAY = 24 * 3600.0
PAUSE = 0.004
"""Seconds without work after each portion of a copy: the card has others to serve."""
NICE = 10
SCRATCH = ".rehearsing"
"""The folder beside the log in which copies are restored for a trial."""
BEFORE_MENDING = ".before-mending"
PATIENCE = 5.0
"""Seconds that closing waits for a copy to let go."""


def _nobody() -> None:
    """Nobody wants to know yet."""


class Seen(Struct, frozen=True):
    """What the table published: the play that is on or over, and how many entries it has."""

    play: str = ""
    entries: int = 0
    over: bool = False

    @property
    def playing(self) -> bool:
        return bool(self.play) and not self.over


class Stopped(Exception):
    """The table closes: a copy in the making is given up."""


class Keeper:
    """See the module. ``start`` begins its thread; tests call ``look`` themselves.

    ``places`` gives the places for copies, the best first. ``told`` is called after the view changed, from this thread.
    """

    def __init__(
        self,
        log: Path,
        clock: Clock,
        *,
        places: Callable[[], tuple[Place, ...]] | None = None,
        free: Free = free_bytes,
        limits: Limits | None = None,
        examined: bool = True,
    ) -> None:
        self._log = log
        self._folder = log.parent
        self._clock = clock
        self._places = places or (lambda: places_for(log.parent))
        self._free = free
        self._limits = limits or Limits()
        self._examined = examined
        self._looked_through = False
        self._notes = read_notes(self._folder)
        self._seen: Callable[[], Seen] = Seen
        self._told: Callable[[], None] = _nobody
        self.mended: Callable[[], None] = _nobody
        self._began = self._quiet_since = clock.mono()
        self._stamp = self._stamped()
        self._rehearsed_at: float | None = None
        self._failed_at: float | None = None
        self._orders: set[Doing] = set()
        self._wake = threading.Event()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._view = self._looked(KeepingView())

    # -- for others ----------------------------------------------------------------------------------------------

    @property
    def view(self) -> KeepingView:
        """As it was at the last look; a finished value. Any thread."""
        return self._view

    @property
    def obstacle(self) -> Message | None:
        """Why no new play may begin; None when it may. Any thread."""
        if self._view.level != "too-little":
            return None
        return say("There is too little room on the disk for a new play. The host sees more on the page Safe keeping.")

    def order(self, doing: Doing) -> None:
        """Have a copy made, the newest one rehearsed, or damaged rows mended, soon. Any thread; returns at once."""
        self._orders.add(doing)
        self.wake()

    def wake(self) -> None:
        """Have it look at once. Any thread."""
        self._wake.set()

    def start(self, seen: Callable[[], Seen], told: Callable[[], None]) -> None:
        """Begin to look now and then. ``seen`` and ``told`` are called from the keeper's thread."""
        self._seen, self._told = seen, told
        self._sweep()
        self._told()
        self._thread = threading.Thread(target=self._run, name="keeps", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; a copy in the making is given up, and what it has written so far removed."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        # Only for this thread: others come first, on the processor and at the card.
        with suppress(OSError):  # a service may be kept from it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        while not self._closing:
            try:
                self.look()
            except Stopped:
                return
            except Exception as error:
                logger.error("keeping: %s", type(error).__name__)
            self._wake.wait(LOOK)
            self._wake.clear()

    # -- looking ---------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look once, and do what is due."""
        if isinstance(self._clock, TableClock):
            self._clock.look()
        self._show(self._looked(self._view))
        if not self._looked_through:
            self._look_through()
        seen = self._seen()
        if self._copy_due(seen):
            self._copy(seen)
        if self._rehearsal_due(seen):
            self._rehearse()
        if "mending" in self._orders and not seen.playing:
            self._mend()

    def _looked(self, view: KeepingView) -> KeepingView:
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

    def _show(self, view: KeepingView) -> None:
        if view != self._view:
            self._view = view
            self._told()

    def _look_through(self) -> None:
        """What the start had no time for: the rest of the check, and every row."""
        self._looked_through = True
        try:
            if not self._examined:
                examine(self._log)
            found = damaged_rows(self._log, self._breathe)
        except LogError as fault:
            logger.error("the log does not hold together: %s", fault.code)
            suspected(self._folder)
            self._notes = read_notes(self._folder)
            self._show(structs.replace(self._view, damage=fault.message))
        else:
            if found:
                logger.error("the log holds %d damaged rows", len(found))
            self._show(structs.replace(self._view, gaps=len(found)))

    def _breathe(self) -> None:
        """Between two portions of a long work. Raises ``Stopped``."""
        self._progress(0, 0)

    # -- copies ----------------------------------------------------------------------------------------------------

    def _copy_due(self, seen: Seen) -> bool:
        now = self._clock.mono()
        if "copying" in self._orders:
            return True
        if self._failed_at is not None and now - self._failed_at < EVERY:
            return False
        if seen.over and (seen.play, seen.entries) != (self._notes.play, self._notes.entries):
            return True
        if self._stamped() == self._stamp:
            self._quiet_since = now
            return False
        return now - self._quiet_since >= EVERY

    def _stamped(self) -> tuple[tuple[int, int], ...]:
        """Changes whenever something was committed."""
        found = []
        for end in ("", "-wal"):
            try:
                stat = os.stat(f"{self._log}{end}")
                found.append((stat.st_size, stat.st_mtime_ns))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def _copy(self, seen: Seen) -> None:
        self._orders.discard("copying")
        stamp = self._stamped()
        self._show(structs.replace(self._view, doing="copying"))
        trouble: Message | None = None
        done = False
        for place in self._places():
            try:
                done = self._copied_to(place, seen)
            except LogError as fault:
                trouble = trouble or fault.message
            if done:
                break
        now = self._clock.mono()
        self._stamp, self._quiet_since = stamp, now
        self._failed_at = None if done else now
        self._show(self._looked(structs.replace(self._view, doing="", trouble=trouble)))

    def _copied_to(self, place: Place, seen: Seen) -> bool:
        """Whether there is a copy more in ``place``; not where it would take the room that plays need."""
        try:
            place.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise _not_made(place) from error
        self._make_room(place)
        if not self._fits(place):
            if place.kind != "beside":
                raise LogError("disk-full", say("There is no room for a copy in {folder}.", folder=str(place.folder)))
            return False
        number = number_after(self._notes.number, *(other.folder for other in self._places()))
        target = place.folder / name_of(number, self._clock.wall(), seen.play)
        contents = back_up(self._log, target, self._progress)
        self._view = structs.replace(self._view, gaps=contents.damaged)
        self._notes = Notes(number, seen.play, seen.entries, self._notes.suspect, seen_since(self._notes.heads, target))
        try:
            write_notes(self._folder, self._notes)
        except OSError as error:
            logger.error("keeping: the notes cannot be written: %s", error.errno)
        self._make_room(place)
        return True

    def _progress(self, done: int, total: int) -> None:
        del done, total
        if self._closing:
            raise Stopped
        if self._thread is not None:
            threading.Event().wait(PAUSE)

    def _make_room(self, place: Place) -> None:
        """Remove the copies that have had their time, and those of a copying that was cut off."""
        for left in place.folder.glob(f"companion-*{PART}"):
            left.unlink(missing_ok=True)
        copies = copies_in(place.folder)
        dropped = to_drop(copies, self._allowed(place, copies))
        for copy in not_alone(dropped, (copy for copy in copies if copy not in dropped), self._log):
            copy.path.unlink(missing_ok=True)

    def _allowed(self, place: Place, copies: tuple[Copy, ...]) -> int:
        """The bytes all copies in a place may take: half of what there would be without them, nothing while short."""
        free = self._room(place.folder)
        if self._limits.level(free) in ("short", "too-little"):
            return 0
        return (free + total(copies)) // 2

    def _fits(self, place: Place) -> bool:
        """Whether a copy leaves enough beside it: on the disk of the plays what they need, elsewhere a little."""
        rest = self._limits.short if place.kind == "beside" else self._limits.short // 20
        try:
            size = self._log.stat().st_size + _size(Path(f"{self._log}-wal"))
            return self._free(place.folder) - size >= rest
        except OSError:
            return False

    # -- mending ---------------------------------------------------------------------------------------------------

    def _mend(self) -> None:
        """Put damaged rows back from the copies while no play is on; the log as it was is kept beside it."""
        self._orders.discard("mending")
        self._show(structs.replace(self._view, doing="mending"))
        trouble: Message | None = None
        gaps = self._view.gaps
        try:
            back_up(self._log, self._log.with_name(f"{self._log.name}{BEFORE_MENDING}"))
            mend_in_use(self._log, [copy.path for copy in newest_first(self._places())])
            gaps = len(damaged_rows(self._log, self._breathe))
            self.mended()
        except LogError as fault:
            trouble = fault.message
        self._show(structs.replace(self._view, doing="", trouble=trouble, gaps=gaps))

    # -- rehearsing ------------------------------------------------------------------------------------------------

    @property
    def _scratch(self) -> Path:
        return self._folder / SCRATCH

    def _sweep(self) -> None:
        """Remove the scratch folder, also one that a power cut has left."""
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _rehearsal_due(self, seen: Seen) -> bool:
        if not self._view.copies:
            self._orders.discard("rehearsing")
            return False
        if "rehearsing" in self._orders:
            return True
        newest = self._view.copies[0].number
        last = self._view.rehearsed
        now = self._clock.mono()
        if seen.playing or now - self._began < FIRST_REHEARSAL or (last is not None and last.number == newest):
            return False
        return self._rehearsed_at is None or now - self._rehearsed_at >= DAY

    def _rehearse(self) -> None:
        """Restore the newest copy into a scratch folder beside the log."""
        self._orders.discard("rehearsing")
        self._rehearsed_at = self._clock.mono()
        copy = self._view.copies[0]
        if self._room(self._folder) - 2 * copy.size < self._limits.short:
            return
        self._show(structs.replace(self._view, doing="rehearsing"))
        why: Message | None = None
        try:
            self._scratch.mkdir(mode=0o700, exist_ok=True)
            rehearse(copy.path, self._scratch)
        except LogError as fault:
            logger.error("copy %d cannot be restored: %s", copy.number, fault.code)
            why = fault.message
        finally:
            self._sweep()
        self._show(structs.replace(self._view, doing="", rehearsed=Rehearsed(copy.number, why)))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _not_made(place: Place) -> LogError:
    return LogError("cannot-open", say("The folder {folder} for copies cannot be made.", folder=str(place.folder)))
