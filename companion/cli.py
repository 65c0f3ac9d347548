"""The command line: run the table, and look after what it remembers."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType

import click
import segno

from companion.app import build
from companion.config import read_config
from companion.core.errors import CompanionError
from hardware.errors import HardwareError


class Group(click.Group):
    """Errors meant for people end the command with their text, not with a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (CompanionError, HardwareError) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Group)
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), help="A companion.toml of your own.")
@click.pass_context
def main(ctx: click.Context, config: Path | None) -> None:
    """A companion for face-to-face board games."""
    ctx.obj = config


@main.command()
@click.pass_obj
def run(config: Path | None) -> None:
    """Open the table and serve its pages until stopped."""
    app = build(read_config(config))
    for stopping in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stopping, _stop)
    if sys.stdout.isatty():
        segno.make(app.doors.url, micro=False).terminal(compact=True)
    click.echo(f"Phones:           {app.doors.url}  (or {app.doors.readable})")
    click.echo(f"Table screen:     {app.doors.url}table")
    click.echo(f"Simulated table:  http://localhost:{app.doors.port}/sim")
    click.echo(f"Host PIN:         {app.pin}")
    click.echo("Ctrl-C stops the table; the play goes on where it was.")
    sys.stdout.flush()
    try:
        app.serve()
    except KeyboardInterrupt:
        pass
    finally:
        app.close()


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
