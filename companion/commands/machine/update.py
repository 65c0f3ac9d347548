"""``companion update``: another version of the companion, on a machine where it is installed as a service."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import click

from companion.commands.common_options import Command, CommandError, config_of, table_options, tell
from companion.commands.machine.installed_table import agree_to_lose, changing, check_root, root_option
from companion.core.wording import say
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.update_host import InstallSource
from companion.keeping.versions.version_switch import recover as go_back
from companion.keeping.versions.version_update import roll_back
from companion.keeping.versions.version_update import update as install

WHEEL = re.compile(r"table_companion-([0-9][0-9a-zA-Z.+!]*)-[^-]+-[^-]+-[^-]+\.whl")
VERSION = re.compile(r"[0-9]+(\.[0-9]+)*([a-z0-9.+!]*)")


@click.command(cls=Command)
@click.argument("source", metavar="FILE-OR-VERSION", required=False)
@click.option("--back", "backwards", is_flag=True, help="Go back to the previous version.")
@click.option("--recover", is_flag=True, help="Go back if the current version never started; the service calls this.")
@click.option("--with-copy", is_flag=True, help="With --back: also restore the plays as they were before the update.")
@root_option
@table_options
def update(
    ctx: click.Context,
    source: str | None,
    backwards: bool,
    recover: bool,
    with_copy: bool,
    root: Path,
    data: Path | None,
) -> None:
    """Install another version of the companion and switch to it.

    FILE-OR-VERSION is a wheel, a folder of wheels (then no network is used), or a version number. The new version is
    tested on a copy of your plays first; if its service does not start, the current version comes back by itself.
    Settings, boxes and an unfinished play stay. Installed games stay if they work with the new version; otherwise you
    are asked first. "companion update --back" goes back, and also asks before games are lost.
    """
    if [source is not None, backwards, recover].count(True) != 1 or (with_copy and not backwards):
        raise CommandError(say("Say what to install, or --back: companion update FILE-OR-VERSION"))
    releases = Releases(root)
    if not releases.installed:
        raise CommandError(say("The companion is not installed as a service here. Update it the way you installed it."))
    check_root(root, "update", lasting=not recover)
    config = config_of(ctx, data=data)
    log, told = config.log, partial(tell, ctx)
    done: Path | None
    with changing(ctx, releases, config) as host:
        if backwards:
            done = roll_back(host, releases, log, told, partial(agree_to_lose, ctx), with_copy=with_copy)
        elif recover:
            done = go_back(host, releases, log, told)
        else:
            done = install(host, releases, log, source_of(str(source)), told, partial(agree_to_lose, ctx))
    if done is None:
        tell(ctx, say("There is nothing to go back from."))
    else:
        tell(ctx, say("Version {version} is the present one now.", version=done.name))


def source_of(words: str) -> InstallSource:
    """The source that an argument describes. Raises ``CommandError``."""
    path = Path(words).expanduser()
    if path.is_dir():
        wheels = [file for file in path.iterdir() if WHEEL.fullmatch(file.name)]
        if not wheels:
            raise CommandError(say("There is no wheel of the companion in {folder}.", folder=words))
        newest = max(wheels, key=lambda file: _order(_version(file.name)))
        return InstallSource(_version(newest.name), folder=path.resolve())
    if path.is_file():
        if not WHEEL.fullmatch(path.name):
            raise CommandError(say("{file} is no wheel of the companion.", file=words))
        return InstallSource(_version(path.name), wheel=path.resolve())
    if VERSION.fullmatch(words):
        return InstallSource(words)
    raise CommandError(say("{what} is neither a file, nor a folder, nor a version.", what=words))


def _version(name: str) -> str:
    match = WHEEL.fullmatch(name)
    return match[1] if match else ""


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version))
