"""Whether the tables of a file are those this program made, to the letter: bits flip in definitions too."""

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

Thing = tuple[str, str, str]
"""Type, name and definition of a table, an index, a trigger or a view, without remarks and line breaks."""


@cache
def expected(shape: int) -> frozenset[Thing]:
    """What a file with this newest migration holds."""
    with closing(Database(_in_memory, synchronous=None, where="")) as made:
        for step in shipped():
            if step.number <= shape:
                apply(made, step)
        return things_in(made)


def _in_memory() -> sqlite3.Connection:
    return sqlite3.connect(":memory:", isolation_level=None)


def things_in(database: Database) -> frozenset[Thing]:
    """What a file holds."""
    return frozenset((kind, name, _plain(sql)) for kind, name, sql in database.query(_MADE))


def _plain(sql: str) -> str:
    return _BLANK.sub(" ", _REMARK.sub("", sql)).strip()


def check_definitions(database: Database, shape: int) -> None:
    """Raises ``LogError`` where a table or an index is missing or not as it was made."""
    if not expected(shape) <= things_in(database):
        raise damaged(database.where)


def strangers(database: Database, shape: int) -> frozenset[Thing]:
    """What is in a file besides: triggers and views among it would act on what is written."""
    return things_in(database) - expected(shape)
