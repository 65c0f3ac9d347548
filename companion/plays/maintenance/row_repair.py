"""Repair damaged rows from copies, changing nothing else.

A copy's row is used if its digest matches and the chain of the log confirms it: it follows the entry before, and the
entry after follows it. So rows of a play that continued differently after the copy are never mixed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct

from companion.plays.log.log_file import connect, take_lock
from companion.plays.maintenance.backup import (
    damaged_in,
    disk_errors_as_log_errors,
    finish_file,
    forget_steps,
    opened_read_only,
    put_aside,
    read_whole,
    witness_anew,
)
from companion.plays.storage import chain
from companion.plays.storage.database import Database, StoredRow
from companion.plays.storage.digests import DIGESTED, PLAYS, RESULTS, UNREADABLE, digest_of
from companion.plays.storage.log_errors import LogError, cannot_open, damaged_if_inconsistent
from companion.plays.storage.migrations import applied_number, shipped
from companion.plays.storage.witness import FileBeside, Witness, lost_steps

MENDED = ".mended"


class RepairResult(Struct, frozen=True):
    """Number of rows repaired, of rows still damaged, and of steps that stay missing at the end."""

    rows: int
    left: int
    lost: int = 0


def repair(log: Path, copies: Iterable[Path]) -> RepairResult:
    """Repair what ``copies`` (best first) allow. Nobody may have the log open.

    Works on a copy and swaps it in at the end; the old log stays as ``...damaged-N``. Raises ``LogError``, with nothing
    changed.
    """
    if not log.is_file():
        raise cannot_open(str(log))
    with disk_errors_as_log_errors(log):
        release = take_lock(log)
    try:
        mended = prepare(log, copies)
        if mended.rows or not _holds_together(log):
            swap_in(log)
        witness_anew(log)
        return mended
    finally:
        _beside(log).unlink(missing_ok=True)
        release()


def _holds_together(log: Path) -> bool:
    try:
        read_whole(log)
    except LogError:
        return False
    return True


def prepare(log: Path, copies: Iterable[Path]) -> RepairResult:
    """Write the repaired log to a file beside the damaged one. Raises ``LogError`` if that would be corrupt too."""
    target = _beside(log)
    target.unlink(missing_ok=True)
    with disk_errors_as_log_errors(log):
        with closing(connect(log, reading=True)) as original, closing(connect(target)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        target.chmod(0o600)
    with closing(Database(lambda: connect(target), synchronous=None, where=str(log))) as database:
        database.query("PRAGMA foreign_keys=OFF")
        with damaged_if_inconsistent(str(log)), database.transaction():
            database.query("REINDEX")
            rows = repair_within(database, copies)
            _drop_strays(database)
        newest = applied_number(database) == shipped()[-1].number
        lost = lost_steps(database, Witness(FileBeside(log))) if newest else 0
    return RepairResult(rows, read_whole(target).damaged, lost)


def swap_in(log: Path) -> None:
    """Replace the damaged log by the prepared one. Raises ``LogError``."""
    with disk_errors_as_log_errors(log):
        put_aside(log)
        forget_steps(log)
        finish_file(_beside(log), log)


def repair_in_use(log: Path, copies: Iterable[Path]) -> int:
    """Repair a log that a companion has open; returns the number of rows. Raises ``LogError``."""
    written = Database(lambda: connect(log), synchronous="FULL", where=str(log))
    with closing(written), written.transaction():
        return repair_within(written, copies)


def discard(log: Path) -> None:
    """Delete a prepared log."""
    _beside(log).unlink(missing_ok=True)


def _beside(log: Path) -> Path:
    return log.with_name(log.name + MENDED)


def repair_within(database: Database, copies: Iterable[Path]) -> int:
    """Repair within an open transaction; returns the number of rows."""
    mended = _repair_digests(database) + _drop_results(database)
    for copy in copies:
        with suppress(LogError), opened_read_only(copy) as at:
            if applied_number(at) == shipped()[-1].number:
                mended += _from_copy(database, at)
    return mended


def _drop_results(database: Database) -> int:
    """Drop all results, so that they are counted again from the repaired entries; returns how many were damaged. A
    result from an older copy could be that of a different end.
    """
    if not database.query("SELECT 1 FROM sqlite_master WHERE name = 'results'"):
        return 0
    damaged = sum(1 for _ in RESULTS.damaged(database))
    database.query("DELETE FROM results")
    return damaged


# -- from neighbours --------------------------------------------------------------------------------------------------


def _repair_digests(database: Database) -> int:
    """Repair entries of which only a digest is damaged, from the neighbour that stores it too."""
    mended = 0
    for play, number in _bad_entries(database):
        found = _whole_rows(database, play, number, number)
        before, after = _digest_at(database, play, number - 1), _previous_at(database, play, number + 1)
        if not found or before is None:
            continue
        row = list(found[0])
        row[chain.PREVIOUS] = before
        with suppress(*UNREADABLE):
            digest = digest_of(play, *row[:-1])
            if digest in (row[-1], after):
                row[-1] = digest
                mended += _replace(database, play, [tuple(row)])
    return mended


# -- from a copy ------------------------------------------------------------------------------------------------------


def _from_copy(database: Database, copy: Database) -> int:
    mended = _repair_plays(database, copy)
    for play, numbers in _by_play(_bad_entries(database)).items():
        for first, last in _runs(numbers):
            mended += _repair_run(database, copy, play, first, last)
    for (play,) in copy.query("SELECT id FROM plays"):
        mended += _repair_end(database, copy, play)
    for each in (other for other in DIGESTED if other is not PLAYS):
        for key in list(each.damaged(database)):
            where = " AND ".join(f"{column} = ?" for column in each.keys)
            for row in each.rows(copy, f"WHERE {where}", *key):
                each.put(database, *row)
                mended += 1
    return mended


def _repair_plays(database: Database, copy: Database) -> int:
    """Repair play rows whose first entry follows the copy's row."""
    mended = 0
    for (play,) in copy.query("SELECT id FROM plays"):
        there = PLAYS.with_digests(database, "WHERE id = ?", play)
        if there and PLAYS.matches(there[0][:-1], there[0][-1]):
            continue
        for row in PLAYS.rows(copy, "WHERE id = ?", play):
            if _previous_at(database, play, 1) == PLAYS.digest(row):
                _put_play(database, copy, row)
                mended += 1
    return mended


