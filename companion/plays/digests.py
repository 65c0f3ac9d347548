"""Digests of stored rows: a row that is not as it was written is found by whoever reads it, and is not believed.

A digest is the SHA-256 of the row's values as the file holds them, written as one MessagePack array. Entries are
chained besides: each has the digest of the one before among its values, the first that of its play. They find damage,
not forgery: whoever can write the file can compute them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from companion.plays.database import Database, Row

SIZE = 32
"""Bytes of a digest. So many zeros stand in a row that has none yet: a migration that rewrites rows sets them, and
within its transaction ``renew`` computes the digests anew.
"""
NEVER = b""
"""The digest of a row that was damaged before it got one: it never agrees."""
UNREADABLE = (msgspec.DecodeError, UnicodeEncodeError, TypeError, AttributeError, KeyError, OverflowError)
"""What values that are not as they were written may raise."""
PORTION = 32
"""Rows read at a time: an entry has its whole state with it."""


def digest_of(*values: Any) -> bytes:
    """The digest of these values. Raises one of ``UNREADABLE`` for a text that is none."""
    return sha256(msgspec.msgpack.encode(values)).digest()


def _as_it_is(values: Row) -> Row:
    return values


class Digested(Struct, frozen=True):
    """A table whose rows have a digest each, in a column ``digest`` (a BLOB that is never NULL).

    ``columns`` are those it covers, beginning with the ``key`` ones that tell a row from all others. A value must be
    given as the column keeps it: a float where it is REAL. ``covered`` leaves parts of the values out.
    """

    table: str
    columns: tuple[str, ...]
    key: int = 1
    covered: Callable[[Row], Row] = _as_it_is

    @property
    def keys(self) -> tuple[str, ...]:
        return self.columns[: self.key]

    def digest(self, values: Row) -> bytes:
        return digest_of(self.table, *self.covered(values))

    def holds(self, values: Row, digest: Any) -> bool:
        """Whether a row is as it was written, whatever a damaged file may hold in its place."""
        try:
            return bool(self.digest(values) == digest)
        except UNREADABLE:
            return False

    def rows(self, database: Database, tail: str = "", *params: Any) -> list[Row]:
        """The rows that are as they were written, their ``columns`` in order; damaged ones are left out."""
        found = self.with_digests(database, tail, *params)
        return [row[:-1] for row in found if self.holds(row[:-1], row[-1])]

    def put(self, database: Database, *values: Any) -> None:
        """Write a row, in place of the one with the same key. Within a transaction that is open."""
        rest = (*self.columns[self.key :], "digest")
        changes = ", ".join(f"{column} = excluded.{column}" for column in rest)
        places = ", ".join("?" * (len(values) + 1))
        database.query(
            f"INSERT INTO {self.table} ({', '.join((*self.columns, 'digest'))}) VALUES ({places}) "  # noqa: S608
            f"ON CONFLICT ({', '.join(self.keys)}) DO UPDATE SET {changes}",
            *values,
            self.digest(values),
        )

    def damaged(self, database: Database, breathe: Callable[[], None] = lambda: None) -> Iterator[Row]:
        """The keys of all rows that are not as they were written."""
        for place, row in enumerate(self._all(database)):
            if not place % PORTION:
                breathe()
            if not self.holds(row[1:-1], row[-1]):
                yield row[1 : 1 + self.key]

    def renew(self, database: Database) -> None:
        """Compute the digests of rows that have none yet. Within a transaction that is open."""
        for row in self._all(database, "digest = zeroblob(32)"):
            try:
                digest = self.digest(row[1:-1])
            except UNREADABLE:
                digest = NEVER
            sql = f"UPDATE {self.table} SET digest = ? WHERE rowid = ?"  # noqa: S608  (constants)
            database.query(sql, digest, row[0])

    def with_digests(self, database: Database, tail: str, *params: Any) -> list[Row]:
        """Rows as they stand there, good or not: the columns, and the digest after them."""
        sql = f"SELECT {', '.join(self.columns)}, digest FROM {self.table} {tail}"  # noqa: S608  (constants)
        return database.query(sql, *params)

    def _all(self, database: Database, wanted: str = "1") -> Iterator[Row]:
        """rowid, the columns and the digest of every row, in portions."""
        sql = (
            f"SELECT rowid, {', '.join(self.columns)}, digest FROM {self.table} "  # noqa: S608  (constants)
            f"WHERE rowid > ? AND {wanted} ORDER BY rowid LIMIT {PORTION}"
        )
        last = -(2**63)
        while portion := database.query(sql, last):
            yield from portion
            last = portion[-1][0]


def nameless(setup: str) -> bytes:
    """A play's set-up as JSON without the names: whoever is called otherwise one day changes nothing that was played.

    Raises one of ``UNREADABLE``.
    """
    plain: Any = msgspec.json.decode(setup)
    for seated in plain["seats"]:
        seated["name"] = ""
    return msgspec.json.encode(plain, order="sorted")


def _without_names(values: Row) -> Row:
    identity, game, version, setup, seed, created = values
    return identity, game, version, nameless(setup), seed, created


PLAYS = Digested("plays", ("id", "game", "rules_version", "setup", "seed", "created"), covered=_without_names)
BOX_FACTS = Digested("box_facts", ("game", "kind", "key", "field", "value"), key=4)
SETTINGS = Digested("settings", ("key", "value"))
SHEETS = Digested("sheets", ("name", "toml"))
PHOTOS = Digested("photos", ("play", "number", "line", "wall", "width", "height", "jpeg"), key=2)
REQUESTS = Digested("requests", ("play", "nonce", "content"), key=2)

DIGESTED = (PLAYS, BOX_FACTS, SETTINGS, SHEETS, PHOTOS, REQUESTS)
"""All such tables; a store that makes another adds it here."""


def those_there(database: Database) -> Iterable[Digested]:
    """The tables of ``DIGESTED`` that the file has in their present shape: a migration may be yet to come."""
    for digested in DIGESTED:
        columns = {row[1] for row in database.query(f"PRAGMA table_info({digested.table})")}
        if columns.issuperset((*digested.columns, "digest")):
            yield digested
