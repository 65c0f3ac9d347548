"""Add packages of games to an installed table and take them away: in a new environment beside the present one, tried
out and gone over to like an update, and gone back from like one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.core.wording import say
from companion.keeping.versions.environments import PRODUCT, normal_name, versions_in
from companion.keeping.versions.game_wheels import GameWheel, GameWheelError, check_own_files
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.version_update import (
    Agree,
    Made,
    Misfits,
    ReleaseHost,
    Report,
    UpdateError,
    go_over,
)


class GameSource(Struct, frozen=True):
    """Where a package of games comes from: a wheel, or with none ``requirement`` of the package index."""

    package: str
    requirement: str
    wheel: Path | None = None


class GameHost(ReleaseHost, Protocol):
    """What more a change of games needs of the machine."""

    def copy(self, target: Path, present: Path, without: str) -> Misfits:
        """Create an environment like ``present``, without the package ``without`` and what only that needs.

        Raises ``UpdateError``.
        """

    def fetch(self, environment: Path, source: GameSource) -> tuple[GameWheel, ...]:
        """Wheels of ``source`` and of what it needs that ``environment`` does not have, copied or loaded into it and
        not installed. The first is that of the game. Raises ``UpdateError``, ``GameWheelError``.
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
        misfits = host.copy(target, present, source.package)
        wheels = host.fetch(target, source)
        check_wheels(wheels, target)
        if not confirm(wheels):
            raise UpdateError(say("Everything stays as it is."))
        report(say("Installing {package} there.", package=wheels[0].package))
        host.install(target, source.package)
        return Made(misfits, wheels[0].games)

    go_over(host, releases, log, _version(present), make, report, agree)
    return wheels


def remove_games(host: GameHost, releases: Releases, log: Path, package: str, report: Report, agree: Agree) -> None:
    """Take a package of games away; plays of it stay. Raises ``UpdateError``, with nothing changed."""
    present = _present(releases)

    def make(target: Path) -> Made:
        report(say("Making a place without it beside the present version."))
        return Made(host.copy(target, present, package))

    go_over(host, releases, log, _version(present), make, report, agree)


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
