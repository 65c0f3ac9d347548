"""A log that loses its power between two transactions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.plays.log.log import Log


class PowerCut(BaseException):
    """Nothing of the program runs after it."""


@contextmanager
def cut_after(log: Log, count: int) -> Iterator[None]:
    """Inside, the power goes once so many transactions are on the disk."""
    database, done = log._database, 0
    whole = database.transaction

    @contextmanager
    def transaction() -> Iterator[None]:
        nonlocal done
        with whole():
            yield
        done += 1
        if done == count:
            raise PowerCut

    database.transaction = transaction  # type: ignore[method-assign]
    try:
        yield
    except PowerCut:
        pass
    finally:
        database.transaction = whole  # type: ignore[method-assign]
