"""Find the games of installed packages by their entry points."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from companion.core.errors import raised_at
from companion.core.game import AnyGame
from companion.core.game_package import GROUP
from companion.core.wording import Message, say
from companion.games import shipped
from companion.locale import add_catalogues
from companion.outside.fitting import misfit

PICTURE = "picture.png"
"""File of a package, beside its module, that is shown where games are chosen."""
LARGEST_PICTURE = 200_000
PNG = b"\x89PNG\r\n\x1a\n"


class OutsideGame(Struct, frozen=True):
    """A game that is played here, with the package that brings it, its version, and its ``picture``, a PNG, if it has
    one.
    """

    game: AnyGame
    package: str
    version: str
    picture: bytes = b""


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


Loading = Callable[[str, str], None]
"""Told the module and key of a game before it is loaded, which may never end, and two empty texts when all are."""


def _untold(module: str, key: str) -> None:
    del module, key


@cache
def installed_games(loading: Loading = _untold) -> OutsideGames:
    """The games of all packages installed beside the companion, loaded once; from then on their words are known."""
    return discover(entry_points(group=GROUP), loading)


def games_left_out() -> OutsideGames:
    """The games of installed packages in safe mode: by name, none of their code is run."""
    why = say("Safe mode leaves games of packages out.")
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return OutsideGames(left_out=tuple(LeftOut(entry.name, *_package(entry), why) for entry in entries))


def discover(entries: Iterable[EntryPoint], loading: Loading = _untold) -> OutsideGames:
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
            else _load(entry, loading)
        )
        if isinstance(loaded, Message):
            left_out.append(LeftOut(entry.name, *_package(entry), loaded))
        else:
            game, picture = loaded
            found.append(OutsideGame(game, *_package(entry), picture))
    loading("", "")
    return OutsideGames(tuple(found), tuple(left_out))


def _load(entry: EntryPoint, loading: Loading) -> tuple[AnyGame, bytes] | Message:
    """The game that an entry point names, its catalogues added, and its picture; or why it cannot be played."""
    loading(entry.module, entry.name)
    try:
        package = entry.load()
    except (Exception, SystemExit) as error:
        what = f"{type(error).__name__}: {error}"
        return say("It cannot be loaded: {what} ({where}).", what=what, where=raised_at(error))
    why = misfit(package, entry.name)
    if why is not None:
        return why
    game: AnyGame = package.game
    folder = _folder(entry.module)
    try:
        picture = read_picture(folder / PICTURE)
    except (OSError, ValueError):
        return say("Its {file} is no PNG of at most {n} kB.", file=PICTURE, n=LARGEST_PICTURE // 1000)
    try:
        add_catalogues(folder / "locale", game.meta.key)
    except (OSError, ValueError, struct.error) as error:
        return say("Its catalogue cannot be read: {what}.", what=str(error))
    return game, picture


def read_picture(path: Path) -> bytes:
    """The picture of a game; empty if there is none. Raises ``OSError``, and ``ValueError`` for what is none."""
    if not path.exists():
        return b""
    content = path.read_bytes()
    if len(content) > LARGEST_PICTURE or not content.startswith(PNG):
        raise ValueError(path.name)
    return content


def _folder(module: str) -> Path:
    """Where the files of a loaded module lie."""
    spec = find_spec(module)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else Path()


def _package(entry: EntryPoint) -> tuple[str, str]:
    """Name and version of the distribution that an entry point comes from."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else ("", "")
