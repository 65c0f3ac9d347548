"""Copies of the log in a folder: file names, order and retention.

Copies are ordered by number. The time in a name is for people only: clocks may jump or be unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

UNKNOWN = "time-unknown"
NAME = re.compile(rf"companion-(\d{{6,12}})-(\d{{4}}-\d\d-\d\d-\d{{4}}|{UNKNOWN})-([0-9a-f]{{8}}|table)\.db")
NO_PLAY = "table"
"""Stands for the play in the name of a copy made while none was running."""
NEWEST = 6
"""Number of newest copies that are kept."""
EARLIER = 8
"""Number of earlier plays of which the last copy is kept."""
LEAST = 2
"""Copies kept even when space is short."""


class Copy(Struct, frozen=True):
    """A copy: ``when`` is the time in its name for people (empty if unknown), ``play`` the beginning of the running
    play's id, ``size`` in bytes.
    """

    number: int
    when: str
    play: str
    path: Path
    size: int


def copies_in(folder: Path) -> tuple[Copy, ...]:
    """Copies in a folder, newest first; other files are ignored, a missing folder has none."""
    try:
        files = [(file, file.stat().st_size) for file in folder.iterdir() if file.is_file()]
    except OSError:
        return ()
    found = (_read(file, size) for file, size in files)
    return tuple(sorted((copy for copy in found if copy is not None), key=lambda copy: -copy.number))


def _read(file: Path, size: int) -> Copy | None:
    match = NAME.fullmatch(file.name)
    if match is None:
        return None
    number, time, play = match.groups()
    day, clock = time.rsplit("-", 1)
    when = "" if time == UNKNOWN else f"{day} {clock[:2]}:{clock[2:]}"
    return Copy(int(number), when, play, file, size)


def name_of(number: int, wall: float | None, play: str) -> str:
    """File name of a copy; ``wall`` is seconds since 1970 or None, ``play`` an id or empty."""
    time = UNKNOWN if wall is None else f"{datetime.fromtimestamp(wall):%Y-%m-%d-%H%M}"
    return f"companion-{number:06}-{time}-{play[:8] or NO_PLAY}.db"


def number_after(before: int, *folders: Path) -> int:
    """A number greater than ``before`` and than every copy in the folders."""
    return 1 + max([before, *(copy.number for folder in folders for copy in copies_in(folder))])


def to_drop(copies: Sequence[Copy], allowed: int | None = None) -> tuple[Copy, ...]:
    """Which of the copies (newest first) to delete.

    Keeps the newest, and the last copy of some earlier plays. With ``allowed`` (bytes for all copies together) the
    oldest of those go too, down to ``LEAST``.
    """
    kept = list(copies[:NEWEST])
    plays = {copy.play for copy in kept}
    for copy in copies[NEWEST:]:
        if copy.play not in plays and len(kept) < NEWEST + EARLIER:
            plays.add(copy.play)
            kept.append(copy)
    while allowed is not None and len(kept) > LEAST and total(kept) > allowed:
        kept.pop()
    numbers = {copy.number for copy in kept}
    return tuple(copy for copy in copies if copy.number not in numbers)


def total(copies: Iterable[Copy]) -> int:
    """Sum of their sizes, in bytes."""
    return sum(copy.size for copy in copies)
