"""Playthroughs with the table instructions of their entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from companion.games import shipped
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay

PLAYTHROUGHS = Path(__file__).parents[1] / "golden/playthroughs"
GAMES = {game.meta.key: game for game in shipped()}


class Committed(Struct):
    """What one act of a playthrough put on the log, and a copy of the state after it."""

    play: Play
    entries: tuple[Entry, ...]
    state: Any


@contextmanager
def _watched(put: Callable[[Committed], None]) -> Iterator[None]:
    def watching(method: str) -> Any:
        original = getattr(Play, method)

        def called(self: Play, *args: Any, **named: Any) -> Any:
            made = original(self, *args, **named)
            entries = made if isinstance(made, tuple) else (made,)
            put(Committed(self, entries, self.game.copy(self.state)))
            return made

        return patch.object(Play, method, called)

    methods = ("submit", "submit_all", "set_right", "undo", "redo", "bring_back")
    patches = [watching(method) for method in methods]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


@cache
def committed(name: str) -> Sequence[Committed]:
    """All that the playthrough ``game/name`` put on the log, act by act."""
    found: list[Committed] = []
    path = PLAYTHROUGHS / f"{name}.txt"
    with _watched(found.append):
        result = replay(parse(path.read_text(encoding="utf-8"), name), GAMES)
    assert result.difference is None, result.difference
    return found


class _Reached(Exception):
    """The playthrough has come to the entry that was wanted."""


def play_at(name: str, number: int) -> Play:
    """The play of a playthrough as it was right after an entry."""
    found: list[Committed] = []

    def put(record: Any) -> None:
        found.append(record)
        if len(record.play.entries) >= number:
            raise _Reached

    path = PLAYTHROUGHS / f"{name}.txt"
    with suppress(_Reached), _watched(put):
        replay(parse(path.read_text(encoding="utf-8"), name), GAMES)
    assert len(found[-1].play.entries) == number
    return found[-1].play


def playthroughs(game: str) -> list[str]:
    """Their names, with the game's folder."""
    return [f"{game}/{path.stem}" for path in sorted((PLAYTHROUGHS / game).glob("*.txt"))]
