"""Copies of the log: the folders they go to, file names, order and retention.

Copies are ordered by number. The time in a name is for people only: clocks may jump or be unknown.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

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


TargetKind = Literal["chosen", "stick", "beside"]

FOLDER = "table-companion"
"""Folder on a stick."""
BESIDE = "copies"
"""Folder beside the log."""
MOUNTS = Path("/proc/self/mountinfo")
DISKS = Path("/sys/dev/block")
ROOTS = ("/media/", "/run/media/", "/mnt/")
"""Where sticks are mounted, by hand or automatically."""


class CopyTarget(Struct, frozen=True):
    """A folder for copies; created when needed."""

    kind: TargetKind
    folder: Path


def copy_targets_for(
    data: Path, chosen: str = "", sticks: Callable[[], Iterator[Path]] | None = None
) -> tuple[CopyTarget, ...]:
    """Copy targets for the log in ``data``, preferred first; the last one always exists.

    A ``chosen`` folder replaces sticks. ``sticks`` yields mount points, like ``mounted_sticks``.
    """
    beside = CopyTarget("beside", data / BESIDE)
    if chosen:
        return (CopyTarget("chosen", Path(chosen).expanduser()), beside)
    found = (sticks or mounted_sticks)()
    return (*(CopyTarget("stick", stick / FOLDER) for stick in found), beside)


def mounted_sticks(mounts: Path = MOUNTS, disks: Path = DISKS) -> Iterator[Path]:
    """Mount points of writable removable disks, in mount order."""
    try:
        lines = mounts.read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        head, _, tail = line.partition(" - ")
        fields = head.split(" ")
        if len(fields) < 6 or not tail:
            continue
        device, point, options = fields[2], _unescaped(fields[4]), fields[5].split(",")
        wanted = f"{point}/".startswith(ROOTS) and "rw" in options and _plugged(disks / device)
        if wanted and os.access(point, os.W_OK):
            yield Path(point)


def _unescaped(point: str) -> str:
    """Decode the octal escapes of /proc/self/mountinfo."""
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\")


def _plugged(disk: Path) -> bool:
    """Whether a block device is on USB or marked removable."""
    real = disk.resolve()
    if not real.exists():
        return False
    return any(part.startswith("usb") for part in real.parts) or any(
        _says_so(folder / "removable") for folder in (real, real.parent)
    )


def _says_so(file: Path) -> bool:
    try:
        return file.read_text(encoding="ascii").strip() == "1"
    except (OSError, UnicodeDecodeError):
        return False
