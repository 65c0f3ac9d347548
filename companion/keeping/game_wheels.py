"""Read what a wheel of somebody's game says of itself, without running any of it."""

from __future__ import annotations

import configparser
import re
import zipfile
from email.parser import Parser
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import Message, say

GROUP = "companion.games"
WHEEL_NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9._]*)-([0-9][0-9a-zA-Z.+!]*)(-[^-]+)?-[^-]+-[^-]+-[^-]+\.whl")
LARGEST = 1_000_000
"""Bytes of the files that are read of a wheel: nothing larger is meant to be."""


class GameWheelError(CompanionError):
    """A file is no wheel of a game; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


class GameWheel(Struct, frozen=True):
    """A wheel: name and version of the package, the keys of the games it brings, what it needs, and its SHA-256."""

    path: Path
    package: str
    version: str
    keys: tuple[str, ...]
    needs: tuple[str, ...]
    digest: str

    @property
    def pure(self) -> bool:
        """Whether it is for any machine."""
        return self.path.name.endswith("-none-any.whl")


def read_wheel(path: Path) -> GameWheel:
    """Raises ``GameWheelError`` for what is no wheel, or none with a game in it."""
    if not WHEEL_NAME.fullmatch(path.name):
        raise GameWheelError(
            say("{file} is no wheel: only those are taken, since nothing is built here.", file=path.name)
        )
    try:
        content = path.read_bytes()
        with zipfile.ZipFile(path) as wheel:
            metadata = Parser().parsestr(_read(wheel, "METADATA"))
            keys = _keys(_read(wheel, "entry_points.txt"))
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError, configparser.Error) as error:
        raise GameWheelError(say("{file} cannot be read: {why}", file=path.name, why=str(error))) from error
    name, version = metadata.get("Name", ""), metadata.get("Version", "")
    if not name or not version:
        raise GameWheelError(say("{file} does not say what it is.", file=path.name))
    if not keys:
        raise GameWheelError(say("{file} has no game of the companion in it.", file=path.name))
    needs = tuple(str(need) for need in metadata.get_all("Requires-Dist", []))
    return GameWheel(path, name, version, keys, needs, sha256(content).hexdigest())


def _read(wheel: zipfile.ZipFile, name: str) -> str:
    """A file of the wheel's own folder of metadata; empty if it has none."""
    found = next((info for info in wheel.infolist() if re.fullmatch(rf"[^/]+\.dist-info/{name}", info.filename)), None)
    if found is None:
        return ""
    if found.file_size > LARGEST:
        raise zipfile.BadZipFile(f"{name} is too large")
    return wheel.read(found).decode("utf-8")


def _keys(entry_points: str) -> tuple[str, ...]:
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  (names are as they are written)
    parser.read_string(entry_points)
    return tuple(parser[GROUP]) if parser.has_section(GROUP) else ()
