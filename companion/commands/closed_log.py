"""Open the log for commands that write to it while no table is open."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common_options import CommandError, config_of
from companion.keeping.start_check import newest_good_copy, refuse_unexpected_new_log
from companion.plays.log import Log
from companion.plays.log_errors import LogError
from companion.plays.log_file import open_log
from companion.service.panel.damaged_log import what_to_do


def open_checked_log(ctx: click.Context, data: Path | None) -> Log:
    """Open the log for writing, creating it if there is none. Raises ``LogError``, and ``CommandError`` as
    ``checked_log_path``.
    """
    return open_log(checked_log_path(ctx, data))


def checked_log_path(ctx: click.Context, data: Path | None) -> Path:
    """Path of the log. Raises ``CommandError`` with advice if the log is gone although copies of it exist: going on
    with an empty one would hide the loss.
    """
    config = config_of(ctx, data=data)
    log, places = config.log, config.copy_targets
    try:
        refuse_unexpected_new_log(log, places)
    except LogError as fault:
        raise CommandError(what_to_do(fault, newest_good_copy(places))) from fault
    return log
