"""Every stored row that is not as it was written, wherever in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.plays import chain
from companion.plays.database import Database
from companion.plays.digests import PLAYS, those_there


class Damage(Struct, frozen=True):
    """A damaged row: its ``table``, and the ``play`` it belongs to, if it belongs to one; ``number`` for an entry."""

    table: str
    play: str = ""
    number: int = 0


def _at_once() -> None:
    """Nobody waits meanwhile."""


def damaged_in(database: Database, breathe: Callable[[], None] = _at_once) -> Iterator[Damage]:
    """All damaged rows. Of a file from before the digests nothing can be said. Reads all of it, and calls ``breathe``
    between two portions. Raises ``LogError``.
    """
    tables = tuple(those_there(database))
    for each in tables:
        of_play = each is PLAYS or each.keys[0] == "play"
        for key in each.damaged(database, breathe):
            yield Damage(each.table, str(key[0]) if of_play else "")
    if tables:
        for play, number in chain.damaged(database, breathe):
            yield Damage("entries", play, number)
