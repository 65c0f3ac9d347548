"""Free disk space and its warning levels."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

DiskLevel = Literal["enough", "little", "short", "too-little", "full"]
Free = Callable[[Path], int]
"""Returns the bytes writable in a folder. Raises ``OSError``."""


class Limits(Struct, frozen=True):
    """Thresholds of free bytes on the log's disk. Below ``little`` the host is warned; below ``short`` copies beside
    the log stop and old ones are deleted; below ``least`` no new play begins (a long evening takes a few MB); below
    ``none`` moves may be refused.
    """

    little: int = 500_000_000
    short: int = 100_000_000
    least: int = 50_000_000
    none: int = 1_000_000

    def level(self, free: int) -> DiskLevel:
        if free < self.none:
            return "full"
        if free < self.least:
            return "too-little"
        if free < self.short:
            return "short"
        return "little" if free < self.little else "enough"


def free_bytes(folder: Path) -> int:
    """Bytes this user may write in ``folder`` or its nearest existing parent. Raises ``OSError``."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def rounded(free: int) -> int:
    """Bytes rounded for display, so that the number does not change every second."""
    step = 10_000_000 if free < 1_000_000_000 else 100_000_000
    return free // step * step
