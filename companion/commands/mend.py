"""``companion mend``: repair damaged rows from copies."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common_options import Command, config_of, log_path, table_options, tell
from companion.core.wording import say_n
from companion.keeping.start_check import clear_suspect, copies_newest_first
from companion.plays import row_repair


@click.command(cls=Command)
@click.argument("copies", metavar="COPIES", nargs=-1, type=click.Path(dir_okay=False, exists=True, path_type=Path))
@table_options
def mend(ctx: click.Context, copies: tuple[Path, ...], data: Path | None) -> None:
    """Put damaged rows back from the copies, and change nothing else. The companion must not be running.

    Takes a row from COPIES (by default all that were made, the newest first) where the entries before and after it
    agree that it is the one. The file as it was stays beside the mended one in a file that ends in ".damaged-1" and so
    on. Ends with exit code 1 when something stays damaged.
    """
    config = config_of(ctx, data=data)
    log = log_path(ctx, data)
    found = copies or [copy.path for copy in copies_newest_first(config.copy_targets)]
    mended = row_repair.repair(log, found)
    clear_suspect(log.parent)
    tell(ctx, say_n("{n} damaged row was put back.", "{n} damaged rows were put back.", mended.rows))
    if mended.left:
        tell(ctx, say_n("{n} row stays damaged.", "{n} rows stay damaged.", mended.left))
        ctx.exit(1)
