"""The log of the table, for commands that use it while no table is open."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.common_options import LOG, config_of
from companion.commands.error_messages import Trouble
from companion.keeping.copy_targets import copy_targets_for
from companion.keeping.start_check import newest_good_copy, refuse_unexpected_new_log
from companion.plays.log import Log
from companion.plays.log_errors import LogError
from companion.plays.log_file import open_log
from companion.service.panel.damaged_log import what_to_do


def open_kept(ctx: click.Context, data: Path | None) -> Log:
    """The log, made if there is none. Raises ``LogError``, and ``Trouble`` as for ``kept_path``."""
    return open_log(kept_path(ctx, data))


def kept_path(ctx: click.Context, data: Path | None) -> Path:
    """Where the log is, or will be. Raises ``Trouble`` that says what to do where it is gone although there are copies
    of it: to go on as if nothing had been entered would hide that.
    """
    config = config_of(ctx, data=data)
    log, places = config.folder / LOG, copy_targets_for(config.folder, config.copies)
    try:
        refuse_unexpected_new_log(log, places)
    except LogError as fault:
        raise Trouble(what_to_do(fault, newest_good_copy(places))) from fault
    return log
