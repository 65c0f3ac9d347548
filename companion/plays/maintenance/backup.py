"""Complete backups of the log: made with SQLite's backup API, checked and synced before they get their final name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from companion.plays.log.log_file import connect, take_lock
from companion.plays.storage import chain
from companion.plays.storage.database import Database
from companion.plays.storage.digests import PLAYS, existing_tables
from companion.plays.storage.log_errors import (
    LogError,
    cannot_open,
    damaged,
    disk_fault,
    foreign_definitions,
    log_error_of,
    newer,
    no_database,
)
from companion.plays.storage.migrations import applied_number, check_definitions, shipped, unknown_things
from companion.plays.storage.witness import FileBeside, Steps, Witness, holds_anything, last_steps
from companion.whole_files import sync_folder


class Damage(Struct, frozen=True):
    """A damaged row of ``table``; ``play`` and ``number`` where they apply."""

    table: str
    play: str = ""
    number: int = 0


def _at_once() -> None:
    """Default callback: do not pause."""


def damaged_in(database: Database, between_batches: Callable[[], None] = _at_once) -> Iterator[Damage]:
    """Yield all damaged rows; files older than the digests have none. Reads everything, calling ``between_batches``
    after every batch of rows. Raises ``LogError``.
    """
    tables = tuple(existing_tables(database))
    for each in tables:
        of_play = each is PLAYS or each.keys[0] == "play"
        for key in each.damaged(database, between_batches):
            yield Damage(each.table, str(key[0]) if of_play else "")
    if tables:
        for play, number in chain.damaged(database, between_batches):
            yield Damage("entries", play, number)


Progress = Callable[[int, int], None]
"""Called with (done, total) during long work."""

PAGES = 64
"""Pages of 4 KB copied between two progress calls."""
PART = ".part"
"""Suffix of a file while it is written."""
INCOMING = ".restored"
ENDS = ("", "-wal", "-shm")
"""Suffixes of the log and of SQLite's files beside it."""
BROKEN = ("damaged", "no-database", "broken-disk", "foreign")
"""Error codes of logs that cannot be backed up."""


class Contents(Struct, frozen=True):
    """What a log holds. ``shape`` is the number of its newest migration; ``damaged`` counts rows whose digest does not
    match, which a backup copies as they are.
    """

    shape: int
    plays: int
    entries: int
    damaged: int = 0


def silent(done: int, total: int) -> None:
    """Show no progress."""
    del done, total


def back_up(source: Path, target: Path, progress: Progress = silent) -> Contents:
    """Copy the log at ``source`` to the file ``target``, also while the log is in use; replaces an existing file.

    Only the owner may read it: it holds every secret. Raises ``LogError``, with ``target`` unchanged.
    """
    if not source.is_file():
        raise cannot_open(str(source))
    part = target.with_name(f"{target.name}{PART}")
    try:
        with disk_errors_as_log_errors(target):
            _copy(source, part, progress)
        contents = read_whole(part)
        with disk_errors_as_log_errors(target):
            finish_file(part, target)
    finally:
        part.unlink(missing_ok=True)
    return contents


def check(backup: Path) -> Contents:
    """Contents of a backup, after reading all of it. Raises ``LogError`` if it could not be restored."""
    contents = read_whole(backup)
    with opened_read_only(backup) as database:
        if unknown_things(database, contents.shape):
            raise foreign_definitions(str(backup))
    return contents


def read_whole(log: Path) -> Contents:
    """Contents of a closed log. Raises ``LogError`` if it is corrupt."""
    where = str(log)
    if not log.is_file():
        raise cannot_open(where)
    with opened_read_only(log) as database:
        if database.query("PRAGMA integrity_check") != [("ok",)] or database.query("PRAGMA foreign_key_check"):
            raise damaged(where)
        shape = applied_number(database)
        if not shape:
            raise no_database(where)
        if shape > shipped()[-1].number:
            raise newer(where)
        check_definitions(database, shape)
        [(plays, entries)] = database.query("SELECT (SELECT count(*) FROM plays), (SELECT count(*) FROM entries)")
        return Contents(shape, plays, entries, sum(1 for _ in damaged_in(database)))


