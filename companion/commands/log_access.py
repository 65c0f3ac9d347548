"""Open the log for a command, and look up games and plays by the name or id given to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from companion.commands.common_options import CommandError, config_of
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.suggestions import nearest
from companion.core.wording import say
from companion.games import shipped
from companion.keeping.log_checks import newest_good_copy, refuse_unexpected_new_log
from companion.library import Library
from companion.outside.installed import installed_games
from companion.plays.log.log import Log
from companion.plays.log.log_file import existing_log, open_log
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.rows import PlayRow
from companion.service.panel.damaged_log import PLAY, what_to_do

SHOWN = 5
"""The most plays listed in an error."""


def games_at(path: Path) -> Mapping[str, AnyGame]:
    """Games by key: those of ``games_of`` if there is a log at ``path``, else shipped games and those of packages.

    Raises ``LogError`` for an unreadable file.
    """
    with existing_log(path) as log:
        if log is not None:
            return games_of(log)
        return {game.meta.key: game for game in (*shipped(), *installed_games().games)}


def games_of(log: Log) -> Mapping[str, AnyGame]:
    """Shipped games, those of installed packages, and the score sheets of ``log``."""
    return Library(log, outside=installed_games()).games()


def game_called(key: str, games: Mapping[str, AnyGame]) -> AnyGame:
    """The game with this key, or with this last part of a key if it is unique. Raises ``CommandError``."""
    if key in games:
        return games[key]
    ends = [known for known in games if known.rpartition(":")[2] == key]
    if len(ends) == 1:
        return games[ends[0]]
    near = nearest(key, games, cutoff=0.5)
    if near:
        raise CommandError(say("There is no game called {key}. Did you mean {near}?", key=key, near=near))
    raise CommandError(say('There is no game called {key}. "companion games" lists them.', key=key))


def cannot_read(game: AnyGame, bug: RulesBug) -> CommandError:
    """The error for a play whose game raised ``bug``."""
    words = say("The version of {game} that is here cannot read that play: {why}", game=game.meta.title, why=str(bug))
    return CommandError(words)


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


def open_checked_log(ctx: click.Context, data: Path | None) -> Log:
    """Open the log for writing, creating it if there is none. Raises ``LogError``, and ``CommandError`` as
    ``checked_log_path``.
    """
    path = checked_log_path(ctx, data)
    try:
        return open_log(path)
    except LogError as fault:
        if fault.code not in ("missing", *PLAY):
            raise
        raise CommandError(what_to_do(fault, newest_good_copy(config_of(ctx, data=data).copy_targets))) from fault


def checked_log_path(ctx: click.Context, data: Path | None) -> Path:
    """Path of the log. Raises ``CommandError`` with advice if the log is gone although copies of it exist: continuing
    with an empty one would hide the loss.
    """
    config = config_of(ctx, data=data)
    log, places = config.log, config.copy_targets
    try:
        refuse_unexpected_new_log(log, places)
    except LogError as fault:
        raise CommandError(what_to_do(fault, newest_good_copy(places))) from fault
    return log
