"""Rows changed in a log: as a migration does it, with digests that agree; or as a failing card does, without."""

from __future__ import annotations

from typing import Any

from companion.plays.log.log import Log
from companion.plays.storage.digests import DIGESTED
from companion.plays.storage.migrations import renew
from companion.plays.storage.witness import last_steps


def rewrite(log: Log, sql: str, *params: Any) -> None:
    """Change rows, and compute all digests anew."""
    query = log._database.query
    with log._database.transaction():
        query(sql, *params)
        for table in ("entries", *(each.table for each in DIGESTED)):
            query(f"UPDATE {table} SET digest = zeroblob(32)")
        renew(log._database)
        if log._witness is not None:
            log._witness.renew(last_steps(log._database))


def damage(log: Log, sql: str, *params: Any) -> None:
    """Change rows, and nothing else."""
    with log._database.transaction():
        log._database.query(sql, *params)
