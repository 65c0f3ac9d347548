"""Install a new version beside the old one, smoke-test it on a copy, switch, and roll back if it does not come up.

Configuration, boxes and games of packages stay; a running play resumes after a restart of seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from companion.core.wording import say, verbatim
from companion.keeping.versions.disk_room import check_room
from companion.keeping.versions.interruptions import raised_as_interrupt, uninterrupted
from companion.keeping.versions.lost_games import InstalledGame, LostGame, games_by_name, lost_games
from companion.keeping.versions.owned_log import trial_folder
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.update_host import (
    Agree,
    InstallSource,
    Misfits,
    ReleaseHost,
    Report,
    UpdateError,
    nothing_changed,
)
from companion.keeping.versions.version_switch import BEFORE, switch

AS_IT_IS = say("Everything stays as it is.")


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
    with nothing_changed():
        releases.remove_unfinished()
        present, target = releases.current, releases.free_folder(version)
        check_room(min(host.free(releases.root), host.free(log.parent)), present)
        releases.begin(target)
        try:
            with raised_as_interrupt():
                made = make(target)
                report(say("Trying it out on a copy of your plays."))
                with trial_folder(log, log) as folder:
                    _check_games(host, present, target, made, folder, log, agree)
                    host.smoke_test(target, present, folder)
                report(say("Going over to it; Ctrl-C does not interrupt that."))
        except BaseException:
            releases.remove(target)
            releases.finished()
            raise
    with uninterrupted():
        releases.finished()
        before = releases.previous
        try:
            switch(host, releases, log, target, report, games=made.required)
        except UpdateError:
            with suppress(OSError):
                releases.forget(target, before)
            raise
        with suppress(OSError):  # next time
            releases.remove_old()
    return target


def _check_games(
    host: ReleaseHost, present: Path | None, target: Path, made: Made, folder: Path, log: Path, agree: Agree
) -> None:
    """Raises ``UpdateError`` if a required game cannot be played, or if somebody does not agree to losing others."""
    try:
        found = host.games_in(target, folder)
    except UpdateError as error:
        raise UpdateError(say("{why} Nothing was changed.", why=error.message)) from error
    check_required(made.required, found)
    lost = lost_games(_games_before(host, present, folder), found, made.misfits, log)
    if lost and not agree(lost):
        raise UpdateError(AS_IT_IS)


def _games_before(host: ReleaseHost, present: Path | None, folder: Path) -> tuple[InstalledGame, ...]:
    """Games that can be played now; all that are installed if the present version does not tell."""
    if present is None:
        return ()
    try:
        return host.games_in(present, folder)
    except UpdateError:
        return games_by_name(present)


def check_required(keys: Collection[str], found: Collection[InstalledGame]) -> None:
    """Raises ``UpdateError`` if one of the games that must be there is not, or cannot be played."""
    there = {game.key: game for game in found}
    for key in keys:
        if key not in there:
            raise UpdateError(say("{key} is not there when it is tried out. Nothing was changed.", key=key))
        if there[key].left_out:
            why = verbatim(there[key].left_out)
            raise UpdateError(say("{key} cannot be played here. {why} Nothing was changed.", key=key, why=why))


def roll_back(
    host: ReleaseHost, releases: Releases, log: Path, report: Report, agree: Agree, *, with_copy: bool = False
) -> Path:
    """Switch to the previous version; returns its environment. Asks first if games would be lost.

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
    # What it is tried out on is what it would go on with: the version before may be unable to read another log.
    with nothing_changed(), raised_as_interrupt(), trial_folder(log, kept if with_copy else log) as folder:
        lost = _lost_on_the_way_back(host, releases.current, previous, folder, log)
    if lost and not agree(lost):
        raise UpdateError(AS_IT_IS)
    report(say("Going back to {version}.", version=previous.name))
    switch(host, releases, log, previous, report, copy=kept if with_copy else None)
    return previous


def _lost_on_the_way_back(
    host: ReleaseHost, present: Path | None, previous: Path, folder: Path, log: Path
) -> tuple[LostGame, ...]:
    try:
        found, untold = host.games_in(previous, folder), None
    except UpdateError as error:
        found, untold = (), error.message
    before = _games_before(host, present, folder)
    return lost_games(before, found, {game.package: untold for game in before} if untold is not None else {}, log)
