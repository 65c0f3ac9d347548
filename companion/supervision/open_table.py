"""What the open table is like, in a small file for programs of the same machine: an update looks whether it is in
safe mode.
"""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.whole_files import write_whole

logger = logging.getLogger(__name__)

FILE = "open-table.json"
"""In the runtime folder of the service, from when a table is open until the next start."""
LARGEST = 100_000


class OpenTable(Struct, frozen=True):
    """Whether it is in ``safe_mode``, and the ``games`` of packages that can be played, by their keys."""

    safe_mode: bool
    games: tuple[str, ...] = ()


def write_open_table(folder: Path, table: OpenTable) -> None:
    """Store it; a failure to write must not prevent the start."""
    try:
        write_whole(folder / FILE, msgspec.json.encode(table))
    except OSError as error:
        logger.warning("%s cannot be written: %s", FILE, error)


def remove_open_table(folder: Path) -> None:
    """Remove the file: no table is open yet."""
    with suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)


def read_open_table(folder: Path) -> OpenTable | None:
    """What the service wrote last; None if the file is missing or cannot be read. Older versions write none."""
    try:
        # Root reads it in a folder where a game may put anything: no link, and no pipe that nobody writes to.
        file = os.open(folder / FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return None
            return msgspec.json.decode(opened.read(LARGEST), type=OpenTable)
    except (OSError, msgspec.MsgspecError):
        return None