@contextmanager
def opened_read_only(log: Path) -> Iterator[Database]:
    """Open a log read-only, whatever its schema. Raises ``LogError``."""
    with closing(Database(lambda: connect(log, reading=True), synchronous=None, where=str(log))) as database:
        yield database


def restore(backup: Path, target: Path, progress: Progress = silent) -> Contents:
    """Replace the log ``target`` by a checked copy of ``backup``. Nobody may have ``target`` open.

    The old log stays beside it: as ``...before-restore`` if sound, as ``...damaged-N`` if not, or as ``...newer-N`` if
    a newer program wrote it. Raises ``LogError``, with ``target`` unchanged.
    """
    check(backup)
    incoming = target.with_name(f"{target.name}{INCOMING}")
    with disk_errors_as_log_errors(target):
        existed = target.exists()
        release = take_lock(target)
    try:
        contents = back_up(backup, incoming, progress)
        if existed:
            _keep(target)
        with disk_errors_as_log_errors(target):
            for leftover in ENDS[1:]:  # these belong to the old file and would corrupt the new one
                target.with_name(target.name + leftover).unlink(missing_ok=True)
            forget_steps(target)
            finish_file(incoming, target)
        witness_anew(target)
    except BaseException:
        if not existed:
            target.unlink(missing_ok=True)  # taking the lock created an empty file
        raise
    finally:
        incoming.unlink(missing_ok=True)
        release()
    return contents


def forget_steps(log: Path) -> None:
    """Reduce the witness of a log that is about to be replaced to the fact that a log exists. Raises ``OSError``."""
    Witness(FileBeside(log)).renew(Steps())


def witness_anew(log: Path) -> None:
    """Write a new witness from a log that nobody has open. Raises ``LogError``."""
    with opened_read_only(log) as database, disk_errors_as_log_errors(log):
        witness = Witness(FileBeside(log))
        if not holds_anything(database):
            witness.remove()
        elif applied_number(database) == shipped()[-1].number:
            witness.renew(last_steps(database))
        else:  # a migration is still to come, after which the digests may be others
            witness.renew(Steps())


def _keep(target: Path) -> None:
    """Keep a copy of the log that is about to be replaced."""
    try:
        back_up(target, target.with_name(f"{target.name}.before-restore"))
    except LogError as log_error_of:
        if log_error_of.code not in (*BROKEN, "newer"):
            raise
        with disk_errors_as_log_errors(target):
            put_aside(target, "newer" if log_error_of.code == "newer" else "damaged")


def put_aside(log: Path, why: str = "damaged") -> Path:
    """Rename a log and its companion files so that their names contain ``why``; returns the new path. Nobody may have
    it open. Raises ``OSError``.
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
    part.unlink(missing_ok=True)  # it could be a symbolic link
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(connect(source, reading=True)) as original, closing(connect(part)) as copy:
        # A read transaction: concurrent moves neither wait nor restart the copy.
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchall()
        original.backup(copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total))
        copy.execute("PRAGMA journal_mode=DELETE")


def finish_file(part: Path, target: Path) -> None:
    """Sync a finished file and rename it to ``target``. Raises ``OSError``."""
    _give(part, target)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    sync_folder(target.parent)


def _give(part: Path, target: Path) -> None:
    """Give a file written by root to the owner of the file it replaces, or of the folder."""
    if os.geteuid() == 0:
        owner = (target if target.exists() else target.parent).stat()
        with suppress(PermissionError):  # FAT has no owners
            os.chown(part, owner.st_uid, owner.st_gid, follow_symlinks=False)


@contextmanager
def disk_errors_as_log_errors(path: Path) -> Iterator[None]:
    """Convert errors of the disk and of SQLite to ``LogError``."""
    try:
        yield
    except OSError as error:
        raise disk_fault(error, str(path)) from error
    except sqlite3.Error as error:
        words = log_error_of(error, str(path))
        if words is None:
            raise
        raise words from error
