"""Copies of the log in a folder: their names, and which of them stay.

Their order is that of their numbers. The time in a name is for people: a clock that jumps may repeat it or leave it
out, and nothing depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

UNKNOWN = "time-unknown"
NAME = re.compile(rf"companion-(\d{{6,12}})-(\d{{4}}-\d\d-\d\d-\d{{4}}|{UNKNOWN})-([0-9a-f]{{8}}|table)\.db")
NOBODY = "table"
"""In the name of a copy made while no play was on."""
NEWEST = 6
"""Copies that stay because they are the newest."""
EARLIER = 8
"""Of so many plays before those, the last copy stays."""
LEAST = 2
"""Copies that stay even where room is short."""


class Copy(Struct, frozen=True):
    """A copy: ``when`` is the time in its name as people read it, empty while the time was unknown; ``play`` is the
    beginning of the id of the play that was on; ``size`` is in bytes.
    """

    number: int
    when: str
    play: str
    path: Path
    size: int


def copies_in(folder: Path) -> tuple[Copy, ...]:
    """The copies in a folder, the newest first; none where there is no such folder. Anything else is passed over."""
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
    """The file name of a copy; ``wall`` is seconds since 1970 or None, ``play`` an id or empty."""
    time = UNKNOWN if wall is None else f"{datetime.fromtimestamp(wall):%Y-%m-%d-%H%M}"
    return f"companion-{number:06}-{time}-{play[:8] or NOBODY}.db"


def number_after(before: int, *folders: Path) -> int:
    """A number that no copy has: above ``before`` and above all that lie in the folders."""
    return 1 + max([before, *(copy.number for folder in folders for copy in copies_in(folder))])


def to_drop(copies: Sequence[Copy], allowed: int | None = None) -> tuple[Copy, ...]:
    """Which of the copies (the newest first) have had their time, the oldest last.

    The newest stay, and the last one of each of some plays before. ``allowed`` are the bytes all together may take:
    then the oldest go first, down to ``LEAST``.
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
    """The bytes of all of them."""
    return sum(copy.size for copy in copies)
