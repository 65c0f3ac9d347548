"""Restoring a copy into a scratch folder: only a backup that was restored once is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from companion.core.game import AnyGame
from companion.plays.backup import Contents, Progress, restore
from companion.plays.log import Log
from companion.plays.log_file import disk_fault, open_log
from companion.plays.verify import Report, verify

FILE = "companion.db"
PREFIX = ".rehearsal-"

Games = Callable[[Log], Mapping[str, AnyGame]]
"""The games there are for a log: its own score sheets are among them."""


class Rehearsal(Struct, frozen=True):
    """What was in the restored log; ``report`` is of replaying every play, where that was asked for."""

    contents: Contents
    report: Report | None = None


def rehearse(copy: Path, scratch: Path, games: Games | None = None, progress: Progress | None = None) -> Rehearsal:
    """Restore ``copy`` into a folder in ``scratch``, open it as the table would, and with ``games`` replay every play.

    Nothing of it stays. Raises ``LogError`` when the copy would not do; what comes out otherwise is in the report.
    """
    try:
        with TemporaryDirectory(prefix=PREFIX, dir=scratch) as folder:
            target = Path(folder) / FILE
            contents = restore(copy, target)
            # Opened for writing: that is when a file of an older shape is brought to the present one.
            with closing(open_log(target, synchronous="OFF")) as log:
                log.plays()
                return Rehearsal(contents, verify(log, games(log), progress) if games is not None else None)
    except OSError as error:
        raise disk_fault(error, str(scratch)) from error
