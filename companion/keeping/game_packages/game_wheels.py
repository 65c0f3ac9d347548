"""Read what a wheel says of itself without running any of it, and whether it keeps to its own files."""

from __future__ import annotations

import csv
import hashlib
import os
import posixpath
import re
import sys
import zipfile
import zlib
from collections.abc import Iterator
from email.parser import Parser
from importlib.metadata import Distribution
from pathlib import Path

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game_package import GROUP
from companion.core.wording import ENGLISH, Message, say
from companion.keeping.versions.environments import normal_name, programs_of, site_of, tops_of

WHEEL_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._]*)-([0-9][0-9a-zA-Z.+!]*)(-[^-]+)?-[^-]+-[^-]+-[^-]+\.whl")
PROGRAM_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
"""Names of programs, none of them that of a module: Python looks beside a program first for what it imports."""
LARGEST = 1_000_000
"""Bytes of the files that are read of a wheel: nothing larger is meant to be."""
AT_START = ("sitecustomize", "usercustomize")
"""Modules that Python runs whenever it starts, whoever starts it."""
READ_AT_START = (".pth", ".start")
"""Ends of files in the folder of packages that Python reads whenever it starts; ``.start`` since 3.15."""
NOTES = ".dist-info"
PACKAGE_NOTES = (NOTES, ".egg-info", ".egg-link", ".egg")
"""Ends of what says in the folder of packages which packages there are."""
UNREADABLE = (OSError, EOFError, RuntimeError, TypeError, ValueError, csv.Error, zipfile.BadZipFile, zlib.error)
"""What reading a wheel raises. An encrypted file, or one packed in a way that is not known, is a RuntimeError."""


class GameWheelError(CompanionError):
    """A file is no wheel that is taken; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
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


class _Notes(Distribution):
    """The notes of a wheel, as Python reads them once it is installed."""

    def __init__(self, wheel: zipfile.ZipFile, folder: str) -> None:
        self._wheel = wheel
        self._folder = folder

    def read_text(self, filename: str) -> str | None:
        try:
            info = self._wheel.getinfo(f"{self._folder}/{filename}")
        except KeyError:
            return None
        if info.file_size > LARGEST:
            raise zipfile.BadZipFile(f"{filename} is too large")
        return self._wheel.read(info).decode("utf-8")

    def locate_file(self, path: str | os.PathLike[str]) -> Path:
        return Path(self._folder).parent / path


def read_wheel(path: Path, source: str = "") -> GameWheel:
    """Raises ``GameWheelError`` for what is no wheel, or one that others could read differently."""
    if not WHEEL_NAME.fullmatch(path.name):
        raise GameWheelError(
            say("{file} is no wheel: only those are taken, since nothing is built here.", file=path.name)
        )
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        with zipfile.ZipFile(path) as wheel:
            files = tuple(wheel.namelist())
            _check_paths(path, files)
            notes = _Notes(wheel, _folder_of_notes(path, files))
            metadata = Parser().parsestr(notes.read_text("METADATA") or "")
            entries = [(entry.group, entry.name) for entry in notes.entry_points]
            recorded = [row[0] for row in csv.reader((notes.read_text("RECORD") or "").splitlines()) if row]
    except UNREADABLE as error:
        raise GameWheelError(say("{file} cannot be read: {why}", file=path.name, why=str(error))) from error
    name, version = metadata.get("Name", ""), metadata.get("Version", "")
    if not name or not version or normal_name(name) != _package(path.name):
        raise GameWheelError(say("{file} does not say what it is.", file=path.name))
    # pip and the next copy of the environment take what stands there for the package's own.
    for file_name in sorted({*recorded} - {*files}):
        raise GameWheelError(_not_its_own(path, file_name))
    programs = tuple(entry for group, entry in entries if group in ("console_scripts", "gui_scripts"))
    games = tuple(entry for group, entry in entries if group == GROUP)
    return GameWheel(path, name, version, games, programs, files, digest, source or str(path))


def check_own_files(wheel: GameWheel, environment: Path) -> None:
    """Raises ``GameWheelError`` if installing a wheel in ``environment`` would replace a file of another package, take
    the place of a module, or have Python run some of it whenever it starts: root starts it too. Another version of the
    same package it replaces.
    """
    site = site_of(environment)
    own = tops_of(site, wheel.package) if site is not None else set()
    others = {entry.name for entry in site.iterdir()} - own if site is not None else set()
    modules = {_module(name) for name in others if not name.endswith(PACKAGE_NOTES)} | sys.stdlib_module_names
    notes = 0
    for top in sorted(_tops(wheel.files)):
        if top.endswith(READ_AT_START) or _module(top) in AT_START:
            raise GameWheelError(
                say("{file} holds {what}, which would run whenever Python starts.", file=wheel.path.name, what=top)
            )
        notes += top.endswith(PACKAGE_NOTES)
        # Compiled files of other modules lie in the folder of that name.
        elsewhere = top in ("", "__pycache__") or top.partition("/")[0].endswith(".data")
        taken = top in others or (not top.endswith(PACKAGE_NOTES) and _module(top) in modules)
        if elsewhere or taken or notes > 1:
            raise GameWheelError(_not_its_own(wheel.path, top))
    for program in sorted({*wheel.programs} - programs_of(environment, wheel.package)):
        if not PROGRAM_NAME.fullmatch(program) or os.path.lexists(environment / "bin" / program):
            raise GameWheelError(_not_its_own(wheel.path, f"bin/{program}"))


def _check_paths(path: Path, files: tuple[str, ...]) -> None:
    """Raises ``GameWheelError`` unless each path is there once and cannot be written shorter: pip shortens paths
    before it looks where they lead.
    """
    seen = {"."}
    for file in files:
        plain = file.removesuffix("/")
        if plain in seen or plain != posixpath.normpath(plain) or plain.startswith(("/", "..")):
            raise GameWheelError(
                say("{file} holds {what} twice, or its path is not written plainly.", file=path.name, what=file)
            )
        seen.add(plain)


def _folder_of_notes(path: Path, files: tuple[str, ...]) -> str:
    """The folder of notes of a wheel that is called like it; empty if it has none."""
    tops = (top for top in sorted(_tops(files)) if top.endswith(NOTES))
    return next((top for top in tops if _package(top) == _package(path.name)), "")


def _package(name: str) -> str:
    """The package in the name of a wheel or of its notes."""
    return normal_name(name.partition("-")[0])


def _not_its_own(path: Path, file: str) -> Message:
    return say("{file} would put {what} where others have theirs.", file=path.name, what=file)


def _tops(files: tuple[str, ...]) -> set[str]:
    """What it puts into the folder of packages, at the top; a path outside of it as it stands in the wheel."""
    return set(_each_top(files))


def _each_top(files: tuple[str, ...]) -> Iterator[str]:
    for file in files:
        if file.endswith("/"):  # pip makes folders for files only
            continue
        first, _, rest = file.partition("/")
        kind, _, inner = rest.partition("/")
        if not first.endswith(".data"):
            yield first
        elif kind in ("purelib", "platlib"):
            yield inner.partition("/")[0]
        else:
            yield file


def _module(top: str) -> str:
    """The module that a file or folder at the top is, by whatever end."""
    return top.partition(".")[0]