def _put_play(database: Database, copy: Database, row: StoredRow) -> None:
    """Replace a damaged play row, also one with a damaged id."""
    database.query(
        "DELETE FROM plays WHERE id <> ? AND seed = ? AND NOT EXISTS (SELECT 1 FROM entries WHERE play = plays.id)",
        row[0],
        row[4],
    )
    [(names, status)] = copy.query("SELECT names, status FROM plays WHERE id = ?", row[0])
    database.query(
        "INSERT INTO plays (id, game, rules_version, setup, names, seed, status, created, digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET game = excluded.game, "
        "rules_version = excluded.rules_version, setup = excluded.setup, seed = excluded.seed, "
        "created = excluded.created, digest = excluded.digest",
        *row[:4],
        names,
        row[4],
        status,
        row[5],
        PLAYS.digest(row),
    )


def _repair_run(database: Database, copy: Database, play: str, first: int, last: int) -> int:
    """Repair consecutive entries, all or none."""
    rows = _sound_rows(copy, play, first, last)
    if len(rows) != last - first + 1:
        return 0
    before, after = _digest_at(database, play, first - 1), _previous_at(database, play, last + 1)
    if rows[0][chain.PREVIOUS] != before or after not in (None, rows[-1][-1]):
        return 0
    return _replace(database, play, rows)


def _repair_end(database: Database, copy: Database, play: str) -> int:
    """Restore entries lost from the end, if the copy has them."""
    last = chain.numbers_of(database, play)
    more = _sound_rows(copy, play, last + 1, chain.numbers_of(copy, play))
    if not more or more[0][0] != last + 1 or not last:
        return 0
    return _replace(database, play, more) if more[0][chain.PREVIOUS] == _digest_at(database, play, last) else 0


def _sound_rows(database: Database, play: str, first: int, last: int) -> list[StoredRow]:
    """Consecutive sound entries, up to the first damaged or unlinked one."""
    found: list[StoredRow] = []
    for row in _whole_rows(database, play, first, last):
        follows = not found or (row[0] == found[-1][0] + 1 and row[chain.PREVIOUS] == found[-1][-1])
        if not follows or not chain.digest_matches(play, row):
            break
        found.append(row)
    return found


def _drop_strays(database: Database) -> None:
    """Delete damaged entries of unknown plays: their play id is damaged."""
    strays = database.query("SELECT rowid, play FROM entries WHERE play NOT IN (SELECT id FROM plays)")
    for rowid, play in strays:
        row = database.query(f"SELECT {chain.COLUMNS}, digest FROM entries WHERE rowid = ?", rowid)[0]  # noqa: S608
        if not chain.digest_matches(play, row):
            database.query("DELETE FROM entries WHERE rowid = ?", rowid)
    for table in ("seat_tokens", "photos", "requests", "accounts"):
        database.query(f"DELETE FROM {table} WHERE play NOT IN (SELECT id FROM plays)")  # noqa: S608  (constants)


# -- rows --------------------------------------------------------------------------------------------------------------


def _bad_entries(database: Database) -> list[tuple[str, int]]:
    return [(found.play, found.number) for found in damaged_in(database) if found.table == "entries"]


def _by_play(found: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    plays: dict[str, list[int]] = {}
    for play, number in found:
        plays.setdefault(play, []).append(number)
    return plays


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers."""
    first = numbers[0]
    for number, after in zip(numbers, (*numbers[1:], None), strict=True):
        if after != number + 1:
            yield first, number
            first = after or 0


def _whole_rows(database: Database, play: str, first: int, last: int) -> list[StoredRow]:
    sql = (
        f"SELECT {chain.COLUMNS}, digest FROM entries "  # noqa: S608  (constants)
        "WHERE play = ? AND number BETWEEN ? AND ? ORDER BY number"
    )
    return database.query(sql, play, first, last)


def _digest_at(database: Database, play: str, number: int) -> bytes | None:
    """Digest of an entry (0: of the play), if the row is sound."""
    if number == 0:
        rows = PLAYS.with_digests(database, "WHERE id = ?", play)
        return bytes(rows[0][-1]) if rows and PLAYS.matches(rows[0][:-1], rows[0][-1]) else None
    found = _whole_rows(database, play, number, number)
    return bytes(found[0][-1]) if found and chain.digest_matches(play, found[0]) else None


def _previous_at(database: Database, play: str, number: int) -> bytes | None:
    """Digest of the entry before, if the row is sound."""
    found = _whole_rows(database, play, number, number)
    return bytes(found[0][chain.PREVIOUS]) if found and chain.digest_matches(play, found[0]) else None


def _replace(database: Database, play: str, rows: Sequence[StoredRow]) -> int:
    first, last = rows[0][0], rows[-1][0]
    database.query("DELETE FROM entries WHERE play = ? AND number BETWEEN ? AND ?", play, first, last)
    for row in rows:
        database.query(chain.INSERT, play, *row)
    return len(rows)
