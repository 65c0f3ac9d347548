"""Hash chain of a play's entries: each row holds its own digest and that of the row before.

So each row can be checked alone, and two files of the same play agree in their digests up to where they diverge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.plays.storage.database import Database, StoredRow
from companion.plays.storage.digests import BATCH_ROWS, NEVER, SIZE, UNREADABLE, digest_of
from companion.plays.storage.entry import Entry
from companion.plays.storage.rows import LIGHT, EntryRecord, StateRow, entry_of, row_of

FORMAT = 1
"""Format of the digests written now."""
COLUMNS = f"{LIGHT}, rules_version, position, format, vouched, previous, state"
"""Columns that a digest of format 1 covers after the play's id, in this order."""
_PLACES = {name: place for place, name in enumerate(COLUMNS.split(", "))}
_FORMAT, PREVIOUS = _PLACES["format"], _PLACES["previous"]
_WHOLE = [_PLACES[name] for name in ("number", "base", "stands_for", "seat", "rules_version", "position")]
INSERT = (
    f"INSERT INTO entries (play, {COLUMNS}, digest) "  # noqa: S608  (constants)
    f"VALUES ({', '.join('?' * (len(_PLACES) + 2))})"
)


class Head(Struct, frozen=True):
    """Number and digest of a play's last entry."""

    number: int
    digest: bytes


class Link(Struct, frozen=True):
    """Digest of an entry, and of the one before."""

    previous: bytes
    digest: bytes


class StoredEntry(Struct, frozen=True):
    """An entry whose digest matches. ``state`` is None for undo and redo. ``vouched`` is False for rows written before
    digests existed.
    """

    entry: Entry
    position: int
    state: StateRow | None
    vouched: bool
    previous: bytes
    digest: bytes


def insert(database: Database, play: str, record: EntryRecord) -> Link:
    """Append an entry. Within an open transaction."""
    values = row_of(record)
    state = values.pop()
    previous = _digest_before(database, play, record.entry.number)
    row = (*values, FORMAT, 1, previous, state)
    digest = digest_of(play, *row)
    database.query(INSERT, play, *row, digest)
    return Link(previous, digest)


def _digest_before(database: Database, play: str, number: int) -> bytes:
    sql = "SELECT digest FROM entries WHERE play = ? AND number = ?"
    if number == 1:
        sql = "SELECT digest FROM plays WHERE id = ? AND 1 = ?"
    rows = database.query(sql, play, number - 1 or 1)
    return bytes(rows[0][0]) if rows else bytes(SIZE)


def read(database: Database, play: str, first: int, last: int) -> Iterator[StoredEntry]:
    """Entries ``first`` to ``last`` whose digests match, in order."""
    sql = (
        f"SELECT {COLUMNS}, digest FROM entries "  # noqa: S608  (constants)
        f"WHERE play = ? AND number BETWEEN ? AND ? ORDER BY number LIMIT {BATCH_ROWS}"
    )
    while first <= last and (portion := database.query(sql, play, first, last)):
        for row in portion:
            stored = stored_of(play, row)
            if stored is not None:
                yield stored
        number = portion[-1][0]
        # a damaged index may return numbers out of order
        first = max(first, number) + 1 if isinstance(number, int) else last + 1


def sound_links(database: Database, play: str) -> dict[int, tuple[int, int]]:
    """Base and ``stands_for`` of the entries whose digests match, by number. Reads all rows without the index, because
    a search in a damaged index can miss sound entries.
    """
    found: dict[int, tuple[int, int]] = {}
    sql = (
        f"SELECT rowid, {COLUMNS}, digest FROM entries NOT INDEXED "  # noqa: S608  (constants)
        f"WHERE play = ? AND rowid > ? ORDER BY rowid LIMIT {BATCH_ROWS}"
    )
    last = 0
    while portion := database.query(sql, play, last):
        for row in portion:
            stored = stored_of(play, row[1:])
            if stored is not None:
                found[stored.entry.number] = stored.entry.base, stored.entry.stands_for
        last = portion[-1][0]
    return found


