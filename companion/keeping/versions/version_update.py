"""Install a new version beside the old one, smoke-test it on a copy, switch, and roll back if it does not come up.

Configuration, boxes and games of packages stay; a running play resumes after a restart of seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import Message, say, verbatim
from companion.keeping.versions.lost_games import InstalledGame, LostGame, lost_games
from companion.keeping.versions.owned_log import back_up, record_heads_again, restore, trial_folder
from companion.keeping.versions.releases import Releases, RollbackPoint
from companion.plays.storage.log_errors import LogError

BEFORE, BEFORE_BACK = ".before-update", ".before-going-back"
"""Suffix of the log copy made while the service is down: before an update, and before an older copy is restored."""
PATIENCE = 90.0
"""Seconds within which a table must come up."""
ROOM = 400_000_000
"""Free bytes required for an environment and the copies."""
NEITHER = say("Neither version comes up. See what it says: journalctl -u table-companion -n 80")


class UpdateError(CompanionError):
    """The update failed; ``message`` says why. The old version keeps running."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


class InstallSource(Struct, frozen=True):
    """What to install: a wheel, a folder of wheels, or (with neither) ``version`` from the package index."""

    version: str
    wheel: Path | None = None
    folder: Path | None = None


Misfits = Mapping[str, Message]
"""Packages of games that could not be installed, and why."""


class ReleaseHost(Protocol):
    """Operations of the machine that an update needs; tests have a fake."""

    def free(self, folder: Path) -> int:
        """Free bytes there."""

    def make(self, target: Path, source: InstallSource, present: Path | None) -> Misfits:
        """Create an environment with the new version, with the extras of ``present`` and the games that were added to
        it, where they can be installed. Raises ``UpdateError``.
        """

    def games_in(self, environment: Path, folder: Path) -> tuple[InstalledGame, ...]:
        """Games of packages, as the environment itself tells when it runs as the owner of ``folder``; none if it does
        not tell.
        """

    def smoke_test(self, environment: Path, present: Path | None, folder: Path) -> None:
        """Start it on the log copy in ``folder`` and request a page. Raises ``UpdateError``."""

    def newest_schema(self, environment: Path) -> int:
        """Newest log schema number that it can read."""

    def schema_of(self, log: Path) -> int:
        """Schema number of a log."""

    def stop(self) -> None:
        """Stop the service and its socket."""

    def start(self) -> None:
        """Start the service."""

    def comes_up(self, seconds: float) -> bool:
        """Whether the table responds within ``seconds``."""


Report = Callable[[Message], None]
Agree = Callable[[tuple[LostGame, ...]], bool]
"""Asks whether to go on although games would be lost."""


class Made(Struct, frozen=True):
    """What stands in a new environment: packages that could not be installed, and keys of games that must be there."""

    misfits: Misfits
    required: Collection[str] = ()


def update(
    host: ReleaseHost, releases: Releases, log: Path, source: InstallSource, report: Report, agree: Agree
) -> Path:
    """Install ``source`` and switch to it; returns its environment. Raises ``UpdateError``, with nothing changed."""

    def make(target: Path) -> Made:
        report(say("Installing {version} beside the present version.", version=source.version))
        return Made(host.make(target, source, releases.current))

    return go_over(host, releases, log, source.version, make, report, agree)


def go_over(
    host: ReleaseHost,
    releases: Releases,
    log: Path,
    version: str,
    make: Callable[[Path], Made],
    report: Report,
    agree: Agree,
) -> Path:
    """Let ``make`` make an environment, try it out, and switch to it; returns it.

    Raises ``UpdateError``, with nothing changed.
    """
    if min(host.free(releases.root), host.free(log.parent)) < ROOM:
        raise UpdateError(say("There is too little room on the disk for an update. Nothing was changed."))
    present, target = releases.current, releases.free_folder(version)
    try:
        made = make(target)
        report(say("Trying it out on a copy of your plays."))
        with trial_folder(log, log) as folder:
            _check_games(host, present, target, made, folder, log, agree)
            host.smoke_test(target, present, folder)
    except BaseException:
        releases.remove(target)
        raise
    report(say("Going over to it."))
    before = releases.previous
    try:
        _switch(host, releases, log, target, report)
    except UpdateError:
        releases.forget(target, before)
        raise
    releases.remove_old()
    return target


