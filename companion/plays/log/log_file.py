"""Open the log file: one writer, any number of readers."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import quote

from companion.plays.log.log import Log
from companion.plays.storage.database import Synchronous
from companion.plays.storage.log_errors import cannot_open, disk_fault, in_use, newer, older
from companion.plays.storage.migrations import shipped
from companion.plays.storage.witness import FileBeside, Witness


def open_log(path: Path, *, synchronous: Synchronous = "FULL", anew: bool = False) -> Log:
    """Open the log at ``path`` for writing, creating it and its folder; only its owner may read it. ``anew`` accepts
    missing entries.

    Raises ``LogError``: read-only, disk full, no database, in use, newer than this program, shortened.
    """
    where = str(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        release = take_lock(path)
    except OSError as error:
        raise disk_fault(error, where) from error
    try:
        witness = Witness(FileBeside(path, durable=synchronous == "FULL"))
        return Log(
            lambda: connect(path), synchronous=synchronous, where=where, release=release, witness=witness, anew=anew
        )
    except BaseException:
        release()
        raise


def open_read_only(path: Path) -> Log:
    """Open the log read-only, also while a companion writes it. Raises ``LogError``, also for another schema."""
    where = str(path)
    if not path.is_file():
        raise cannot_open(where)
    log = Log(lambda: connect(path, reading=True), synchronous=None, where=where)
    try:
        shape, newest = log.shape(), shipped()[-1].number
    except BaseException:
        log.close()
        raise
    if shape != newest:
        log.close()
        raise newer(where) if shape > newest else older(where)
    return log


@contextmanager
def existing_log(path: Path) -> Iterator[Log | None]:
    """The log opened read-only, or None if there is no file. Raises ``LogError``."""
    if not path.is_file():
        yield None
        return
    with closing(open_read_only(path)) as log:
        yield log


def connect(path: Path, *, reading: bool = False) -> sqlite3.Connection:
    """SQLite connection configured for the log. Raises ``sqlite3.Error``."""
    uri = f"file:{quote(str(path.absolute()))}?mode={'rw' if reading else 'rwc'}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    # Invalid text is kept: the digest detects it, and no error quotes stored data.
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        connection.execute("PRAGMA trusted_schema=OFF")
        if reading:
            connection.execute("PRAGMA query_only=ON")
    except BaseException:
        connection.close()
        raise
    return connection


def checkpoint(path: Path) -> bool:
    """Move the content of the write-ahead log into the log file, sync it, and empty the write-ahead log. False if that
    was not possible because another connection reads or writes; these never wait for it. Raises ``sqlite3.Error``.
    """
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA busy_timeout=0")
        # the first part of the work is the largest, and it blocks no writer
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        [(busy, _, _)] = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return not busy


def take_lock(path: Path) -> Callable[[], None]:
    """Take the lock file, released when the process ends at the latest. Raises ``OSError``, ``LogError``."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise in_use(str(path)) from None
    return lambda: os.close(lock)
