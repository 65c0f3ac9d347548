"""Whether the disk has room for an environment and the wheels of games in it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from companion.core.wording import say
from companion.keeping.versions.environments import kept_wheels
from companion.keeping.versions.update_host import UpdateError

ROOM = 400_000_000
"""Free bytes required for an environment and the copies, besides the games in it."""
LEFT = 200_000_000
"""Bytes that wheels must leave free: for copies of the log, and for the table that is running meanwhile."""
MEGABYTE = 1_000_000


def bytes_of(wheels: Iterable[Path]) -> int:
    """What wheels take, packed and unpacked: no more than they say is ever unpacked of them. Raises ``OSError``."""
    return sum(wheel.stat().st_size + _unpacked(wheel) for wheel in wheels)


def _unpacked(wheel: Path) -> int:
    try:
        with zipfile.ZipFile(wheel) as opened:
            return sum(info.file_size for info in opened.infolist())
    except zipfile.BadZipFile:  # pip says so
        return 0


def check_room(free: int, present: Path | None) -> None:
    """Raises ``UpdateError`` if another environment with the games of ``present`` has no room."""
    games = bytes_of(wheel for wheels in kept_wheels(present).values() for wheel in wheels) if present else 0
    if free < ROOM + games:
        raise UpdateError(say("There is too little room on the disk for an update. Nothing was changed."))


def check_room_for(wheels: Iterable[Path], free: int) -> None:
    """Raises ``UpdateError`` if these wheels leave less than ``LEFT``."""
    needed = bytes_of(wheels)
    if needed and needed > free - LEFT:
        raise UpdateError(
            say(
                "That takes {needed} MB, more than the disk has room for. Nothing was changed.",
                needed=-(-needed // MEGABYTE),
            )
        )
