"""SHA-256 digests of stored rows, checked by every reader; damaged rows are not used.

A digest covers the table's name and the row's values as stored, as one MessagePack array. Entries have digests of their
own, which are chained (``chain``).
Digests detect damage, not forgery: anybody who can write the file can compute them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from companion.plays.storage.database import Database, StoredRow

SIZE = 32
"""Bytes of a digest. All zeros mean that there is none yet: a migration that rewrites rows sets zeros, and ``renew``
fills the digests in, in the same transaction.
"""
NEVER = b""
"""The digest for a row that was damaged before it got one; it never matches."""
UNREADABLE = (msgspec.DecodeError, UnicodeEncodeError, TypeError, AttributeError, KeyError, OverflowError)
"""Exceptions that damaged values may raise."""
BATCH_ROWS = 32
"""Rows read at a time, few, since photos and entries are large."""


def digest_of(*values: Any) -> bytes:
    """SHA-256 of these values, ``SIZE`` bytes. Raises one of ``UNREADABLE``."""
    return sha256(msgspec.msgpack.encode(values)).digest()


class Digested(Struct, frozen=True):
    """Table whose rows have a ``digest`` column (BLOB NOT NULL).

    ``columns`` are those covered, the primary key's ``key`` columns first. Values must have the column's type (float
    for REAL). ``covered`` removes parts of the values that the digest leaves out.
    """

    table: str
    columns: tuple[str, ...]
    key: int = 1
    covered: Callable[[StoredRow], StoredRow] = lambda values: values

    @property
    def keys(self) -> tuple[str, ...]:
        return self.columns[: self.key]

    def digest(self, values: StoredRow) -> bytes:
        return digest_of(self.table, *self.covered(values))

    def matches(self, values: StoredRow, digest: Any) -> bool:
        """Whether the digest matches; False for values that cannot be encoded."""
        try:
            return bool(self.digest(values) == digest)
        except UNREADABLE:
            return False

    def rows(self, database: Database, tail: str = "", *params: Any) -> list[StoredRow]:
        """Undamaged rows: ``columns`` in order. ``tail`` is SQL after the table's name, ``params`` its parameters."""
        found = self.with_digests(database, tail, *params)
        return [row[:-1] for row in found if self.matches(row[:-1], row[-1])]

    def put(self, database: Database, *values: Any) -> None:
        """Insert or replace a row. Within an open transaction."""
        rest = (*self.columns[self.key :], "digest")
        changes = ", ".join(f"{column} = excluded.{column}" for column in rest)
        places = ", ".join("?" * (len(values) + 1))
        database.query(
            f"INSERT INTO {self.table} ({', '.join((*self.columns, 'digest'))}) VALUES ({places}) "  # noqa: S608
            f"ON CONFLICT ({', '.join(self.keys)}) DO UPDATE SET {changes}",
            *values,
            self.digest(values),
        )

    def damaged(self, database: Database, between_batches: Callable[[], None] = lambda: None) -> Iterator[StoredRow]:
        """Keys of all damaged rows; calls ``between_batches`` every ``BATCH_ROWS`` rows."""
        for place, row in enumerate(self._all(database)):
            if not place % BATCH_ROWS:
                between_batches()
            if not self.matches(row[1:-1], row[-1]):
                yield row[1 : 1 + self.key]

    def renew(self, database: Database) -> None:
        """Compute missing digests. Within an open transaction."""
        for row in self._all(database, "digest = zeroblob(32)"):
            try:
                digest = self.digest(row[1:-1])
            except UNREADABLE:
                digest = NEVER
            sql = f"UPDATE {self.table} SET digest = ? WHERE rowid = ?"  # noqa: S608  (constants)
            database.query(sql, digest, row[0])

    def with_digests(self, database: Database, tail: str, *params: Any) -> list[StoredRow]:
        """Rows as stored, damaged or not: ``columns``, then the digest."""
        sql = f"SELECT {', '.join(self.columns)}, digest FROM {self.table} {tail}"  # noqa: S608  (constants)
        return database.query(sql, *params)

    def _all(self, database: Database, wanted: str = "1") -> Iterator[StoredRow]:
        """rowid, ``columns`` and digest of every row, read in batches."""
        sql = (
            f"SELECT rowid, {', '.join(self.columns)}, digest FROM {self.table} "  # noqa: S608  (constants)
            f"WHERE rowid > ? AND {wanted} ORDER BY rowid LIMIT {BATCH_ROWS}"
        )
        last = -(2**63)
        while batch := database.query(sql, last):
            yield from batch
            last = batch[-1][0]


def setup_without_names(setup: str) -> bytes:
    """Set-up JSON without names, which may change later. Raises one of ``UNREADABLE``."""
    plain: Any = msgspec.json.decode(setup)
    for seated in plain["seats"]:
        seated["name"] = ""
    return msgspec.json.encode(plain, order="sorted")


def _without_names(values: StoredRow) -> StoredRow:
    identity, game, version, setup, seed, created = values
    return identity, game, version, setup_without_names(setup), seed, created


PLAYS = Digested("plays", ("id", "game", "rules_version", "setup", "seed", "created"), covered=_without_names)
BOX_FACTS = Digested("box_facts", ("game", "kind", "key", "field", "value"), key=4)
SETTINGS = Digested("settings", ("key", "value"))
SHEETS = Digested("sheets", ("name", "toml"))
PHOTOS = Digested("photos", ("play", "number", "line", "wall", "width", "height", "jpeg"), key=2)
REQUESTS = Digested("requests", ("play", "nonce", "content"), key=2)
RESULTS = Digested("results", ("play", "game", "rules_version", "figures"))
ACCOUNTS = Digested("accounts", ("play", "content"))
DUE_REPORTS = Digested("due_reports", ("play", "version", "receipted"))
SEAT_CARDS = Digested("seat_cards", ("play", "seat", "code", "person"), key=2)
INSTRUCTIONS = Digested("instructions", ("play", "number", "content"), key=2)
READ_MARKS = Digested("read_marks", ("play", "seat", "line", "ticked"), key=2)
IMPORTED_PLAYS = Digested("imported_plays", ("id", "file", "content"))

DIGESTED = (
    PLAYS,
    BOX_FACTS,
    SETTINGS,
    SHEETS,
    PHOTOS,
    REQUESTS,
    RESULTS,
    ACCOUNTS,
    DUE_REPORTS,
    SEAT_CARDS,
    INSTRUCTIONS,
    READ_MARKS,
    IMPORTED_PLAYS,
)
"""All tables with digests; add new ones here."""


def existing_tables(database: Database) -> Iterable[Digested]:
    """Tables of ``DIGESTED`` that exist in their present form; a migration may be pending."""
    for digested in DIGESTED:
        columns = {row[1] for row in database.query(f"PRAGMA table_info({digested.table})")}
        if columns.issuperset((*digested.columns, "digest")):
            yield digested
