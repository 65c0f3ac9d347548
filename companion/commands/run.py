"""``companion run``: run the table until stopped; as a service, show errors on a page, since nobody sees a terminal."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path

import click
import segno
from msgspec import structs

from companion.app import App, build, stay_loaded
from companion.commands.common_options import (
    Command,
    CommandError,
    asked_language,
    config_of,
    echo_labelled,
    speaker_of,
    table_options,
    tell,
)
from companion.commands.log_check import ensure_usable_log
from companion.commands.pin_command import pin_command
from companion.commands.port_check import port_trouble_told
from companion.config import LOG_NAME, Config, system_language
from companion.core.errors import CompanionError, raised_at
from companion.core.wording import Message, say
from companion.drivers import drive_configured
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.keeping.log_checks import mark_suspect
from companion.outside.installed import games_left_out, installed_games
from companion.plays.storage.log_errors import LogError, disk_fault
from companion.service.asking import taking
from companion.supervision.heartbeat import Heartbeat
from companion.supervision.long_calls import LongCalls
from companion.supervision.open_table import OpenTable, remove_open_table, write_open_table
from companion.supervision.safe_mode import after_failures, without_hardware
from companion.supervision.service_manager import ServiceManager, service_manager_of
from companion.supervision.start_counter import STEADY, StartCounter
from companion.toml_settings import ConfigError
from hardware.errors import HardwareError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class UsableConfig:
    """A usable configuration, and the reason if hardware must be left out."""

    config: Config
    safe_mode: Message | None = None


def usable_config(manager: ServiceManager, read: Callable[[], Config]) -> UsableConfig:
    """Read the settings; unusable ones are replaced by defaults, with safe mode."""
    try:
        config = _at_port(read(), manager)
    except ConfigError as error:
        return UsableConfig(_at_port(Config(data=str(manager.state or ".")), manager), without_hardware(str(error)))
    try:
        drive_configured(config, time.monotonic)
    except (ConfigError, HardwareError) as error:
        return UsableConfig(config, without_hardware(str(error)))
    return UsableConfig(config)


def _at_port(config: Config, manager: ServiceManager) -> Config:
    """Use the port of systemd's socket, if one was passed."""
    return config if manager.port is None else structs.replace(config, port=manager.port)


def open_counted(
    found: UsableConfig, start_counter: StartCounter, *, examined: bool = True, console: Path | None = None
) -> App:
    """Open the table without serving; failures are recorded in ``start_counter``.

    Raises ``CompanionError``, and for a bug ``CommandError`` that names its place only: an error's text may hold a
    secret, and others read the journal.
    """
    failed = start_counter.begin()
    safe_mode = after_failures(failed) if failed is not None else found.safe_mode
    try:
        outside = installed_games(start_counter.record_hang) if safe_mode is None else games_left_out()
        return build(
            found.config,
            outside=outside,
            safe_mode=safe_mode,
            examined=examined,
            console=console,
            system_language=system_language(os.environ),
            pin_command=pin_command(found.config),
            card_root=root if (root := ReadOnlyRoot()).flashed else None,
        )
    except (CompanionError, HardwareError) as error:
        start_counter.record_failure(str(error))
        raise
    except Exception as error:
        what = f"{type(error).__name__} at {raised_at(error)}"
        start_counter.record_failure(what)
        raise CommandError(say("The table could not be opened: {what}.", what=what)) from None


STOPPING = {signal.SIGTERM, signal.SIGINT}
PERIOD = 5.0
"""Seconds between two heartbeat checks; less if a watchdog needs it."""


