"""Compare a file's table definitions with the shipped ones: they can be damaged too."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache

from companion.plays.database import Database
from companion.plays.log_errors import damaged
from companion.plays.migrations import apply, shipped

_MADE = "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
_REMARK = re.compile(r"--[^\n]*")
_BLANK = re.compile(r"\s+")

Definition = tuple[str, str, str]
"""Type, name and SQL of a schema object, without comments and line breaks."""


@cache
def expected(shape: int) -> frozenset[Definition]:
    """Definitions of a file with this newest migration."""
    with closing(Database(_in_memory, synchronous=None, where="")) as made:
        for step in shipped():
            if step.number <= shape:
                apply(made, step)
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
