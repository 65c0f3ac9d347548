"""Find the games of installed packages by their entry points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from companion.core.errors import raised_at
from companion.core.game import AnyGame
from companion.core.wording import Message, say
from companion.games import shipped
from companion.locale import add_catalogues
from companion.outside.fitting import misfit

GROUP = "companion.games"


class OutsideGame(Struct, frozen=True):
    """A game that is played here, with the package that brings it and its version."""

    game: AnyGame
    package: str
    version: str


class LeftOut(Struct, frozen=True):
    """A game that is not played here, by the name of its entry point, and ``why``."""

    key: str
    package: str
    version: str
    why: Message


class OutsideGames(Struct, frozen=True):
    """What the installed packages bring."""

    found: tuple[OutsideGame, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def games(self) -> tuple[AnyGame, ...]:
        return tuple(outside.game for outside in self.found)


@cache
def installed_games() -> OutsideGames:
    """The games of all packages installed beside the companion, loaded once; from then on their words are known."""
    return discover(entry_points(group=GROUP))


def games_left_out() -> OutsideGames:
    """The games of installed packages in safe mode: by name, none of their code is run."""
    why = say("Safe mode leaves games of packages out.")
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return OutsideGames(left_out=tuple(LeftOut(entry.name, *_package(entry), why) for entry in entries))


def discover(entries: Iterable[EntryPoint]) -> OutsideGames:
    """Load what ``entries`` name. What cannot be loaded or does not fit is left out; nothing is raised."""
    taken = {game.meta.key for game in shipped()}
    sorted_entries = sorted(entries, key=lambda entry: (entry.name, *_package(entry)))
    names = [entry.name for entry in sorted_entries]
    found: list[OutsideGame] = []
    left_out: list[LeftOut] = []
    for entry in sorted_entries:
        loaded = (
            say("A game called {key} comes with the companion.", key=entry.name)
            if entry.name in taken
            else say("Several packages bring a game called {key}.", key=entry.name)
            if names.count(entry.name) > 1
            else _load(entry)
        )
        if isinstance(loaded, Message):
            left_out.append(LeftOut(entry.name, *_package(entry), loaded))
        else:
            found.append(OutsideGame(loaded, *_package(entry)))
    return OutsideGames(tuple(found), tuple(left_out))


def _load(entry: EntryPoint) -> AnyGame | Message:
    """The game that an entry point names, its catalogues added; or why it cannot be played."""
    try:
        package = entry.load()
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}"
        return say("It cannot be loaded: {what} ({where}).", what=what, where=raised_at(error))
    why = misfit(package, entry.name)
    if why is not None:
        return why
    game: AnyGame = package.game
    try:
        add_catalogues(_folder(entry.module) / "locale", game.meta.key)
    except (OSError, ValueError) as error:
        return say("Its catalogue cannot be read: {what}.", what=str(error))
    return game


def _folder(module: str) -> Path:
    """Where the files of a loaded module lie."""
    spec = find_spec(module)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else Path()


def _package(entry: EntryPoint) -> tuple[str, str]:
    """Name and version of the distribution that an entry point comes from."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else ("", "")