def by_nonce(database: Database, play: str, nonce: str) -> tuple[bool, Entry | None]:
    """Whether an entry has this nonce, and the entry unless it is damaged."""
    sql = f"SELECT {COLUMNS}, digest FROM entries WHERE play = ? AND nonce = ? AND nonce <> ''"  # noqa: S608
    rows = database.query(sql, play, nonce)
    stored = stored_of(play, rows[0]) if rows else None
    return bool(rows), stored.entry if stored is not None else None


def digest_matches(play: str, row: StoredRow) -> bool:
    """Whether ``COLUMNS`` match the digest after them."""
    try:
        return bool(row[_FORMAT] == FORMAT and digest_of(play, *row[:-1]) == row[-1])
    except UNREADABLE:
        return False


def stored_of(play: str, row: StoredRow) -> StoredEntry | None:
    """Decode ``COLUMNS`` and the digest; None for a damaged row."""
    if not digest_matches(play, row):
        return None
    *light, version, position, _, vouched, previous, state, digest = row
    if not all(isinstance(row[place], int) for place in _WHOLE):
        return None
    try:
        entry = entry_of(tuple(light))
        kept = StateRow(version, state.encode(), bool(vouched)) if state is not None else None
    except UNREADABLE:
        return None
    return StoredEntry(entry, position, kept, bool(vouched), bytes(previous), bytes(digest))


def renew(database: Database) -> None:
    """Compute missing digests, and those of all later entries of the same play. Within an open transaction."""
    columns = {row[1] for row in database.query("PRAGMA table_info(entries)")}
    if "previous" not in columns:
        return
    sql = "SELECT play, min(number) FROM entries WHERE digest = zeroblob(32) GROUP BY play"
    for play, first in database.query(sql):
        _renew_from(database, play, first)


def _renew_from(database: Database, play: str, first: int) -> None:
    previous = _digest_before(database, play, first)
    select = (
        f"SELECT {COLUMNS} FROM entries "  # noqa: S608  (constants)
        f"WHERE play = ? AND number >= ? ORDER BY number LIMIT {BATCH_ROWS}"
    )
    update = "UPDATE entries SET format = ?, previous = ?, digest = ? WHERE play = ? AND number = ?"
    while portion := database.query(select, play, first):
        for row in portion:
            changed = [*row]
            changed[_FORMAT], changed[PREVIOUS] = FORMAT, previous
            digest = _digest_or_none(play, tuple(changed))
            database.query(update, FORMAT, previous, digest, play, row[0])
            previous = digest
        first = portion[-1][0] + 1


def _digest_or_none(play: str, row: StoredRow) -> bytes:
    """The digest of a row; for an unreadable row one that never matches, so that it stays a gap."""
    try:
        digest = digest_of(play, *row)
    except UNREADABLE:
        return NEVER
    return digest if stored_of(play, (*row, digest)) is not None else NEVER


def damaged(database: Database, between_batches: Callable[[], None] = lambda: None) -> Iterator[tuple[str, int]]:
    """(play, number) of entries that are damaged, or missing from the middle of a play."""
    for (play,) in database.query("SELECT DISTINCT play FROM entries"):
        yield from ((play, number) for number in damaged_of(database, play, between_batches))


def damaged_of(database: Database, play: str, between_batches: Callable[[], None] = lambda: None) -> Iterator[int]:
    """Damaged or missing numbers of one play."""
    numbers = numbers_of(database, play)
    expected = 1
    for stored in read(database, play, 1, numbers):
        if not stored.entry.number % BATCH_ROWS:
            between_batches()
        yield from range(expected, stored.entry.number)
        expected = stored.entry.number + 1
    yield from range(expected, numbers + 1)


def numbers_of(database: Database, play: str) -> int:
    """Number of the last entry, ignoring numbers that only a damaged row can hold."""
    [(count,)] = database.query("SELECT count(*) FROM entries WHERE play = ?", play)
    most = 2 * count + 16
    [(last,)] = database.query(
        "SELECT max(number) FROM entries WHERE play = ? AND typeof(number) = 'integer' AND number <= ?", play, most
    )
    return max(int(last or 0), int(count))


def head(database: Database, play: str) -> Head | None:
    """Last entry as stored, damaged or not; None without one."""
    number = numbers_of(database, play)
    rows = database.query("SELECT digest FROM entries WHERE play = ? AND number = ?", play, number)
    return Head(number, bytes(rows[0][0])) if rows and isinstance(rows[0][0], bytes) else None
