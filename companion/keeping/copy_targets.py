"""Folders that copies go to: a mounted memory stick, a configured folder, else a folder beside the log."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

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
