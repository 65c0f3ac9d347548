"""Complete backups: by SQLite's own backup, checked and safely on disk before they get their name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from companion.plays.damage_report import damaged_in
from companion.plays.database import Database
from companion.plays.log_errors import LogError, cannot_open, damaged, fault, newer, no_database, strange
from companion.plays.log_file import connect, disk_fault, take
from companion.plays.migrations import applied, shipped
from companion.plays.schema_check import check_definitions, strangers

Progress = Callable[[int, int], None]
"""Called with (done, total) as long work goes on."""

PAGES = 64
"""Pages of 4 KB copied between two calls of the progress."""
PART = ".part"
"""The end of a file's name while it is written."""
INCOMING = ".restored"
ENDS = ("", "-wal", "-shm")
"""What belongs to a log: the file, and what SQLite keeps beside it."""
BROKEN = ("damaged", "no-database", "broken-disk", "foreign")
"""Codes of logs of which no backup can be made."""


class Contents(Struct, frozen=True):
    """What a backup holds. ``shape`` is the number of its newest migration; ``damaged`` counts rows that are not as
    they were written, which a backup keeps as they are.
    """

    shape: int
    plays: int
    entries: int
    damaged: int = 0


def _silent(done: int, total: int) -> None:
    """No progress shown."""
    del done, total


def back_up(source: Path, target: Path, progress: Progress = _silent) -> Contents:
    """Copy the log at ``source`` to the file ``target`` (replacing one that is there), also while it is in use.

    It holds every secret, so that only its owner may read it. Raises ``LogError``; then ``target`` is as it was.
    """
    if not source.is_file():
        raise cannot_open(str(source))
    part = target.with_name(f"{target.name}{PART}")
    try:
        with in_words(target):
            _copy(source, part, progress)
        contents = read_whole(part)
        with in_words(target):
            settle(part, target)
    finally:
        part.unlink(missing_ok=True)
    return contents


def check(backup: Path) -> Contents:
    """Whether a log could be restored from this file; reads all of it. Raises ``LogError`` if not."""
    contents = read_whole(backup)
    with opened(backup) as database:
        if strangers(database, contents.shape):
            raise strange(str(backup))
    return contents


def read_whole(log: Path) -> Contents:
    """What a closed log holds. Raises ``LogError`` where it does not hold together."""
    where = str(log)
    if not log.is_file():
        raise cannot_open(where)
    with opened(log) as database:
        if database.query("PRAGMA integrity_check") != [("ok",)] or database.query("PRAGMA foreign_key_check"):
            raise damaged(where)
        shape = applied(database)
        if not shape:
            raise no_database(where)
        if shape > shipped()[-1].number:
            raise newer(where)
        check_definitions(database, shape)
        [(plays, entries)] = database.query("SELECT (SELECT count(*) FROM plays), (SELECT count(*) FROM entries)")
        return Contents(shape, plays, entries, sum(1 for _ in damaged_in(database)))


@contextmanager
def opened(log: Path) -> Iterator[Database]:
    """A log for reading only, whatever its shape. Raises ``LogError``."""
    with closing(Database(lambda: connect(log, reading=True), synchronous=None, where=str(log))) as database:
        yield database


def restore(backup: Path, target: Path, progress: Progress = _silent) -> Contents:
    """Put a checked copy of ``backup`` in the place of the log ``target``. Nobody may be using that.

    The log that was there stays beside it: as ``...before-restore`` if it is sound, else untouched as ``...damaged-N``
    or, when a newer program wrote it, ``...newer-N``. Raises ``LogError``; then ``target`` is as it was.
    """
    check(backup)
    incoming = target.with_name(f"{target.name}{INCOMING}")
    with in_words(target):
        existed = target.exists()
        release = take(target)
    try:
        contents = back_up(backup, incoming, progress)
        if existed:
            _keep(target)
        with in_words(target):
            for leftover in ENDS[1:]:  # they belong to the old file, and would spoil the new one
                target.with_name(target.name + leftover).unlink(missing_ok=True)
            settle(incoming, target)
    except BaseException:
        if not existed:
            target.unlink(missing_ok=True)  # taking the lock made an empty one
        raise
    finally:
        incoming.unlink(missing_ok=True)
        release()
    return contents


def _keep(target: Path) -> None:
    """Keep the log that is about to be replaced."""
    try:
        back_up(target, target.with_name(f"{target.name}.before-restore"))
    except LogError as fault:
        if fault.code not in (*BROKEN, "newer"):
            raise
        with in_words(target):
            put_aside(target, "newer" if fault.code == "newer" else "damaged")


def put_aside(log: Path, why: str = "damaged") -> Path:
    """Give a log another name that says ``why``, with all that belongs to it; nothing of it is changed. Returns that.

    Nobody may be using it. Raises ``OSError``.
    """
    number = 1
    while any(_aside(log, why, number, end).exists() for end in ENDS):
        number += 1
    for end in ENDS:
        part = log.with_name(log.name + end)
        if part.exists():
            part.replace(_aside(log, why, number, end))
    return _aside(log, why, number, "")


def _aside(log: Path, why: str, number: int, end: str) -> Path:
    return log.with_name(f"{log.name}.{why}-{number}{end}")


def _copy(source: Path, part: Path, progress: Progress) -> None:
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    with closing(connect(source, reading=True)) as original, closing(connect(part)) as copy:
        # Reading within a transaction: what is played meanwhile neither waits nor makes the copying start again.
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchall()
        original.backup(copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total))
        copy.execute("PRAGMA journal_mode=DELETE")


def settle(part: Path, target: Path) -> None:
    """Give a finished file its name, safely on disk. Raises ``OSError``."""
    _give(part, target)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _give(part: Path, target: Path) -> None:
    """What the system's administrator writes belongs to whoever owns the file in its place, or the folder: else the
    table could not open a log that was restored for it.
    """
    if os.geteuid() == 0:
        owner = (target if target.exists() else target.parent).stat()
        with suppress(PermissionError):  # a memory stick may know no owners
            os.chown(part, owner.st_uid, owner.st_gid)


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Within this, errors of the disk and of SQLite are raised as ``LogError``."""
    try:
        yield
    except OSError as error:
        raise disk_fault(error, str(path)) from error
    except sqlite3.Error as error:
        words = fault(error, str(path))
        if words is None:
            raise
        raise words from error
