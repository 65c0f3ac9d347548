"""Read what a wheel says of itself without running any of it, and whether it keeps to its own files."""

from __future__ import annotations

import configparser
import re
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game_package import GROUP
from companion.core.wording import Message, say
from companion.keeping.versions.environments import programs_of, site_of, tops_of

WHEEL_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._]*)-([0-9][0-9a-zA-Z.+!]*)(-[^-]+)?-[^-]+-[^-]+-[^-]+\.whl")
LARGEST = 1_000_000
"""Bytes of the files that are read of a wheel: nothing larger is meant to be."""
AT_START = ("sitecustomize", "usercustomize")
"""Modules that Python runs whenever it starts, whoever starts it."""


class GameWheelError(CompanionError):
    """A file is no wheel that is taken; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


class GameWheel(Struct, frozen=True):
    """A wheel of a game, or of what a game needs.

    ``package`` and ``version`` are what it says of itself, ``games`` the keys of the games it brings, ``programs`` the
    names of its programs, ``files`` the paths of everything in it, ``digest`` its SHA-256. ``source`` is where it came
    from, in words: a path or an address.
    """

    path: Path
    package: str
    version: str
    games: tuple[str, ...]
    programs: tuple[str, ...]
    files: tuple[str, ...]
    digest: str
    source: str


def read_wheel(path: Path, source: str = "") -> GameWheel:
    """Raises ``GameWheelError`` for what is no wheel."""
    if not WHEEL_NAME.fullmatch(path.name):
        raise GameWheelError(
            say("{file} is no wheel: only those are taken, since nothing is built here.", file=path.name)
        )
    try:
        content = path.read_bytes()
        with zipfile.ZipFile(path) as wheel:
            metadata = Parser().parsestr(_read(wheel, "METADATA"))
            entries = _entry_points(_read(wheel, "entry_points.txt"))
            files = tuple(wheel.namelist())
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError, configparser.Error) as error:
        raise GameWheelError(say("{file} cannot be read: {why}", file=path.name, why=str(error))) from error
    name, version = metadata.get("Name", ""), metadata.get("Version", "")
    if not name or not version:
        raise GameWheelError(say("{file} does not say what it is.", file=path.name))
    programs = (*entries.get("console_scripts", ()), *entries.get("gui_scripts", ()))
    games, digest = entries.get(GROUP, ()), sha256(content).hexdigest()
    return GameWheel(path, name, version, games, programs, files, digest, source or str(path))


def check_own_files(wheel: GameWheel, environment: Path) -> None:
    """Raises ``GameWheelError`` if installing a wheel in ``environment`` would replace a file of another package, or
    have Python run some of it whenever it starts: root starts it too. Another version of the same package it replaces.
    """
    site = site_of(environment)
    own = tops_of(site, wheel.package) if site is not None else set()
    for top in sorted(set(_tops(wheel)) - own):
        if top.endswith(".pth") or top.partition(".")[0] in AT_START:
            raise GameWheelError(
                say("{file} holds {what}, which would run whenever Python starts.", file=wheel.path.name, what=top)
            )
        if ".data/" in top or (site is not None and (site / top).exists()):
            raise GameWheelError(_not_its_own(wheel, top))
    for program in set(wheel.programs) - programs_of(environment, wheel.package):
        if (environment / "bin" / program).exists():
            raise GameWheelError(_not_its_own(wheel, f"bin/{program}"))


def _not_its_own(wheel: GameWheel, file: str) -> Message:
    return say("{file} would put {what} where others have theirs.", file=wheel.path.name, what=file)


def _tops(wheel: GameWheel) -> Iterator[str]:
    """What it puts into the folder of packages, at the top; a path outside of it as it stands in the wheel."""
    for file in wheel.files:
        first, _, rest = file.partition("/")
        kind, _, inner = rest.partition("/")
        if not first.endswith(".data"):
            yield first
        elif kind in ("purelib", "platlib"):
            yield inner.partition("/")[0]
        else:
            yield file


def _read(wheel: zipfile.ZipFile, name: str) -> str:
    """A file of the wheel's own folder of metadata; empty if it has none."""
    found = next((info for info in wheel.infolist() if re.fullmatch(rf"[^/]+\.dist-info/{name}", info.filename)), None)
    if found is None:
        return ""
    if found.file_size > LARGEST:
        raise zipfile.BadZipFile(f"{name} is too large")
    return wheel.read(found).decode("utf-8")


class _EntryPoints(configparser.ConfigParser):
    """Names are as they are written."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def _entry_points(text: str) -> dict[str, tuple[str, ...]]:
    """Names of the entry points, by group."""
    parser = _EntryPoints(delimiters=("=",), interpolation=None)
    parser.read_string(text)
    return {group: tuple(parser[group]) for group in parser.sections()}
