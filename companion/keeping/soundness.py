"""Whether the log holds together when the table opens, and the newest good copy to go on from when it does not."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from math import inf
from pathlib import Path

from companion.keeping.copies import Copy, copies_in
from companion.keeping.places import Place
from companion.plays.backup import Contents, check
from companion.plays.faults import LogError, damaged, fault
from companion.plays.opening import connect

AT_START = 2.0
"""Seconds the check may take before the table opens; the rest of it is for afterwards."""
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
    except sqlite3.Error as error:
        raise fault(error, str(log)) or damaged(str(log)) from error
    if found != ("ok",):
        raise damaged(str(log))
    return True


def newest_good(places: Iterable[Place]) -> tuple[Copy, Contents] | None:
    """The newest copy that a table could go on from, and what it holds. Reads copies whole until one is good."""
    copies = {copy.number: copy for place in places for copy in copies_in(place.folder)}
    for number in sorted(copies, reverse=True):
        try:
            return copies[number], check(copies[number].path)
        except LogError:
            continue
    return None
