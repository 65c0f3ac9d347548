"""Games of packages that could not be played any more after a change, and plays of them that are not over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from companion.core.wording import Wording, say, verbatim
from companion.keeping.versions.environments import packages_by_game
from companion.keeping.versions.owned_log import acting_as_owner
from companion.plays.log.log_file import open_read_only


class InstalledGame(Struct, frozen=True):
    """A game of a package in an environment, as that environment tells. ``left_out`` says why it cannot be played."""

    key: str
    package: str
    title: str = ""
    left_out: str = ""


class LostGame(Struct, frozen=True):
    """A game that could not be played any more, ``why``, and the number of plays that would wait for it."""

    key: str
    title: str
    why: Wording
    unfinished: int


def games_by_name(environment: Path) -> tuple[InstalledGame, ...]:
    """Games of packages in an environment that does not tell: as they are installed, none of their code is run."""
    return tuple(InstalledGame(key, package, key) for key, package in packages_by_game(environment).items())


def lost_games(
    before: Iterable[InstalledGame], after: Iterable[InstalledGame], misfits: Mapping[str, Wording], log: Path
) -> tuple[LostGame, ...]:
    """What can be played with the games ``before`` and not with those ``after``.

    ``misfits`` says why packages could not be installed. Raises ``LogError``.
    """
    there = {game.key: game for game in after}
    lost = [game for game in before if not game.left_out and (game.key not in there or there[game.key].left_out)]
    if not lost:
        return ()
    unfinished = _unfinished(log)
    return tuple(
        LostGame(game.key, game.title, _why(game, there.get(game.key), misfits), unfinished[game.key]) for game in lost
    )


def _why(game: InstalledGame, there: InstalledGame | None, misfits: Mapping[str, Wording]) -> Wording:
    if there is not None:
        return verbatim(there.left_out)
    return misfits.get(game.package, say("Its package is not there."))


def _unfinished(log: Path) -> Counter[str]:
    """Number of plays that are not over, by game."""
    if not log.exists():
        return Counter()
    with acting_as_owner(log.parent), closing(open_read_only(log)) as opened:
        return Counter(play.game for play in opened.plays("gathering", "playing"))
