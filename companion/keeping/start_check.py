"""Whether the log holds together when the table opens, and the newest good copy to go on from when it does not."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from math import inf
from pathlib import Path

from msgspec import structs

from companion.core.wording import say
from companion.keeping.copier_state import read_notes, write_notes
from companion.keeping.copies import Copy, copies_in
from companion.keeping.copy_targets import Place
from companion.plays.backup import Contents, check, opened
from companion.plays.damage_report import Damage, damaged_in
from companion.plays.log_errors import LogError, damaged, fault, missing
from companion.plays.log_file import connect
from companion.plays.migrations import applied

AT_START = 2.0
"""Seconds the check may take before the table opens; the rest of it is for afterwards."""
ACCEPTED = say("Done. The table opens in a few seconds.")
STEPS = 20_000
"""Steps of SQLite's machine between two looks at the clock."""


def examine(log: Path, seconds: float = inf, now: Callable[[], float] = time.monotonic) -> bool:
    """Whether the log holds together; False when that could not be said within ``seconds``. True for no log.

    Raises ``LogError``, above all ``damaged``. Changes nothing.
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
        raise fault(error, str(log)) or damaged(str(log)) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault(error, str(log)) or damaged(str(log)) from error
    if found != ("ok",):
        raise damaged(str(log))
    return True


def damaged_rows(log: Path, breathe: Callable[[], None] = lambda: None) -> tuple[Damage, ...]:
    """Every row of a log that is not as it was written; ``breathe`` is called now and then. Raises ``LogError``."""
    if not log.exists():
        return ()
    with opened(log) as database:
        return tuple(damaged_in(database, breathe))


def patience(folder: Path) -> float:
    """How long the check at the start may take: all it needs if a fault was found while the table was open."""
    return inf if read_notes(folder).suspect else AT_START


def suspected(folder: Path) -> None:
    """The log in ``folder`` was found damaged: the next start looks at all of it."""
    _note(folder, suspect=True)


def unsuspected(folder: Path) -> None:
    """It holds together, or another one is in its place."""
    if read_notes(folder).suspect:
        _note(folder, suspect=False)


def _note(folder: Path, *, suspect: bool) -> None:
    # Where nothing can be written any more, the check at the next start has its usual time.
    with suppress(OSError):
        write_notes(folder, structs.replace(read_notes(folder), suspect=suspect))


def newest_good(places: Iterable[Place]) -> tuple[Copy, Contents] | None:
    """The newest copy that a table could go on from, and what it holds: one without a damaged row, where there is one.
    Reads copies whole until one is good.
    """
    second: tuple[Copy, Contents] | None = None
    for copy in newest_first(places):
        try:
            contents = check(copy.path)
        except LogError:
            continue
        if not contents.damaged:
            return copy, contents
        second = second or (copy, contents)
    return second


def newest_first(places: Iterable[Place]) -> list[Copy]:
    """All copies there are."""
    copies = {copy.number: copy for place in places for copy in copies_in(place.folder)}
    return [copies[number] for number in sorted(copies, reverse=True)]


def ask_before_a_new_table(log: Path, places: Iterable[Place]) -> None:
    """Raises ``LogError`` where there is no log, or an empty one, although there was one: it has copies, or some were
    made. A new table would hide that everything is gone.
    """
    if _holds_something(log):
        return
    if read_notes(log.parent).number or newest_first(places):
        raise missing(str(log))


def _holds_something(log: Path) -> bool:
    try:
        if not log.stat().st_size:
            return False
        with opened(log) as database:
            return bool(applied(database))
    except OSError:
        return False
    except LogError:
        return True  # what is wrong with it is for others to say
