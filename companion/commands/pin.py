"""``companion pin``: create a host PIN for a table without a panel."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import click

from companion.commands.common_options import Command, CommandError, config_of, table_options, tell
from companion.core.wording import say
from companion.service.seats.host_role import grouped, looked_for, write_pin


@click.command(cls=Command)
@table_options
def pin(ctx: click.Context, data: Path | None) -> None:
    """Show a PIN that makes a phone the admin of the running table.

    It works for one minute and one phone. A table with a panel also shows one while OK is held there.
    """
    folder = config_of(ctx, data=data).folder
    if not looked_for(folder):
        raise CommandError(say("No table is open here: start it first (companion run)."))
    try:
        made = write_pin(folder, time.monotonic(), secrets.token_bytes)
    except OSError as error:
        raise CommandError(say("The PIN cannot be left for the table: {why}", why=str(error))) from error
    tell(ctx, say("Admin PIN: {pin}", pin=grouped(made)))
    tell(ctx, say("Type it on the page Settings (PIN) of a phone: it is good for a minute, and for one phone."))
