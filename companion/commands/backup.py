"""``companion backup`` and ``companion restore``: everything the companion remembers, to another disk and back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from companion.commands.asking import (
    Command,
    data_option,
    echo_json,
    json_option,
    language_option,
    log_path,
    progress_of,
    speaker_of,
    tell,
)
from companion.commands.trouble import Trouble
from companion.core.wording import say, say_n
from companion.plays import backup as copying
from companion.plays.opening import disk_fault

_force = click.option("--force", is_flag=True, help="Replace what is there.")


@click.command(cls=Command, short_help="Copy everything the companion remembers to another file.")
@click.argument("target", type=click.Path(path_type=Path))
@_force
@json_option
@data_option
@language_option
@click.pass_context
def backup(ctx: click.Context, target: Path, force: bool, as_json: bool, data: Path | None) -> None:
    """Copy everything the companion remembers to the file TARGET, also while it runs.

    TARGET may be a folder (a memory stick, say): the file then gets a name with the date. The copy is read back and
    checked before it gets its name. It holds every secret of every play.
    """
    if target.is_dir():
        target /= f"companion-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.db"
    if target.exists() and not force:
        raise Trouble(say("{file} is there already. Choose another name, or add --force.", file=str(target)))
    with progress_of(speaker_of(ctx).say(say("Copying"))) as progress:
        contents = copying.back_up(log_path(ctx, data), target, progress)
    _report(ctx, target, contents, as_json=as_json)


@click.command(cls=Command, short_help="Put a backup in the place of what the companion remembers.")
@click.argument("source", metavar="BACKUP", type=click.Path(dir_okay=False, path_type=Path))
@_force
@json_option
@data_option
@language_option
@click.pass_context
def restore(ctx: click.Context, source: Path, force: bool, as_json: bool, data: Path | None) -> None:
    """Put BACKUP in the place of what the companion remembers. The companion must not be running.

    With --force it replaces plays that are there; they stay beside it in a file that ends in ".before-restore".
    """
    target = log_path(ctx, data)
    if target.exists() and not force:
        raise Trouble(say("{file} is there already. Add --force to put the backup in its place.", file=str(target)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_fault(error, str(target)) from error
    with progress_of(speaker_of(ctx).say(say("Copying"))) as progress:
        contents = copying.restore(source, target, progress)
    _report(ctx, target, contents, as_json=as_json)


def _report(ctx: click.Context, target: Path, contents: copying.Contents, *, as_json: bool) -> None:
    if as_json:
        echo_json({"file": str(target)} | msgspec.to_builtins(contents))
        return
    plays = say_n("{n} play", "{n} plays", contents.plays)
    entries = say_n("{n} entry", "{n} entries", contents.entries)
    tell(ctx, say("{file} holds {plays} with {entries}.", file=str(target), plays=plays, entries=entries))
