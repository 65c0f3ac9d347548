"""``companion backup`` and ``companion restore``: copy the log to another file and back; ``companion mend``: repair
damaged rows from copies.
"""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from companion.commands.common_options import (
    Command,
    CommandError,
    config_of,
    echo_json,
    json_option,
    log_path,
    progress_of,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.log_access import games_of
from companion.config import Config
from companion.core.wording import say, say_n
from companion.keeping.copier_state import record_heads_again
from companion.keeping.copies import name_of, number_after
from companion.keeping.log_checks import clear_suspect, copies_newest_first, try_restore
from companion.keeping.time_of_day import TableClock
from companion.plays.maintenance import backup as copying
from companion.plays.maintenance import row_repair
from companion.plays.storage.log_errors import disk_fault

DRILL = "drill"
"""The target that means: test restoring the newest copy."""

_force = click.option("--force", is_flag=True, help="Replace what is there.")


@click.command(cls=Command)
@click.argument("target", metavar="TARGET")
@_force
@json_option
@table_options
def backup(ctx: click.Context, target: str, force: bool, as_json: bool, data: Path | None) -> None:
    """Copy all stored data to the file TARGET, even while the companion runs.

    If TARGET is a folder, such as a memory stick, the file gets a name with a number and the date. The copy is read
    back and checked before it gets its name. It holds every secret of every play.

    "companion backup drill" makes no copy: it restores the newest copy into a temporary folder, replays every play in
    it, says whether all is well, and removes the folder. The exit code is 1 if something is wrong.
    """
    if target == DRILL:
        _drill(ctx, config_of(ctx, data=data), as_json=as_json)
    else:
        _back_up(ctx, Path(target), force=force, as_json=as_json, data=data)


def _back_up(ctx: click.Context, target: Path, *, force: bool, as_json: bool, data: Path | None) -> None:
    if target.is_dir():
        clock = TableClock()
        clock.look()
        target /= name_of(number_after(0, target), clock.wall(), "")
    if target.exists() and not force:
        raise CommandError(say("{file} is there already. Choose another name, or add --force.", file=str(target)))
    with progress_of(speaker_of(ctx).say(say("Copying"))) as progress:
        contents = copying.back_up(log_path(ctx, data), target, progress)
    _report(ctx, target, contents, as_json=as_json)


def _drill(ctx: click.Context, config: Config, *, as_json: bool) -> None:
    """Restore the newest copy for a trial. Raises ``CommandError`` if there is none."""
    places = config.copy_targets
    copies = copies_newest_first(places)
    if not copies:
        raise CommandError(
            say("There is no copy in {folder}.", folder=", ".join(str(place.folder) for place in places))
        )
    newest = copies[0]
    with progress_of(speaker_of(ctx).say(say("Replaying"))) as progress:
        trial = try_restore(newest.path, config.folder, games_of, progress)
    report = trial.report
    clean = report is not None and report.clean
    if as_json:
        echo_json({"file": str(newest.path), "clean": clean} | msgspec.to_builtins(trial.contents))
    else:
        when = newest.when or say("copy {n}", n=newest.number)
        _report(ctx, newest.path, trial.contents, as_json=False)
        if clean:
            tell(ctx, say("The copy {when} was restored for a trial; everything in it replays as stored.", when=when))
        else:
            tell(ctx, say("The copy {when} can be restored, but not everything in it replays as stored.", when=when))
    if not clean:
        ctx.exit(1)


@click.command(cls=Command)
@click.argument("source", metavar="BACKUP", type=click.Path(dir_okay=False, path_type=Path))
@_force
@json_option
@table_options
def restore(ctx: click.Context, source: Path, force: bool, as_json: bool, data: Path | None) -> None:
    """Replace all stored data with BACKUP. Stop the companion first.

    If there are plays already, --force is needed. They are kept in the same folder, in a file that ends in
    ".before-restore", or in ".damaged-1" and so on if they are damaged.
    """
    target = log_path(ctx, data)
    if target.exists() and not force:
        raise CommandError(
            say("{file} is there already. Add --force to put the backup in its place.", file=str(target))
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_fault(error, str(target)) from error
    with progress_of(speaker_of(ctx).say(say("Copying"))) as progress:
        contents = copying.restore(source, target, progress)
    record_heads_again(target)
    _report(ctx, target, contents, as_json=as_json)


def _report(ctx: click.Context, target: Path, contents: copying.Contents, *, as_json: bool) -> None:
    if as_json:
        echo_json({"file": str(target)} | msgspec.to_builtins(contents))
        return
    plays = say_n("{n} play", "{n} plays", contents.plays)
    entries = say_n("{n} entry", "{n} entries", contents.entries)
    tell(ctx, say("{file} holds {plays} with {entries}.", file=str(target), plays=plays, entries=entries))


@click.command(cls=Command)
@click.argument("copies", metavar="COPIES", nargs=-1, type=click.Path(dir_okay=False, exists=True, path_type=Path))
@table_options
def mend(ctx: click.Context, copies: tuple[Path, ...], data: Path | None) -> None:
    """Repair damaged data from the copies and change nothing else. Stop the companion first.

    Looks for each damaged row in COPIES (default: all copies, the newest first) and takes one that fits the entries
    before and after it. The damaged file is kept in the same folder, in a file that ends in ".damaged-1" and so on. The
    exit code is 1 if something stays damaged or missing.
    """
    config = config_of(ctx, data=data)
    log = log_path(ctx, data)
    found = copies or [copy.path for copy in copies_newest_first(config.copy_targets)]
    mended = row_repair.repair(log, found)
    clear_suspect(log.parent)
    tell(ctx, say_n("{n} damaged row was put back.", "{n} damaged rows were put back.", mended.rows))
    if mended.left:
        tell(ctx, say_n("{n} row stays damaged.", "{n} rows stay damaged.", mended.left))
    if mended.lost:
        tell(ctx, say("Steps at the end stay gone: no copy has them."))
    if mended.left or mended.lost:
        ctx.exit(1)
