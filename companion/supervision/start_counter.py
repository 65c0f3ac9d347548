"""Count failed starts since boot, in a small file that the next start reads.

A start counts as failed until it has run for ``STEADY`` seconds or was stopped on purpose, so a dying process need
write nothing. The count is per boot: a pulled plug is no failure. Neither is an end by the kernel for lack of memory.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.whole_files import write_whole

STEADY = 600.0
"""Seconds after which a start counts as good."""
KILLED_FOR_MEMORY = "oom-kill"
"""systemd's word for an end by the kernel, when memory ran out: with all keys and displays left out it would run out
as well.
"""
SAFE_MODE_AFTER = 2
"""Failed starts in a row after which the next one uses safe mode."""
FILE, ENDED = "starts.json", "last-end"
BOOT = Path("/proc/sys/kernel/random/boot_id")


class UnprovenStarts(Struct):
    """Starts in a row of one boot not known to be good; ``why`` the last one failed, or where and in which game it
    hung.
    """

    boot: str = ""
    count: int = 0
    why: str = ""
    hung: str = ""
    game: str = ""


class FailedStarts(Struct, frozen=True):
    """``count`` starts in a row failed. ``result`` is systemd's word for how the last ended, ``why`` its message;
    ``hung`` the place in the code where it hung, ``game`` the key of the game that this belongs to.
    """

    count: int
    result: str = ""
    why: str = ""
    hung: str = ""
    game: str = ""


class StartCounter:
    """Counter stored in ``folder``, where systemd writes how the service ended into ``last-end``."""

    def __init__(self, folder: Path, boot: Path = BOOT) -> None:
        self._file = folder / FILE
        self._ended = folder / ENDED
        self._boot = boot.read_text(encoding="ascii").strip() if boot.exists() else ""
        self._now = UnprovenStarts(self._boot)

    def begin(self) -> FailedStarts | None:
        """Count a start; returns the failures before it if there were ``SAFE_MODE_AFTER`` or more in a row."""
        before = self._read()
        result = _line_of(self._ended)
        if result == KILLED_FOR_MEMORY:
            before.count = max(0, before.count - 1)
        self._now = UnprovenStarts(self._boot, before.count + 1)
        self._write()
        if before.count < SAFE_MODE_AFTER:
            return None
        return FailedStarts(before.count, result, before.why, before.hung, before.game)

    def record_failure(self, why: str) -> None:
        """Record why this start fails."""
        self._now.why = why
        self._write()

    def record_hang(self, place: str, game: str) -> None:
        """Record where it hangs, and in which game, before the watchdog ends it; both empty: it goes on after all."""
        self._now.hung, self._now.game = place, game
        self._write()

    def record_success(self) -> None:
        """Reset the count: this start was good, or was stopped on purpose."""
        self._now = UnprovenStarts(self._boot)
        self._write()

    def _read(self) -> UnprovenStarts:
        try:
            before = msgspec.json.decode(self._file.read_bytes(), type=UnprovenStarts)
        except (OSError, msgspec.DecodeError):
            return UnprovenStarts(self._boot)
        return before if before.boot == self._boot else UnprovenStarts(self._boot)

    def _write(self) -> None:
        """Store the count; a failure to write must not prevent the start."""
        with suppress(OSError):
            write_whole(self._file, msgspec.json.encode(self._now))


def _line_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
