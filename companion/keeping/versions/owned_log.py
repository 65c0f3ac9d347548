"""What root does in the folder of the plays, done as the owner of that folder.

A game runs as that user too. What root writes there could otherwise be led elsewhere by a link that a game laid, and
what root gives away be a file of the system.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.keeping import copier_state
from companion.plays.maintenance import backup

TRIAL = ".trial-"


@contextmanager
def acting_as_owner(folder: Path) -> Iterator[None]:
    """Have the files of root's process opened with the rights of the owner of ``folder``; nothing changes for others.

    All threads of the process are that user meanwhile.
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def back_up(log: Path, target: Path) -> None:
    """Copy a log, to a file in its folder or below. Raises ``LogError``."""
    with acting_as_owner(log.parent):
        backup.back_up(log, target)


def restore(copy: Path, log: Path) -> None:
    """Replace a log by a copy that lies beside it. Raises ``LogError``."""
    with acting_as_owner(log.parent):
        backup.restore(copy, log)


def record_heads_again(log: Path) -> None:
    """Record the heads of a log that was replaced on purpose."""
    with acting_as_owner(log.parent):
        copier_state.record_heads_again(log)


@contextmanager
def trial_folder(log: Path, copied: Path) -> Iterator[Path]:
    """Temporary folder beside a log with a copy of ``copied`` called like it, only for the user the service runs as."""
    with acting_as_owner(log.parent):
        for left in log.parent.glob(f"{TRIAL}*"):  # by a power cut
            shutil.rmtree(left, ignore_errors=True)
        made = TemporaryDirectory(prefix=TRIAL, dir=log.parent)
    folder = Path(made.name)
    try:
        if copied.exists():
            back_up(copied, folder / log.name)
        yield folder
    finally:
        with acting_as_owner(log.parent):
            made.cleanup()
