"""``companion games add`` and ``remove``: third-party packages with games."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from companion.commands.common_options import Command, CommandError, ask, config_of, speaker_of, table_options, tell
from companion.commands.machine.installed_table import agree_to_lose, changing, check_root, root_option
from companion.commands.machine.own_environment import add_here, packages_here, remove_here
from companion.core.wording import say
from companion.keeping.game_packages.game_changes import GameSource, add_games, remove_games
from companion.keeping.game_packages.game_wheels import GameWheel, GameWheelError, read_wheel
from companion.keeping.versions.environments import kept_wheels, normal_name, package_of, packages_by_game
from companion.keeping.versions.releases import Releases

REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(==[0-9][0-9a-zA-Z.+!]*)?")


@click.command(cls=Command)
@click.argument("source", metavar="FILE-OR-NAME")
@click.option(
    "--hash",
    "digests",
    metavar="SHA256",
    multiple=True,
    help="SHA-256 of the wheel, once for each wheel; then nothing is asked.",
)
@root_option
@table_options
def add(ctx: click.Context, source: str, digests: tuple[str, ...], root: Path, data: Path | None) -> None:
    """Install a package with games made by others, or another version of it.

    FILE-OR-NAME is a wheel with the wheels it needs in the same folder (then no network is used), or the name of a
    package in the index, with or without a version: NAME==1.2. Only wheels are installed, and no installed package
    changes its version. On an installed table the games are tested on a copy of your plays first; "companion update
    --back" goes back.

    A game has all rights of the companion: it can read every play, PIN and copy, and use the network. Install only
    games of people you trust.
    """
    wanted, releases, left_out = source_of_games(source), Releases(root), False
    confirm, told = partial(_confirm, ctx, digests), partial(tell, ctx)
    if releases.installed:
        check_root(root, "games add")
        config = config_of(ctx, data=data)
        with changing(ctx, releases, config) as host:
            wheels = add_games(host, releases, config.log, wanted, told, confirm, partial(agree_to_lose, ctx))
            left_out = host.in_safe_mode()
    else:
        wheels = add_here(wanted, told, confirm)
    game = wheels[0]
    keys = ", ".join(game.games)
    tell(ctx, say("{package} {version} is there: {games}.", package=game.package, version=game.version, games=keys))
    if left_out:
        tell(ctx, say("Safe mode leaves games of packages out."))


@click.command(cls=Command)
@click.argument("package")
@root_option
@table_options
def remove(ctx: click.Context, package: str, root: Path, data: Path | None) -> None:
    """Remove the package PACKAGE, given by its name or by the key of one of its games.

    Its plays stay: finished ones can be read, the others wait until the game is installed again.
    """
    config, releases = config_of(ctx, data=data), Releases(root)
    agree = partial(agree_to_lose, ctx)
    there = packages_here() if releases.current is None else _packages_of(releases.current)
    name = there.get(package, normal_name(package))
    if name not in there.values():
        raise CommandError(say('No package called {package} brings games. "companion games" lists them.',
                               package=package))  # fmt: skip
    if releases.installed:
        check_root(root, "games remove")
        with changing(ctx, releases, config) as host:
            remove_games(host, releases, config.log, name, partial(tell, ctx), agree)
    else:
        remove_here(name, config.log, agree)
    tell(ctx, say("{package} is not there any more.", package=name))


def _packages_of(environment: Path) -> dict[str, str]:
    """The package that brings each game, by the game's key; including packages that are kept although they do not fit
    this version.
    """
    kept = {}
    for package, wheels in kept_wheels(environment).items():
        kept[package] = package
        for wheel in wheels:
            if package_of(wheel) == package:
                with suppress(GameWheelError):
                    kept |= dict.fromkeys(read_wheel(wheel).games, package)
    return kept | packages_by_game(environment)


def source_of_games(words: str) -> GameSource:
    """The source of games that an argument describes. Raises ``CommandError``, ``GameWheelError``."""
    path = Path(words).expanduser()
    if path.is_file():
        wheel = read_wheel(path.resolve())
        return GameSource(normal_name(wheel.package), wheel.package, wheel.path)
    named = REQUIREMENT.fullmatch(words)
    if named is None or path.exists() or words.endswith(".whl"):
        raise CommandError(say("{what} is neither a wheel nor the name of a package.", what=words))
    return GameSource(normal_name(named[1]), words)


def _confirm(ctx: click.Context, digests: tuple[str, ...], wheels: tuple[GameWheel, ...]) -> bool:
    """Show what would be installed, and ask, or compare it with ``digests``. Raises ``CommandError``."""
    speaker = speaker_of(ctx)
    for wheel in wheels:
        games = ", ".join(wheel.games) or "-"
        for label, value in (
            (say("Package"), f"{wheel.package} {wheel.version}"),
            (say("Games"), games),
            (say("From"), wheel.source),
            (say("SHA-256"), wheel.digest),
        ):
            click.echo(f"{speaker.say(label)}: {value}")
    if digests:
        if {wheel.digest for wheel in wheels} != {digest.lower() for digest in digests}:
            raise CommandError(say("These are other wheels than those whose SHA-256 you gave. Nothing was changed."))
        return True
    tell(ctx, say("A game can read every play, PIN and copy, and use the network. Install only those of people you"
                  " trust."))  # fmt: skip
    return ask(ctx, say("Install it?"))
