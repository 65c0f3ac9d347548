"""Installing games where the companion is no service but runs in an environment of its owner."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from urllib.request import url2pathname

from companion.commands.machine.game_installing import QUIET, WHEELS_ONLY, fetch_wheels, games_told
from companion.commands.machine.other_programs import run_program
from companion.config import LOG_NAME
from companion.core.wording import say
from companion.keeping.disk import free_bytes
from companion.keeping.game_packages.game_changes import ConfirmWheels, GameSource, check_wheels
from companion.keeping.game_packages.game_wheels import GameWheel
from companion.keeping.versions.disk_room import check_room_for
from companion.keeping.versions.environments import packages_by_game, versions_in
from companion.keeping.versions.lost_games import InstalledGame, games_by_name, lost_games
from companion.keeping.versions.update_host import Agree, Report, UpdateError, nothing_changed
from companion.keeping.versions.version_update import AS_IT_IS, check_required
from companion.plays.log.log_file import open_log

RUN = "from companion.cli import main; main()"


def add_here(source: GameSource, report: Report, confirm: ConfirmWheels) -> tuple[GameWheel, ...]:
    """Install the games of ``source`` after they were tried out; returns their wheels.

    Raises ``UpdateError`` and ``GameWheelError``, with nothing changed.
    """
    here = _environment()
    with nothing_changed(), TemporaryDirectory(ignore_cleanup_errors=True) as name:
        others = {package: version for package, version in versions_in(here).items() if package != source.package}
        wheels = fetch_wheels(Path(sys.executable), source, Path(name, "wheels"), others)
        check_wheels(wheels, here)
        for place in (here, Path(name)):  # both may be on the same disk
            check_room_for([wheel.path for wheel in wheels] * 2, free_bytes(place))
        for wheel in wheels:
            if folder := worked_on_in(wheel.package):
                report(
                    say(
                        "{package} is worked on in {folder}. The wheel takes its place here, and is what tests try,"
                        " until you type: pip install --editable {folder}",
                        package=wheel.package,
                        folder=folder,
                    )
                )
        if not confirm(wheels):
            raise UpdateError(AS_IT_IS)
        report(say("Trying it out."))
        files, failed = [str(wheel.path) for wheel in wheels], say("It cannot be installed there.")
        offline = [*QUIET, *WHEELS_ONLY, "--no-index", "--no-deps"]
        trial = str(Path(name, "trial"))
        run_program([sys.executable, "-P", "-m", "pip", "install", *offline, "--target", trial, *files], failed)
        check_required(wheels[0].games, _games_on_trial(trial))
        run_program([sys.executable, "-P", "-m", "pip", "install", *offline, "--force-reinstall", *files], failed)
    return wheels


def worked_on_in(package: str) -> str:
    """The source folder of a package that is installed in editable mode; "" if it is not."""
    try:
        origin = json.loads(distribution(package).read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    editable = origin.get("dir_info", {}).get("editable", False)
    return url2pathname(urlsplit(origin["url"]).path) if editable else ""


def remove_here(package: str, log: Path, agree: Agree) -> None:
    """Remove a package with games; their plays stay. Raises ``UpdateError``, with nothing changed."""
    here = _environment()
    try:
        before = _games_here()
    except UpdateError:
        before = games_by_name(here)
    lost = lost_games(before, [game for game in before if game.package != package], {}, log)
    if lost and not agree(lost):
        raise UpdateError(AS_IT_IS)
    failed = say("{package} could not be taken away.", package=package)
    run_program([sys.executable, "-P", "-m", "pip", "uninstall", "--yes", *QUIET, package], failed)


def packages_here() -> dict[str, str]:
    """The package that brings each game, by the game's key."""
    return packages_by_game(Path(sys.prefix))


def _games_on_trial(packages: str) -> tuple[InstalledGame, ...]:
    try:
        return _games_here(PYTHONPATH=packages)
    except UpdateError as error:
        raise UpdateError(say("{why} Nothing was changed.", why=error.message)) from error


def _games_here(**more: str) -> tuple[InstalledGame, ...]:
    with TemporaryDirectory() as name:
        # without a log it would report the plays as lost if a stick with copies is plugged in
        with closing(open_log(Path(name, LOG_NAME))):
            pass
        return games_told([sys.executable, "-P", "-c", RUN], Path(name), **more)


def _environment() -> Path:
    """The environment in which the companion runs. Raises ``UpdateError`` if nothing can be installed in it."""
    if sys.prefix == sys.base_prefix:
        raise UpdateError(
            say("The companion runs in the Python of the system here. Install games with what installed the companion.")
        )
    how = say("There is no pip in {folder}. Install games with what installed the companion.", folder=sys.prefix)
    run_program([sys.executable, "-P", "-m", "pip", "--version"], how)
    return Path(sys.prefix)
