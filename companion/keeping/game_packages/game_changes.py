"""Add packages of games to an installed table and take them away: in a new environment beside the present one, tried
out and gone over to like an update, and gone back from like one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.core.wording import say
from companion.keeping.game_packages.game_wheels import GameWheel, GameWheelError, check_own_files
from companion.keeping.versions.disk_room import check_room_for
from companion.keeping.versions.environments import PRODUCT, needing, normal_name, versions_in
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.update_host import Agree, Misfits, ReleaseHost, Report, UpdateError
from companion.keeping.versions.version_update import AS_IT_IS, Made, go_over


class GameSource(Struct, frozen=True):
    """Where a package of games comes from: a wheel, or with none ``requirement`` of the package index."""

    package: str
    requirement: str
    wheel: Path | None = None


class GameHost(ReleaseHost, Protocol):
    """What more a change of games needs of the machine."""

    def copy(self, target: Path, present: Path) -> None:
        """Create an environment like ``present``, without what was added for games. Raises ``UpdateError``."""

    def fetch(self, target: Path, present: Path, source: GameSource) -> tuple[GameWheel, ...]:
        """Wheels of ``source`` and of all it needs that the companion does not, copied or loaded into ``target``, which
        has no games yet, and not installed. The first is that of the game; what other games of ``present`` need too is
        theirs. Raises ``UpdateError``, ``GameWheelError``.
        """

    def carry_over(self, target: Path, present: Path, without: str) -> Misfits:
        """Install the packages of games that were added to ``present`` in ``target``, but not ``without``. Raises
        ``UpdateError``.
        """

    def install(self, environment: Path, package: str) -> None:
        """Install the wheels fetched for ``package``, without network. Raises ``UpdateError``."""


ConfirmWheels = Callable[[tuple[GameWheel, ...]], bool]
"""Asks whether these wheels are the ones that are meant."""


def add_games(
    host: GameHost,
    releases: Releases,
    log: Path,
    source: GameSource,
    report: Report,
    confirm: ConfirmWheels,
    agree: Agree,
) -> tuple[GameWheel, ...]:
    """Install the games of ``source``, or another version of them; returns their wheels.

    Raises ``UpdateError`` and ``GameWheelError``, with nothing changed.
    """
    present = _present(releases)
    wheels: tuple[GameWheel, ...] = ()

    def make(target: Path) -> Made:
        nonlocal wheels
        report(say("Making a place for it beside the present version."))
        host.copy(target, present)
        wheels = host.fetch(target, present, source)
        misfits = host.carry_over(target, present, source.package)
        check_wheels(wheels, target)
        check_room_for([wheel.path for wheel in wheels], host.free(target))
        if not confirm(_new(wheels, target)):
            raise UpdateError(AS_IT_IS)
        report(say("Installing {package} there.", package=wheels[0].package))
        host.install(target, source.package)
        return Made(misfits, wheels[0].games)

    go_over(host, releases, log, _version(present), make, report, agree)
    return wheels


def remove_games(host: GameHost, releases: Releases, log: Path, package: str, report: Report, agree: Agree) -> None:
    """Take a package of games away; plays of it stay. Raises ``UpdateError``, with nothing changed."""
    present = _present(releases)
    if others := needing(present, package):
        raise UpdateError(
            say(
                "{package} is needed by {others}. Take that away first: sudo companion games remove {first}",
                package=package,
                others=", ".join(others),
                first=others[0],
            )
        )

    def make(target: Path) -> Made:
        report(say("Making a place without it beside the present version."))
        host.copy(target, present)
        return Made(host.carry_over(target, present, package))

    go_over(host, releases, log, _version(present), make, report, agree)


def _new(wheels: tuple[GameWheel, ...], target: Path) -> tuple[GameWheel, ...]:
    """The game's wheel, and those of the others that are not there for another game already."""
    there = versions_in(target)
    return (
        *wheels[:1],
        *(wheel for wheel in wheels[1:] if there.get(normal_name(wheel.package)) != wheel.version),
    )


def check_wheels(wheels: tuple[GameWheel, ...], environment: Path) -> None:
    """Raises ``GameWheelError`` if the first brings no game, or one of them does not keep to its own files."""
    if not wheels[0].games:
        raise GameWheelError(say("{file} has no game of the companion in it.", file=wheels[0].path.name))
    for wheel in wheels:
        if normal_name(wheel.package) == PRODUCT:
            raise GameWheelError(say("That is the companion itself: companion update FILE-OR-VERSION"))
        check_own_files(wheel, environment)


def _present(releases: Releases) -> Path:
    present = releases.current
    if present is None:
        raise UpdateError(say("The companion is not installed as a service here."))
    return present


def _version(present: Path) -> str:
    return versions_in(present).get(PRODUCT, present.name)
