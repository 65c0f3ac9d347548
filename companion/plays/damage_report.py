"""Find all damaged rows of a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.plays import chain
from companion.plays.database import Database
from companion.plays.digests import PLAYS, existing_tables


class Damage(Struct, frozen=True):
    """A damaged row of ``table``; ``play`` and ``number`` where they apply."""

    table: str
    play: str = ""
    number: int = 0


def _at_once() -> None:
    """Default callback: do not pause."""


def damaged_in(database: Database, between_batches: Callable[[], None] = _at_once) -> Iterator[Damage]:
    """Yield all damaged rows; files older than the digests have none. Reads everything, calling ``between_batches``
    after every batch of rows. Raises ``LogError``.
    """
    tables = tuple(existing_tables(database))
    for each in tables:
        of_play = each is PLAYS or each.keys[0] == "play"
        for key in each.damaged(database, between_batches):
            yield Damage(each.table, str(key[0]) if of_play else "")
    if tables:
        for play, number in chain.damaged(database, between_batches):
            yield Damage("entries", play, number)