@click.command(
    cls=Command,
    epilog="These options win over the environment (PORT, COMPANION_DATA), and the environment over companion.toml.",
)
@click.option("--port", type=int, help="Port for the phones (default 8000).")
@click.option(
    "--profile",
    help="What is wired to the table: simulated, sim-2, sim-tags, pi-zero-2w, pi-3-4, pi-5, pi-panel, pods, or a file.",
)
@click.option("--anew", is_flag=True, help="Start even if plays or steps are missing; leave a damaged play out.")
@click.option("--debug", is_flag=True, help="Log every request and its result, without secrets.")
@table_options
def run(ctx: click.Context, port: int | None, profile: str | None, data: Path | None, anew: bool, debug: bool) -> None:
    """Start the table and serve its pages until you stop it.

    Prints the address for the phones, also as a QR code, and how a phone becomes admin. An unfinished play continues
    where it was. Ctrl-C or SIGTERM stops the table; nothing is lost.
    """
    if debug:
        logging.basicConfig(format="%(levelname)s %(message)s")
        taking.logger.setLevel(logging.DEBUG)
    manager = service_manager_of(os.environ)

    def read() -> Config:
        config = config_of(ctx, port=port, profile=profile, data=data)
        # a language asked for here is also that of the table screen
        return structs.replace(config, language=asked) if (asked := asked_language(ctx)) else config

    found = usable_config(manager, read) if manager.present else UsableConfig(read())
    if manager.runtime is not None:
        remove_open_table(manager.runtime)
    _make_folder(found.config.folder)
    # blocked before any thread starts, so that no thread is interrupted and no signal is missed
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    examined = ensure_usable_log(found.config, manager, STOPPING, anew=anew)
    if examined is None:
        return
    start_counter = StartCounter(found.config.folder) if manager.present else None
    heartbeat = Heartbeat(manager.alive)
    app = _open(found, start_counter, examined=examined, console=manager.runtime)
    if manager.runtime is not None:  # before anything can ask whether the table is up
        write_open_table(manager.runtime, OpenTable(app.safe_mode, tuple(sorted(app.opened.library.outside_keys))))
    try:
        with port_trouble_told(found.config.address, found.config.port):
            app.start()
        stay_loaded()
        heartbeat.watch({"decides": app.opened.loop.post, "streams": app.streams.post})
        _greet(ctx, app, manager)
        manager.ready(app.addresses.url)
        _stay(heartbeat, manager, start_counter, app.opened.library.game_with)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    finally:
        heartbeat.expect_ends()
        app.close()


def _open(found: UsableConfig, start_counter: StartCounter | None, *, examined: bool, console: Path | None) -> App:
    """Open the table. A damaged log is marked for a full check at the next start."""
    try:
        if start_counter is not None:
            return open_counted(found, start_counter, examined=examined, console=console)
        return build(
            found.config,
            examined=examined,
            console=console,
            system_language=system_language(os.environ),
            pin_command=pin_command(found.config),
        )
    except LogError as fault:
        if fault.code == "damaged":
            mark_suspect(found.config.folder)
        raise


def _stay(
    heartbeat: Heartbeat,
    manager: ServiceManager,
    start_counter: StartCounter | None,
    game_with: Callable[[str], str],
) -> None:
    """Wait until told to stop. Raises ``CommandError`` if a vital thread has ended. ``game_with`` says which game a
    module belongs to.
    """
    period = min(PERIOD, (manager.watchdog or inf) / 4)
    began = time.monotonic()
    long_calls = LongCalls(game_with)
    hung: tuple[str, str] = ("", "")
    told = None
    while told is None:
        if not hung[1]:  # a page that hangs in a game must end the service, even if the main loop responds
            heartbeat.beat()
        told = signal.sigtimedwait(STOPPING, period)
        if start_counter is not None and manager.watchdog is not None:
            hangs = _place_and_game(heartbeat, long_calls, manager.watchdog / 2)
            if hangs[1] != hung[1] or bool(hangs[0]) != bool(hung[0]):
                hung = hangs
                start_counter.record_hang(*hung)
                if hung[1]:
                    logger.critical("the game %s hangs at %s", hung[1], hung[0])
        if heartbeat.ended_thread:
            raise CommandError(
                say("A part of the companion has ended by itself ({part}).", part=heartbeat.ended_thread)
            )
        if start_counter is not None and time.monotonic() - began > STEADY:
            start_counter.record_success()
            began = inf
    manager.stopping()
    if start_counter is not None:
        start_counter.record_success()


def _place_and_game(heartbeat: Heartbeat, long_calls: LongCalls, patience: float) -> tuple[str, str]:
    """(place where the table hangs, key of the game in which it hangs); each may be ""."""
    if call := long_calls.longest(patience):
        return f"{call.place.module}:{call.place.line}", call.game
    places = heartbeat.hangs(patience)
    return (f"{places[0].module}:{places[0].line}", "") if places else ("", "")


def _make_folder(folder: Path) -> None:
    """Create the data folder. Raises ``LogError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_fault(error, str(folder / LOG_NAME)) from error


def _greet(ctx: click.Context, app: App, manager: ServiceManager) -> None:
    wired = app.opened.simulator is None
    rows = [
        (say("Phones"), f"{app.addresses.url}  ({app.addresses.readable})"),
        (say("Table screen"), f"{app.addresses.url}table"),
        *(() if wired else ((say("Simulated table"), f"{app.addresses.on_machine}sim"),)),
        # No PIN is printed, because output of a service is logged and can be read by others.
        (say("Settings (PIN)"), " ".join(map(speaker_of(ctx).say, app.opened.table.view("").seats.pin_ways().words))),
    ]
    echo_labelled(ctx, rows)
    if not manager.present:
        tell(ctx, say("Ctrl-C stops the table; the play goes on where it was."))
    if sys.stdout.isatty():
        segno.make(app.addresses.url, micro=False).terminal(compact=True)
    sys.stdout.flush()
