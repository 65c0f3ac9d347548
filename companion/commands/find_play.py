"""Look up games and plays by the name or id given to a command."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from companion.commands.common_options import CommandError
from companion.core.game import AnyGame
from companion.core.wording import say
from companion.games import shipped
from companion.library import Library
from companion.plays.log import Log
from companion.plays.log_file import existing_log
from companion.plays.rows import PlayRow

SHOWN = 5
"""Plays listed in an error."""


def games_at(path: Path) -> Mapping[str, AnyGame]:
    """Shipped games, and the score sheets of the log at ``path`` if it exists.

    Raises ``LogError`` for an unreadable file.
    """
    with existing_log(path) as log:
        return Library(log).games() if log is not None else {game.meta.key: game for game in shipped()}


def game_called(key: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """Game by key or by the last part of it, if unique. Raises ``CommandError``."""
    if key in games:
        return games[key]
    ends = [known for known in games if known.rpartition(":")[2] == key]
    if len(ends) == 1:
        return games[ends[0]]
    near = get_close_matches(key, list(games), 1, cutoff=0.5)
    if near:
        raise CommandError(say("There is no game called {key}. Did you mean {near}?", key=key, near=near[0]))
    raise CommandError(say('There is no game called {key}. "companion games" lists them.', key=key))


def play_called(log: Log, start: str) -> PlayRow:
    """Play whose id begins with ``start``. Raises ``CommandError`` listing the newest plays."""
    begun = log.plays("playing", "over")
    found = [row for row in begun if row.id.startswith(start)]
    if len(found) == 1:
        return found[0]
    if not begun:
        raise CommandError(say("No play has begun yet. Begin one first."))
    newest = ", ".join(_described(log, row) for row in begun[:SHOWN])
    if not start:
        raise CommandError(
            say("Name one of the plays by the beginning of its id. The newest are {plays}.", plays=newest)
        )
    if found:
        raise CommandError(say("Several plays begin with {id}. The newest are {plays}.", id=start, plays=newest))
    raise CommandError(say("No play begins with {id}. The newest are {plays}.", id=start, plays=newest))


def _described(log: Log, row: PlayRow) -> str:
    return f"{row.id[:8]} ({row.game}: {', '.join(log.names(row).values())})"
