"""A new version beside the old one, tried out on a copy, switched to, and taken back when it does not come up.

Configuration and boxes are not touched, and a play that is on goes on: the table is away for the seconds of a restart.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import Message, say
from companion.keeping.head_witness import witness_anew
from companion.keeping.releases import Before, Releases
from companion.plays.backup import back_up, restore
from companion.plays.log_errors import LogError

BEFORE, BEFORE_BACK = ".before-update", ".before-going-back"
"""The end of the name of the copy made while the table was away: before an update, and before an older copy was put in
place.
"""
TRIAL = ".trial-"
PATIENCE = 90.0
"""Seconds in which a table must come up."""
ROOM = 400_000_000
"""Bytes an environment and the copies need, with some to spare."""
NEITHER = say("Neither version comes up. See what it says: journalctl -u table-companion -n 80")


class UpdateError(CompanionError):
    """The update could not be done; ``message`` says why, and that the old version goes on."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


class Source(Struct, frozen=True):
    """What to install: version, and the wheel, the folder of wheels, or neither: then from the package index."""

    version: str
    wheel: Path | None = None
    folder: Path | None = None


class Ground(Protocol):
    """The machine an update happens on. Tests have one of their own."""

    def free(self, folder: Path) -> int:
        """Bytes free there."""

    def make(self, target: Path, source: Source, present: Path | None) -> None:
        """An environment with the new version, like the present one. Raises ``UpdateError``."""

    def try_out(self, environment: Path, present: Path | None, folder: Path) -> None:
        """Start it on the data in ``folder``, which is a copy, and look at a page. Raises ``UpdateError``."""

    def shape(self, environment: Path) -> int:
        """The newest shape of the log it can read."""

    def shape_of(self, log: Path) -> int:
        """The shape of a log."""

    def stop(self) -> None:
        """End the service. Nobody can start it by opening a page."""

    def start(self) -> None:
        """Start the service."""

    def answers(self, seconds: float) -> bool:
        """Whether the table answers within so many seconds."""


Told = Callable[[Message], None]


def update(ground: Ground, releases: Releases, log: Path, source: Source, told: Told) -> Path:
    """Install ``source`` and go over to it. Returns its environment. Raises ``UpdateError``; then all is as before."""
    present = releases.current
    if min(ground.free(releases.root), ground.free(log.parent)) < ROOM:
        raise UpdateError(say("There is too little room on the disk for an update. Nothing was changed."))
    target = releases.free_place(source.version)
    told(say("Installing {version} beside the present version.", version=source.version))
    try:
        ground.make(target, source, present)
        told(say("Trying it out on a copy of your plays."))
        with _scratch(log) as folder:
            ground.try_out(target, present, folder)
    except BaseException:
        releases.drop(target)
        raise
    told(say("Going over to it."))
    before = releases.previous
    try:
        _go_over(ground, releases, log, target, told)
    except UpdateError:
        releases.forget(target, before)
        raise
    releases.tidy()
    return target


@contextmanager
def _scratch(log: Path) -> Iterator[Path]:
    """A folder with a copy of the log, which is gone afterwards."""
    for left in log.parent.glob(f"{TRIAL}*"):  # by a power cut
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=TRIAL, dir=log.parent) as name:
        folder = Path(name)
        # For the user the service runs as, and nobody else.
        owner = log.parent.stat()
        shutil.chown(folder, owner.st_uid, owner.st_gid)
        if log.exists():
            back_up(log, folder / log.name)
        yield folder


def back(ground: Ground, releases: Releases, log: Path, told: Told, *, with_copy: bool = False) -> Path:
    """Go back to the version before. Returns its environment.

    Where the newer version has given the log a shape the older cannot read, only ``with_copy`` helps: then the plays
    are as they were before the update. Raises ``UpdateError``; then all is as before.
    """
    previous = releases.previous
    if previous is None:
        raise UpdateError(say("There is no earlier version to go back to."))
    kept = log.with_name(log.name + BEFORE)
    if with_copy and not kept.exists():
        raise UpdateError(say("There is no copy from before the update."))
    if not with_copy and log.exists() and ground.shape_of(log) > ground.shape(previous):
        raise UpdateError(
            say(
                "The version before cannot read what the present one has written. With --with-copy the plays are put "
                "back too, as they were before the update."
            )
        )
    told(say("Going back to {version}.", version=previous.name))
    _go_over(ground, releases, log, previous, told, copy=kept if with_copy else None)
    return previous


def recover(ground: Ground, releases: Releases, log: Path, told: Told) -> Path | None:
    """After an update that a power cut did not let see its end, and whose version does not come up: go back.

    Returns the environment gone back to; None when nothing was under way. Raises ``UpdateError``.
    """
    before = releases.before
    if before is None or before.environment == releases.current:
        releases.settled()
        return None
    told(say("It does not come up: going back."))
    _take_back(ground, releases, log, before)
    if not ground.answers(PATIENCE):
        raise UpdateError(NEITHER)
    return before.environment


def _go_over(ground: Ground, releases: Releases, log: Path, target: Path, told: Told, copy: Path | None = None) -> None:
    """Make ``target`` the present version, with ``copy`` as the log if there is one; undo it if it does not come up.

    The log is kept while nobody writes it, so that nothing is lost in whichever way this ends.
    """
    present = releases.current
    before = Before(present or target, log.with_name(log.name + (BEFORE if copy is None else BEFORE_BACK)))
    ground.stop()
    try:
        if log.exists():
            back_up(log, before.log)
        releases.try_from(before)
        if copy is not None:
            restore(copy, log)
            witness_anew(log)
        releases.switch(target)
    except (LogError, OSError) as error:
        releases.settled()
        ground.start()
        raise UpdateError(say("{why} The old version goes on.", why=_words(error))) from error
    ground.start()
    if ground.answers(PATIENCE):
        releases.settled()
        return
    told(say("It does not come up: going back."))
    _take_back(ground, releases, log, before)
    raise UpdateError(
        say("The other version did not come up. The one before is back; nothing of your plays is lost.")
        if ground.answers(PATIENCE)
        else NEITHER
    )


def _take_back(ground: Ground, releases: Releases, log: Path, before: Before) -> None:
    """The version before, with the log as it was under it where it cannot read what the log has become."""
    ground.stop()
    releases.switch(before.environment)
    replaced = before.log.name.endswith(BEFORE_BACK)
    if before.log.exists() and (replaced or ground.shape_of(log) > ground.shape(before.environment)):
        restore(before.log, log)
        witness_anew(log)
    releases.settled()
    ground.start()


def _words(error: Exception) -> Message:
    return error.message if isinstance(error, LogError) else say("{why}.", why=str(error))
