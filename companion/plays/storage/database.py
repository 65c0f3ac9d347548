"""SQLite connection with a lock, transactions, and errors converted to ``LogError``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, Literal, Protocol

from companion.plays.storage.log_errors import log_error_of

StoredRow = tuple[Any, ...]
Synchronous = Literal["FULL", "NORMAL", "EXTRA", "OFF"]


class Connection(Protocol):
    """Required interface of a database connection; sqlite3 and apsw have it. Autocommit outside ``BEGIN`` and
    ``COMMIT`` (``isolation_level=None``).
    """

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, params: Sequence[Any], /) -> Iterable[Any]: ...

    def close(self) -> None: ...


Connect = Callable[[], Connection]


class Database:
    """One connection, used by one thread at a time. ``where`` names the file in errors. Without ``synchronous`` it is
    read-only and keeps the file's journal mode.
    """

    def __init__(self, connect: Connect, *, synchronous: Synchronous | None, where: str) -> None:
        self.where = where
        self._lock = RLock()
        with self._in_words():
            self._connection = connect()
        try:
            self._prepare(synchronous)
        except BaseException:
            self._connection.close()
            raise

    def query(self, sql: str, *params: Any) -> list[StoredRow]:
        """All rows of a statement. Raises ``LogError``."""
        with self._lock, self._in_words():
            return [tuple(row) for row in self._connection.execute(sql, params)]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the statements inside atomically; durable on return. Raises ``LogError``."""
        with self._lock, self._in_words():
            list(self._connection.execute("BEGIN IMMEDIATE", ()))
            try:
                yield
                list(self._connection.execute("COMMIT", ()))
            except BaseException:
                # a full disk may or may not have ended the transaction
                if self._connection.in_transaction:
                    list(self._connection.execute("ROLLBACK", ()))
                raise

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _prepare(self, synchronous: Synchronous | None) -> None:
        self.query("PRAGMA busy_timeout=5000")
        if synchronous is not None:
            self.write_as(synchronous)

    def write_as(self, synchronous: Synchronous) -> None:
        """Switch to writing, in WAL mode. Raises ``LogError``."""
        self.query("PRAGMA journal_mode=WAL")
        self.query(f"PRAGMA synchronous={synchronous}")
        self.query("PRAGMA foreign_keys=ON")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            words = log_error_of(error, self.where)
            if words is None:
                raise
            raise words from error
