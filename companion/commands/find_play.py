"""The games there are, and the plays among which a command has to find one."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from companion.commands.error_messages import Trouble
from companion.core.game import AnyGame
from companion.core.wording import say
from companion.games import shipped
from companion.library import Library
from companion.plays.log import Log
from companion.plays.log_file import open_read_only
from companion.plays.rows import PlayRow

SHOWN = 5
"""Plays named in an error, for somebody who wants to choose one."""


def games_at(path: Path) -> Mapping[str, AnyGame]:
    """The games that come with the product, and the owners' sheets of the log at ``path`` if there is one.

    Raises ``LogError`` when there is a file that cannot be read.
    """
    if not path.exists():
        return {game.meta.key: game for game in shipped()}
    log = open_read_only(path)
    try:
        return Library(log).games()
    finally:
        log.close()


def game_called(key: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """A game by its key, or by the last part of it when that is enough. Raises ``Trouble``."""
    if key in games:
        return games[key]
    ends = [known for known in games if known.rpartition(":")[2] == key]
    if len(ends) == 1:
        return games[ends[0]]
    near = get_close_matches(key, list(games), 1, cutoff=0.5)
    if near:
        raise Trouble(say("There is no game called {key}. Did you mean {near}?", key=key, near=near[0]))
    raise Trouble(say('There is no game called {key}. "companion games" lists them.', key=key))


def play_called(log: Log, start: str) -> PlayRow:
    """The play whose id begins with ``start``. Raises ``Trouble``, naming the newest plays."""
    begun = log.plays("playing", "over")
    found = [row for row in begun if row.id.startswith(start)]
    if len(found) == 1:
        return found[0]
    if not begun:
        raise Trouble(say("No play has begun yet. Begin one first."))
    newest = ", ".join(_described(log, row) for row in begun[:SHOWN])
    if not start:
        raise Trouble(say("Name one of the plays by the beginning of its id. The newest are {plays}.", plays=newest))
    if found:
        raise Trouble(say("Several plays begin with {id}. The newest are {plays}.", id=start, plays=newest))
    raise Trouble(say("No play begins with {id}. The newest are {plays}.", id=start, plays=newest))


def _described(log: Log, row: PlayRow) -> str:
    return f"{row.id[:8]} ({row.game}: {', '.join(log.names(row).values())})"
