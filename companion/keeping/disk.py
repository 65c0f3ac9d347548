"""How much room is left on a disk, and what that means."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

Level = Literal["enough", "little", "short", "too-little"]
Free = Callable[[Path], int]
"""The bytes that may still be written where a folder is. Raises ``OSError``."""


class Limits(Struct, frozen=True):
    """Bytes free on the disk of the plays. Below ``little`` the host is told; below ``short`` copies there stop and
    the old ones make room; below ``least`` no new play begins, so that the one that is on has the rest: a long evening
    takes a few million bytes.
    """

    little: int = 500_000_000
    short: int = 100_000_000
    least: int = 50_000_000

    def level(self, free: int) -> Level:
        if free < self.least:
            return "too-little"
        if free < self.short:
            return "short"
        return "little" if free < self.little else "enough"


def free_bytes(folder: Path) -> int:
    """What this user may still write there, or in the nearest folder above that exists. Raises ``OSError``."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def rounded(free: int) -> int:
    """Bytes as a page shows them: finer where it matters, and not another number every second."""
    step = 10_000_000 if free < 1_000_000_000 else 100_000_000
    return free // step * step
