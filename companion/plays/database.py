"""A connection with a lock around it: queries, transactions, and errors in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, Literal, Protocol

from companion.plays.log_errors import fault

Row = tuple[Any, ...]
Synchronous = Literal["FULL", "NORMAL", "EXTRA", "OFF"]


class Connection(Protocol):
    """What the log needs of a database: Python's own SQLite module has this shape, and so has apsw.

    Statements outside ``BEGIN`` and ``COMMIT`` must take effect at once (``isolation_level=None``).
    """

    @property
    def in_transaction(self) -> bool: ...

    def execute(self, sql: str, params: Sequence[Any], /) -> Iterable[Any]: ...

    def close(self) -> None: ...


Connect = Callable[[], Connection]


class Database:
    """One connection, used by one thread at a time. ``where`` names the file in errors.

    Without ``synchronous`` the file is only read and stays as it is, whatever journal it has.
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

    def query(self, sql: str, *params: Any) -> list[Row]:
        """All rows of a statement. Raises ``LogError``."""
        with self._lock, self._in_words():
            return [tuple(row) for row in self._connection.execute(sql, params)]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All statements inside take effect together, on disk when this returns; or none. Raises ``LogError``."""
        with self._lock, self._in_words():
            list(self._connection.execute("BEGIN IMMEDIATE", ()))
            try:
                yield
                list(self._connection.execute("COMMIT", ()))
            except BaseException:
                # A full disk ends the transaction by itself in some cases and leaves it open in others.
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
        """From now on the file is written, in a journal of our choice. Raises ``LogError``."""
        self.query("PRAGMA journal_mode=WAL")
        self.query(f"PRAGMA synchronous={synchronous}")
        self.query("PRAGMA foreign_keys=ON")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            words = fault(error, self.where)
            if words is None:
                raise
            raise words from error
