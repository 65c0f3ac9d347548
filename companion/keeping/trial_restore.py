"""Restore a copy into a scratch folder, to prove that it can be restored."""

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
from companion.plays.verify import VerifyReport, verify

FILE = "companion.db"
PREFIX = ".rehearsal-"

Games = Callable[[Log], Mapping[str, AnyGame]]
"""Returns the games available for a log, its own score sheets included."""


class TrialRestore(Struct, frozen=True):
    """Contents of the restored log; ``report`` of replaying every play, if requested."""

    contents: Contents
    report: VerifyReport | None = None


def try_restore(
    copy: Path, scratch: Path, games: Games | None = None, progress: Progress | None = None
) -> TrialRestore:
    """Restore ``copy`` into a temporary folder in ``scratch``, open it, and with ``games`` replay every play.

    Nothing is left behind. Raises ``LogError`` if the copy cannot be restored; replay differences are in the report.
    """
    try:
        with TemporaryDirectory(prefix=PREFIX, dir=scratch) as folder:
            target = Path(folder) / FILE
            contents = restore(copy, target)
            # Opened for writing, so that an older schema is migrated.
            with closing(open_log(target, synchronous="OFF")) as log:
                log.plays()
                return TrialRestore(contents, verify(log, games(log), progress) if games is not None else None)
    except OSError as error:
        raise disk_fault(error, str(scratch)) from error
