"""The shape of the file and how it changes: numbered steps, each recorded in the transaction that makes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from importlib.resources import files

from msgspec import Struct

from companion.plays import chain
from companion.plays.database import Database
from companion.plays.digests import those_there
from companion.plays.log_errors import damaged, foreign, newer

RECORD = """CREATE TABLE migrations (
    number  INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    applied TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
)"""


class Migration(Struct, frozen=True):
    """A step from one shape of the file to the next. ``sql`` is one or more statements."""

    number: int
    name: str
    sql: str


def shipped() -> tuple[Migration, ...]:
    """``schema.sql``, then ``schema_0002_name.sql`` beside it and so on, in order."""
    here = files("companion.plays")
    steps = [Migration(1, "schema", here.joinpath("schema.sql").read_text("utf-8"))]
    for file in here.iterdir():
        if file.name.startswith("schema_") and file.name.endswith(".sql"):
            number, _, name = file.name.removeprefix("schema_").removesuffix(".sql").partition("_")
            steps.append(Migration(int(number), name, file.read_text("utf-8")))
    return tuple(sorted(steps, key=lambda step: step.number))


def migrate(database: Database, steps: Sequence[Migration]) -> None:
    """Bring the file to the newest shape. Raises ``LogError`` when it is newer than that, or not ours."""
    done = check_shape(database, steps)
    for step in steps:
        if step.number > done:
            apply(database, step)


def check_shape(database: Database, steps: Sequence[Migration]) -> int:
    """The number of the newest step the file has. Raises ``LogError`` when it is newer than ``steps``, or not ours."""
    done = applied(database)
    if done > steps[-1].number:
        raise newer(database.where)
    return done


def applied(database: Database) -> int:
    """The number of the newest step the file has, 0 for a new file. Raises ``LogError`` for a foreign file, and for one
    of which the record of its steps is damaged.
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
    """Compute every digest that a migration has set to zeros. Within a transaction that is open."""
    for digested in those_there(database):
        digested.renew(database)
    chain.renew(database)


def apply(database: Database, step: Migration) -> None:
    """Make one step, in a transaction of its own. Raises ``LogError``."""
    with database.transaction():
        if step.number == 1:
            database.query(RECORD)
        for statement in statements(step.sql):
            database.query(statement)
        renew(database)
        database.query("INSERT INTO migrations (number, name) VALUES (?, ?)", step.number, step.name)


def statements(sql: str) -> Iterator[str]:
    """The single statements of a script; one transaction must hold them, so they are run one by one."""
    gathered = ""
    for piece in sql.split(";")[:-1]:
        gathered += piece + ";"
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
