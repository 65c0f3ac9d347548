"""``companion run``: the table, open until it is told to stop."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import click
import segno

from companion.app import App, build, stay_loaded
from companion.commands.asking import LOG, Command, config_of, data_option, language_option, speaker_of
from companion.commands.doors import free_port, port_fault, port_trouble
from companion.commands.trouble import Trouble
from companion.config import Config
from companion.core.wording import Speaker, say
from companion.plays.opening import disk_fault

STOPPING = {signal.SIGTERM, signal.SIGINT}


@click.command(
    cls=Command,
    short_help="Open the table and serve its pages until stopped.",
    epilog="What is said here wins over the environment (PORT, COMPANION_DATA), and that over companion.toml.",
)
@click.option("--port", type=int, help="The port phones come to, instead of 8000.")
@click.option("--profile", help="The table: simulated, sim-2, pi-zero-2w, pi-3-4, pi-5, pi-panel, or your own file.")
@data_option
@language_option
@click.pass_context
def run(ctx: click.Context, port: int | None, profile: str | None, data: Path | None) -> None:
    """Open the table and serve its pages until stopped.

    Prints the address for the phones, as a QR code too, and the host's PIN. A play that was on goes on where it was.
    Ctrl-C or SIGTERM stops it; nothing is lost.
    """
    config = config_of(ctx, port=port, profile=profile, data=data)
    _make_folder(config.folder)
    # Held back before any thread begins, so that none of them is interrupted and an early one is not missed.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    app = build(config)
    try:
        _start(app, config)
        stay_loaded()
        _greet(app, speaker_of(ctx))
        signal.sigwait(STOPPING)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    finally:
        app.close()


def _make_folder(folder: Path) -> None:
    """Raises ``LogError``: it is the log that cannot be written without the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_fault(error, str(folder / LOG)) from error


def _start(app: App, config: Config) -> None:
    try:
        app.start()
    except OSError as error:
        fault = port_fault(config.address, config.port) or error.errno or 0
        other = free_port(config.address, config.port)
        raise Trouble(port_trouble(config.address, config.port, fault, other)) from error


def _greet(app: App, speaker: Speaker) -> None:
    if sys.stdout.isatty():
        segno.make(app.doors.url, micro=False).terminal(compact=True)
    wired = app.opened.table.simulator is None
    rows = (
        (say("Phones"), f"{app.doors.url}  ({app.doors.readable})"),
        (say("Table screen"), f"{app.doors.url}table"),
        *(() if wired else ((say("Simulated table"), f"http://localhost:{app.doors.port}/sim"),)),
        (say("Host PIN"), app.pin),
    )
    width = max(len(speaker.say(label)) for label, _ in rows)
    for label, value in rows:
        click.echo(f"{speaker.say(label) + ':':<{width + 1}}  {value}")
    click.echo(speaker.say(say("Ctrl-C stops the table; the play goes on where it was.")))
    sys.stdout.flush()
