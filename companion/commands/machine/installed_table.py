"""Shared by the commands that change an installed table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.commands.common_options import CommandError, ask, speaker_of, tell
from companion.commands.machine.release_host import LocalReleaseHost, listening_port
from companion.config import Config
from companion.core.wording import say, say_n
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.keeping.versions.lost_games import LostGame
from companion.keeping.versions.releases import ROOT, Releases

ONLY_READ = say(
    "The system on the card is read-only, so another version would be gone at the next power-on. Write read_only ="
    " false into table.toml on the card and switch the table on twice; then update, and write read_only = true again."
)
root_option = click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT,
    help="Folder the companion is installed in, if not the usual one.",
)


def check_root(root: Path, command: str, *, lasting: bool = True) -> None:
    """Raise ``CommandError`` if this user may not change what is installed in ``root``, or if changes would not
    last.
    """
    if not os.access(root, os.W_OK):
        raise CommandError(say("Only the administrator may do that: sudo companion {command}", command=command))
    if lasting and ReadOnlyRoot().only_read:
        raise CommandError(ONLY_READ)


@contextmanager
def changing(ctx: click.Context, releases: Releases, config: Config) -> Iterator[LocalReleaseHost]:
    """Hold the lock for changing what is installed. Raises ``CommandError``."""
    os.umask(0o022)  # the service's user must be able to read what root installs
    with releases.locked() as alone:
        if not alone:
            raise CommandError(say("Another update is going on."))
        yield LocalReleaseHost(ctx.obj, listening_port(config.port))


def agree_to_lose(ctx: click.Context, lost: tuple[LostGame, ...]) -> bool:
    """List the games that could no longer be played, and ask whether to continue."""
    tell(ctx, say("Games that cannot be played any more then:"))
    for game in lost:
        waiting = say_n("One play of it waits.", "{n} plays of it wait.", game.unfinished) if game.unfinished else None
        words = [speaker_of(ctx).say(each) for each in (game.why, waiting) if each is not None]
        click.echo(f"  {game.title} ({game.key}): {' '.join(words)}")
    return ask(ctx, say("Go on all the same?"))
