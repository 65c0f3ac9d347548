"""``companion update``: another version of the companion, on a machine where it is installed as a service."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from companion.commands.common_options import Command, CommandError, config_of, table_options, tell
from companion.commands.machine.release_host import LocalReleaseHost, listening_port
from companion.core.wording import Message, say
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.keeping.releases import ROOT, Releases
from companion.keeping.version_update import InstallSource, ReleaseHost, roll_back
from companion.keeping.version_update import recover as go_back
from companion.keeping.version_update import update as install

WHEEL = re.compile(r"table_companion-([0-9][0-9a-zA-Z.+!]*)-[^-]+-[^-]+-[^-]+\.whl")
ONLY_READ = say(
    "The system on the card is read-only, so another version would be gone at the next power-on. Write read_only ="
    " false into table.toml on the card and switch the table on twice; then update, and write read_only = true again."
)
VERSION = re.compile(r"[0-9]+(\.[0-9]+)*([a-z0-9.+!]*)")


@click.command(cls=Command)
@click.argument("source", metavar="FILE-OR-VERSION", required=False)
@click.option("--back", "backwards", is_flag=True, help="Go back to the version before instead.")
@click.option("--recover", is_flag=True, help="Go back if the present version never came up; the service asks for it.")
@click.option("--with-copy", is_flag=True, help="With --back: put the plays back as they were before the update too.")
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT,
    help="The folder the companion is installed in, where that is not the usual one.",
)
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
    """Install another version beside the present one, and go over to it.

    FILE-OR-VERSION is a wheel, a folder of wheels (then nothing comes over the network), or the number of a version.
    The new version is tried out on a copy of your plays first; if it does not come up as a service, the present one is
    put back by itself. Settings, boxes and a play that is on stay as they are. "companion update --back" goes back.
    """
    if [source is not None, backwards, recover].count(True) != 1 or (with_copy and not backwards):
        raise CommandError(say("Say what to install, or --back: companion update FILE-OR-VERSION"))
    releases = Releases(root)
    if not releases.installed:
        raise CommandError(say("The companion is not installed as a service here. Update it the way you installed it."))
    if not os.access(root, os.W_OK):
        raise CommandError(say("Only the administrator may do that: sudo companion update"))
    if not recover and ReadOnlyRoot().only_read:
        raise CommandError(ONLY_READ)
    os.umask(0o022)  # the service's user must be able to read what root installs
    config = config_of(ctx, data=data)
    log = config.log
    host: ReleaseHost = LocalReleaseHost(ctx.obj, listening_port(config.port))
    told: Callable[[Message], None] = partial(tell, ctx)
    with releases.locked() as alone:
        if not alone:
            raise CommandError(say("Another update is going on."))
        done: Path | None
        if backwards:
            done = roll_back(host, releases, log, told, with_copy=with_copy)
        elif recover:
            done = go_back(host, releases, log, told)
        else:
            done = install(host, releases, log, source_of(str(source)), told)
    if done is None:
        tell(ctx, say("There is nothing to go back from."))
    else:
        tell(ctx, say("Version {version} is the present one now.", version=done.name))


def source_of(words: str) -> InstallSource:
    """What somebody wants to install. Raises ``CommandError``."""
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
