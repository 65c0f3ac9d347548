"""Where copies go: a memory stick when one is plugged in, a folder one chose, else a folder beside the plays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

Kind = Literal["chosen", "stick", "beside"]

FOLDER = "table-companion"
"""The folder on a stick."""
BESIDE = "copies"
"""The folder beside the log."""
MOUNTS = Path("/proc/self/mountinfo")
DISKS = Path("/sys/dev/block")
ROOTS = ("/media/", "/run/media/", "/mnt/")
"""Under which sticks are mounted, by hand or by the system."""


class Place(Struct, frozen=True):
    """A folder for copies, made when it is needed."""

    kind: Kind
    folder: Path


def places_for(data: Path, chosen: str = "", sticks: Callable[[], Iterator[Path]] | None = None) -> tuple[Place, ...]:
    """The places for copies of the log in ``data``, the one to be preferred first; the last one is always there.

    Whoever chose a folder does not want sticks. ``sticks`` are the folders memory sticks are mounted at, as
    ``mounted_sticks`` finds them.
    """
    beside = Place("beside", data / BESIDE)
    if chosen:
        return (Place("chosen", Path(chosen).expanduser()), beside)
    found = (sticks or mounted_sticks)()
    return (*(Place("stick", stick / FOLDER) for stick in found), beside)


def mounted_sticks(mounts: Path = MOUNTS, disks: Path = DISKS) -> Iterator[Path]:
    """The mount points of memory sticks that this user may write, in the order they were mounted."""
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
    """A mount point as it is: blanks and the like are written in octal."""
    return point.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\")


def _plugged(disk: Path) -> bool:
    """Whether a block device can be pulled out: it hangs on USB, or says of itself that it is removable."""
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
