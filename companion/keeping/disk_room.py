"""Room on the log's disk: a reserve with which a table opens though the disk is full, and what may be deleted there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.keeping.copies import BESIDE, LEAST, copies_in
from companion.keeping.disk import Free
from companion.plays.storage.log_errors import ROOM, full

RESERVE = ".reserve"
"""After the log's name."""
RESERVE_SIZE = 8_000_000
RESERVE_FROM = 60_000_000
"""Bytes that must be free for a reserve to be made."""
SHOWN = 8
"""Files that are named, the largest first."""
LEFT_BEHIND = (".damaged-*", ".newer-*", ".before-*")
"""What stays beside a log that was replaced."""


class Deletable(Struct, frozen=True):
    """A file that nothing needs which is on the table now; ``size`` in bytes."""

    path: Path
    size: int


def reserve_path(log: Path) -> Path:
    """Where the reserve of a log is."""
    return log.with_name(log.name + RESERVE)


def make_reserve(log: Path, free: Free) -> None:
    """Make the reserve where there is none and room enough. Raises ``OSError``."""
    path = reserve_path(log)
    if not log.parent.is_dir() or _size(path) >= RESERVE_SIZE or free(log.parent) < RESERVE_FROM:
        return
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, RESERVE_SIZE)
    finally:
        os.close(descriptor)


def free_reserve(log: Path) -> bool:
    """Give the room of the reserve back; whether there was one."""
    try:
        reserve_path(log).unlink()
    except OSError:
        return False
    return True


def ensure_room(log: Path, free: Free) -> None:
    """Give the reserve back where there is no room to open a log; raise ``LogError`` where there is none either.

    Opening it all the same may end the process: SQLite maps its shared memory, and the kernel may find no block for it.
    """
    with suppress(OSError):
        if free(log.parent) < ROOM and not free_reserve(log):
            raise full(str(log))


def deletable(log: Path) -> tuple[Deletable, ...]:
    """What may be deleted beside a log, the largest first: what was put aside, and all copies but the two newest."""
    left = [path for pattern in LEFT_BEHIND for path in log.parent.glob(f"{log.name}{pattern}")]
    copies = [copy.path for copy in copies_in(log.parent / BESIDE)[LEAST:]]
    found = [Deletable(path, _size(path)) for path in (*left, *copies)]
    return tuple(sorted(found, key=lambda each: -each.size)[:SHOWN])


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0
