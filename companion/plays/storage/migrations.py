"""Schema migrations: numbered; those a file lacks are applied in one transaction. A file's table definitions are
compared with the shipped ones: they can be damaged too.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files

from msgspec import Struct

from companion.plays.storage import chain
from companion.plays.storage.database import Database
from companion.plays.storage.digests import existing_tables
from companion.plays.storage.log_errors import damaged, foreign, newer

RECORD = """CREATE TABLE migrations (
    number  INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)"""


class Migration(Struct, frozen=True):
    """One step to a newer schema; ``sql`` is one or more statements."""

    number: int
    name: str
    sql: str


@cache
def shipped() -> tuple[Migration, ...]:
    """``schema.sql``, then ``schema_0002_name.sql`` and so on, in order."""
    here = files("companion.plays.storage")
    steps = [Migration(1, "schema", here.joinpath("schema.sql").read_text("utf-8"))]
    for file in here.iterdir():
        if file.name.startswith("schema_") and file.name.endswith(".sql"):
            number, _, name = file.name.removeprefix("schema_").removesuffix(".sql").partition("_")
            steps.append(Migration(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(steps, key=lambda step: step.number))


def migrate(database: Database, steps: Sequence[Migration]) -> None:
    """Apply the missing steps, all or none. Raises ``LogError`` for a newer or foreign file."""
    done = check_shape(database, steps)
    missing = [step for step in steps if step.number > done]
    if missing:
        with database.transaction():
            apply(database, missing)
            renew(database)


def check_shape(database: Database, steps: Sequence[Migration]) -> int:
    """Number of the file's newest step. Raises ``LogError`` if it is newer than ``steps``, or foreign."""
    done = applied_number(database)
    if done > steps[-1].number:
        raise newer(database.where)
    return done


def applied_number(database: Database) -> int:
    """Number of the newest applied step, 0 for a new file.

    Raises ``LogError`` for a foreign file or a damaged record.
    """
    tables = {name for (name,) in database.query("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    if "migrations" not in tables or "entries" not in tables:
        raise foreign(database.where)
    if "number" not in {row[1] for row in database.query("PRAGMA table_info(migrations)")}:
        raise damaged(database.where)
    [(newest,)] = database.query("SELECT max(number) FROM migrations")
    if not isinstance(newest, int):
        raise damaged(database.where)
    return newest


def renew(database: Database) -> None:
    """Compute all digests that a migration has zeroed. Within an open transaction."""
    for digested in existing_tables(database):
        digested.renew(database)
    chain.renew(database)


def apply(database: Database, steps: Iterable[Migration]) -> None:
    """Apply steps and record them; digests are left to ``renew``. Raises ``LogError``."""
    for step in steps:
        if step.number == 1:
            database.query(RECORD)
        for statement in statements(step.sql):
            database.query(statement)
        database.query("INSERT INTO migrations (number, name) VALUES (?, ?)", step.number, step.name)


def statements(sql: str) -> Iterator[str]:
    """Split a script into statements, which must share one transaction."""
    gathered = ""
    for piece in sql.split(";")[:-1]:
        gathered += piece + ";"
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""


_MADE = "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
_REMARK = re.compile(r"--[^\n]*")
_BLANK = re.compile(r"\s+")

Definition = tuple[str, str, str]
"""Type, name and SQL of a schema object, without comments and line breaks."""


@cache
def expected(shape: int) -> frozenset[Definition]:
    """Definitions of a file with this newest migration."""
    with closing(Database(_in_memory, synchronous=None, where="")) as made:
        apply(made, [step for step in shipped() if step.number <= shape])
        return things_in(made)


def _in_memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None)


def things_in(database: Database) -> frozenset[Definition]:
    """Definitions in a file."""
    return frozenset((kind, name, _plain(sql)) for kind, name, sql in database.query(_MADE))


def _plain(sql: str) -> str:
    return _BLANK.sub(" ", _REMARK.sub("", sql)).strip()


def check_definitions(database: Database, shape: int) -> None:
    """Raise ``LogError`` if a table or index is missing or different."""
    if not expected(shape) <= things_in(database):
        raise damaged(database.where)


def unknown_things(database: Database, shape: int) -> frozenset[Definition]:
    """Additional definitions; triggers and views among them would affect writes."""
    return things_in(database) - expected(shape)
