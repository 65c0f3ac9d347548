"""How often the table failed to start since power came on: kept in a small file, read by the next start.

A start counts as failed until it has stood for a while or was stopped on purpose, so that nothing need be written down
by a process that is dying. A pulled plug is no failure: the count is that of one boot.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

STEADY = 600.0
"""Seconds after which a start has been a good one."""
TWICE = 2
"""Failed starts in a row after which the next one is careful."""
FILE, ENDED = "starts.json", "last-end"
BOOT = Path("/proc/sys/kernel/random/boot_id")


class Begun(Struct):
    """Starts in a row that are not known to be good, in a boot; ``why`` the last of them said it failed."""

    boot: str = ""
    count: int = 0
    why: str = ""


class Failed(Struct, frozen=True):
    """``count`` starts in a row failed. ``result`` is systemd's word for how the last ended, ``why`` its own words."""

    count: int
    result: str = ""
    why: str = ""


class Starts:
    """The count in ``folder``. systemd writes how the service ended into the file ``last-end`` beside it."""

    def __init__(self, folder: Path, boot: Path = BOOT) -> None:
        self._file = folder / FILE
        self._ended = folder / ENDED
        self._boot = boot.read_text(encoding="ascii").strip() if boot.exists() else ""
        self._now = Begun(self._boot)

    def begin(self) -> Failed | None:
        """Count a start; what is known of those before it when they failed twice in a row, else None."""
        before = self._read()
        result = _line_of(self._ended)
        self._now = Begun(self._boot, before.count + 1)
        self._write()
        return Failed(before.count, result, before.why) if before.count >= TWICE else None

    def fails(self, why: str) -> None:
        """This start fails, and can say why."""
        self._now.why = why
        self._write()

    def stood(self) -> None:
        """This start was a good one, or was stopped on purpose."""
        self._now = Begun(self._boot)
        self._write()

    def _read(self) -> Begun:
        try:
            before = msgspec.json.decode(self._file.read_bytes(), type=Begun)
        except (OSError, msgspec.DecodeError):
            return Begun(self._boot)
        return before if before.boot == self._boot else Begun(self._boot)

    def _write(self) -> None:
        """A count that cannot be written is no reason not to start: the disk says so elsewhere."""
        fresh = self._file.with_suffix(".new")
        try:
            fresh.write_bytes(msgspec.json.encode(self._now))
            os.replace(fresh, self._file)
        except OSError:
            return


def _line_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