def _check_games(
    host: ReleaseHost, present: Path | None, target: Path, made: Made, folder: Path, log: Path, agree: Agree
) -> None:
    """Raises ``UpdateError`` if a required game cannot be played, or if somebody does not agree to losing others."""
    found = host.games_in(target, folder)
    check_required(made.required, found)
    lost = lost_games(host.games_in(present, folder) if present is not None else (), found, made.misfits, log)
    if lost and not agree(lost):
        raise UpdateError(say("Everything stays as it is."))


def check_required(keys: Collection[str], found: Collection[InstalledGame]) -> None:
    """Raises ``UpdateError`` if one of the games that must be there is not, or cannot be played."""
    there = {game.key: game for game in found}
    for key in keys:
        if key not in there:
            raise UpdateError(say("{key} is not there when it is tried out. Nothing was changed.", key=key))
        if there[key].left_out:
            why = verbatim(there[key].left_out)
            raise UpdateError(say("{key} cannot be played here. {why} Nothing was changed.", key=key, why=why))


def roll_back(host: ReleaseHost, releases: Releases, log: Path, report: Report, *, with_copy: bool = False) -> Path:
    """Switch to the previous version; returns its environment.

    If the newer version has migrated the log, only ``with_copy`` works: it restores the plays as before the update.
    Raises ``UpdateError``, with nothing changed.
    """
    previous = releases.previous
    if previous is None:
        raise UpdateError(say("There is no earlier version to go back to."))
    kept = log.with_name(log.name + BEFORE)
    if with_copy and not kept.exists():
        raise UpdateError(say("There is no copy from before the update."))
    if not with_copy and log.exists() and host.schema_of(log) > host.newest_schema(previous):
        raise UpdateError(
            say(
                "The version before cannot read what the present one has written. With --with-copy the plays are put "
                "back too, as they were before the update."
            )
        )
    report(say("Going back to {version}.", version=previous.name))
    _switch(host, releases, log, previous, report, copy=kept if with_copy else None)
    return previous


def recover(host: ReleaseHost, releases: Releases, log: Path, report: Report) -> Path | None:
    """Roll back after an update that a power cut interrupted and whose version does not come up.

    Returns the environment switched to; None if no update was under way. Raises ``UpdateError``.
    """
    before = releases.rollback_point
    if before is None or before.environment == releases.current:
        releases.clear_rollback_point()
        return None
    report(say("It does not come up: going back."))
    _switch_back(host, releases, log, before)
    if not host.comes_up(PATIENCE):
        raise UpdateError(NEITHER)
    return before.environment


def _switch(
    host: ReleaseHost, releases: Releases, log: Path, target: Path, report: Report, copy: Path | None = None
) -> None:
    """Make ``target`` present, with ``copy`` as the log if given; switch back if it does not come up.

    The log is backed up while the service is down, so that nothing is lost either way.
    """
    present = releases.current
    before = RollbackPoint(present or target, log.with_name(log.name + (BEFORE if copy is None else BEFORE_BACK)))
    host.stop()
    try:
        if log.exists():
            back_up(log, before.log)
        releases.set_rollback_point(before)
        if copy is not None:
            restore(copy, log)
            record_heads_again(log)
        releases.switch(target)
    except (LogError, OSError) as error:
        releases.clear_rollback_point()
        host.start()
        raise UpdateError(say("{why} The old version goes on.", why=_words(error))) from error
    host.start()
    if host.comes_up(PATIENCE):
        releases.clear_rollback_point()
        return
    report(say("It does not come up: going back."))
    _switch_back(host, releases, log, before)
    raise UpdateError(
        say("The other version did not come up. The one before is back; nothing of your plays is lost.")
        if host.comes_up(PATIENCE)
        else NEITHER
    )


def _switch_back(host: ReleaseHost, releases: Releases, log: Path, before: RollbackPoint) -> None:
    """Restore the previous version, and its log if it cannot read the present one."""
    host.stop()
    releases.switch(before.environment)
    replaced = before.log.name.endswith(BEFORE_BACK)
    if before.log.exists() and (replaced or host.schema_of(log) > host.newest_schema(before.environment)):
        restore(before.log, log)
        record_heads_again(log)
    releases.clear_rollback_point()
    host.start()


def _words(error: Exception) -> Message:
    return error.message if isinstance(error, LogError) else say("{why}.", why=str(error))
