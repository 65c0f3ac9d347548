"""Integrity check of the log when the table opens, search for the newest good copy, and trial restores."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, structs

from companion.core.game import AnyGame
from companion.core.wording import say
from companion.keeping.copier_state import read_state, write_state
from companion.keeping.copies import Copy, CopyTarget, copies_in
from companion.plays.log.log import Log
from companion.plays.log.log_file import connect, open_log
from companion.plays.maintenance.backup import Contents, Damage, Progress, check, damaged_in, opened_read_only, restore
from companion.plays.maintenance.verify import VerifyReport, verify
from companion.plays.storage.log_errors import LogError, damaged, disk_fault, log_error_of, missing_log
from companion.plays.storage.migrations import applied_number
from companion.plays.storage.witness import witness_path

AT_START = 2.0
"""Seconds the check may take before the table opens; the copier finishes it later."""
ACCEPTED = say("Done. The table opens in a few seconds.")
STEPS = 20_000
"""SQLite virtual-machine steps between two checks of the time limit."""


def quick_check(log: Path, seconds: float = inf, now: Callable[[], float] = time.monotonic) -> bool:
    """Run SQLite's quick_check; False if ``seconds`` ran out. True for no log. Read-only.

    Raises ``LogError``, mostly ``damaged``.
    """
    if not log.exists():
        return True
    until = now() + seconds
    try:
        with closing(connect(log, reading=True)) as connection:
            connection.set_progress_handler(lambda: now() > until, STEPS)
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return False
        raise log_error_of(error, str(log)) or damaged(str(log)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise log_error_of(error, str(log)) or damaged(str(log)) from error
    if found != ("ok",):
        raise damaged(str(log))
    return True


def damaged_rows(log: Path, between_batches: Callable[[], None] = lambda: None) -> tuple[Damage, ...]:
    """Every row whose digest does not match. Calls ``between_batches`` as `damaged_in` does. Raises ``LogError``."""
    if not log.exists():
        return ()
    with opened_read_only(log) as database:
        return tuple(damaged_in(database, between_batches))


def check_seconds(folder: Path) -> float:
    """Time limit of the start check: none after damage was found, else ``AT_START``."""
    return inf if read_state(folder).suspect else AT_START


def mark_suspect(folder: Path) -> None:
    """Record that the log in ``folder`` was found damaged, so that the next start checks all of it."""
    _note(folder, suspect=True)


def clear_suspect(folder: Path) -> None:
    """Remove that mark."""
    if read_state(folder).suspect:
        _note(folder, suspect=False)


def _note(folder: Path, *, suspect: bool) -> None:
    # If nothing can be written, the next start uses its usual time limit.
    with suppress(OSError):
        write_state(folder, structs.replace(read_state(folder), suspect=suspect))


def newest_good_copy(places: Iterable[CopyTarget]) -> tuple[Copy, Contents] | None:
    """Newest copy without damaged rows and what it holds, else the newest readable one, else None.

    Reads whole copies until one is good.
    """
    second: tuple[Copy, Contents] | None = None
    for copy in copies_newest_first(places):
        try:
            contents = check(copy.path)
        except LogError:
            continue
        if not contents.damaged:
            return copy, contents
        second = second or (copy, contents)
    return second


def copies_newest_first(places: Iterable[CopyTarget]) -> list[Copy]:
    """All copies in the places, one per number."""
    copies = {copy.number: copy for place in places for copy in copies_in(place.folder)}
    return [copies[number] for number in sorted(copies, reverse=True)]


def refuse_unexpected_new_log(log: Path, places: Iterable[CopyTarget]) -> None:
    """Raise ``LogError`` if the log is missing or empty although it has a witness, or copies of it exist or were made:
    creating a new one would hide the loss.
    """
    if _holds_something(log):
        return
    if witness_path(log).exists() or read_state(log.parent).number or copies_newest_first(places):
        raise missing_log(str(log))


def _holds_something(log: Path) -> bool:
    try:
        if not log.stat().st_size:
            return False
        with opened_read_only(log) as database:
            return bool(applied_number(database))
    except OSError:
        return False
    except LogError:
        return True  # reported by the caller's own check


FILE = "companion.db"
PREFIX = ".rehearsal-"

Games = Callable[[Log], Mapping[str, AnyGame]]
"""Returns the games available for a log, its own score sheets included."""


class TrialRestore(Struct, frozen=True):
    """Contents of the restored log; ``report`` of replaying every play, if requested."""

    contents: Contents
    report: VerifyReport | None = None


def try_restore(
    copy: Path, scratch: Path, games: Games | None = None, progress: Progress | None = None
) -> TrialRestore:
    """Restore ``copy`` into a temporary folder in ``scratch``, open it, and with ``games`` replay every play.

    Nothing is left behind. Raises ``LogError`` if the copy cannot be restored; replay differences are in the report.
    """
    try:
        with TemporaryDirectory(prefix=PREFIX, dir=scratch) as folder:
            target = Path(folder) / FILE
            contents = restore(copy, target)
            # Opened for writing, so that an older schema is migrated.
            with closing(open_log(target, synchronous="OFF")) as log:
                log.plays()
                return TrialRestore(contents, verify(log, games(log), progress) if games is not None else None)
    except OSError as error:
        raise disk_fault(error, str(scratch)) from error
