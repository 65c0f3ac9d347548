"""Connections to the club's database: SQLite with one process, PostgreSQL with any number. Above, they are alike."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, Row, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoneFree

from companion.core.errors import CompanionError

PATIENCE = 20.0
"""Seconds a writer waits for others, and anybody for a connection that is free."""
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Seconds of silence after which the other end is asked whether it is there, between two such questions, and how many
remain without an answer: a machine without power closes no connection.
"""
LET_IN = 5
"""Seconds in which PostgreSQL must have let a process in."""
AGAIN = 0.02
"""Seconds until what SQLite has refused is tried again."""
WIPING = 500
"""Milliseconds in which readers may end before what was deleted is wiped later."""
POOL = 8
"""Connections of one process that stay open."""
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
WRITES = "writes"
"""The option of a connection of SQLite that is going to write."""


class ClubDatabaseError(CompanionError):
    """The database cannot be used. The text says why and what to do, without its password."""


class ClubDatabase:
    """``url`` as in the settings. Thread-safe. Raises ``ClubDatabaseError`` for one that cannot be."""

    def __init__(self, url: str) -> None:
        self.url = _known(url)
        self.shared = self.url.get_backend_name() != "sqlite"
        """Whether several processes may use it at the same time."""
        self.engine = _engine(self.url)
        self._turn = Lock()
        self._to_wipe = False
        """Whether a reader has kept something that was deleted in the file."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One view of everything, as it was when it began."""
        with _in_words(self.url), self.engine.connect() as plain:
            # PostgreSQL would otherwise show each statement what others have committed meanwhile.
            connection = plain.execution_options(isolation_level="REPEATABLE READ") if self.shared else plain
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: on disk once it is left, or nothing of it."""
        with self._writers_turn(), _in_words(self.url), self.engine.connect() as plain:
            connection = plain.execution_options(**{WRITES: True})
            with connection.begin():
                yield connection
        if self._to_wipe:
            self.wipe_deleted()

    def wipe_deleted(self) -> None:
        """Leave nothing that was deleted in the files of SQLite. Where somebody reads them or they cannot be written,
        that is done after a later write, or when the club is started next. PostgreSQL sees to its own files.
        """
        if self.shared:
            return
        self._to_wipe = True
        with (
            suppress(ClubDatabaseError, sqlite3.Error),
            self._writers_turn(),
            _in_words(self.url),
            closing(self.engine.raw_connection()) as connection,
        ):
            self._to_wipe = not _is_wiped(connection)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _writers_turn(self) -> Iterator[None]:
        """SQLite lets one write at a time, and the others ask again after pauses of up to a tenth of a second. The
        threads of this process wait for one another instead.
        """
        if self.shared:
            yield
            return
        if not self._turn.acquire(timeout=PATIENCE):
            raise ClubDatabaseError(f"{self.url.render_as_string()}: another writer is not done after {PATIENCE:.0f} s")
        try:
            yield
        finally:
            self._turn.release()


def insert_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> Row[Any] | None:
    """Insert a row, unless there is one with its key or another unique column; returns its key, None if there was."""
    return connection.execute(_insert_new(connection.dialect.name, table), row).first()


@cache
def _insert_new(dialect: str, table: Table) -> Any:
    """Built once: that takes longer than the database does for it."""
    kinds: Any = {"sqlite": sqlite, "postgresql": postgresql}
    return kinds[dialect].insert(table).on_conflict_do_nothing().returning(*table.primary_key.columns)


def _known(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError:
        raise ClubDatabaseError(
            "database is not an address: expected sqlite:////a/path/club.db or postgresql://name:password@host/club"
        ) from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise ClubDatabaseError(f"database begins with {kind}: expected sqlite or postgresql")
    return url.set(drivername=DRIVERS[kind])


def _engine(url: URL) -> Engine:
    try:
        if url.get_backend_name() != "sqlite":
            limits = _limits(url)
            # A connection that died with its server is noticed before it is used.
            return create_engine(
                url,
                pool_size=POOL,
                max_overflow=2 * POOL,
                pool_timeout=PATIENCE,
                pool_pre_ping=True,
                connect_args=limits,
            )
        engine = create_engine(url, pool_size=POOL, max_overflow=2 * POOL, connect_args={"timeout": PATIENCE})
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise ClubDatabaseError(f"{error}; install what a club needs: pip install 'table-companion[club]'") from error
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _limits(url: URL) -> dict[str, Any]:
    """How long PostgreSQL is waited for, and how long it waits for this process: either may lose its power. What the
    address says itself is left as it is.
    """
    wait = round(PATIENCE * 1000)
    own = {"connect_timeout": LET_IN, **ALIVE, "tcp_user_timeout": wait}
    server = {"lock_timeout": wait, "idle_in_transaction_session_timeout": wait}
    server |= {f"tcp_{name}": value for name, value in ALIVE.items()}
    # Of two options with the same name the later one counts.
    options = [f"-c {name}={value}" for name, value in server.items()] + list(url.normalized_query.get("options", ()))
    return {name: value for name, value in own.items() if name not in url.query} | {"options": " ".join(options)}


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = (
        None  # transactions begin where SQLAlchemy says, and not where a statement looks like it
    )
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: Any) -> None:
    """Of several that open a new file at once, SQLite refuses all but one here, without waiting for its turn."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(AGAIN)
        else:
            return


def _is_wiped(connection: Any) -> bool:
    """Empty the log of changes, which has older pages; what is deleted is overwritten in its page (secure_delete)."""
    connection.execute(f"PRAGMA busy_timeout={WIPING}")
    try:
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout={PATIENCE * 1000:.0f}")
    return not busy


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _in_words(url: URL) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        where = url.render_as_string(hide_password=True)
        raise ClubDatabaseError(f"{where}: {str(error.orig).strip().splitlines()[0]}") from error
    except NoneFree as error:
        where = url.render_as_string(hide_password=True)
        raise ClubDatabaseError(f"{where}: no connection is free after {PATIENCE:.0f} s") from error
