"""Open the table as a service: errors are shown on a page, since nobody sees a terminal.

With unusable settings, or after two failed starts in a row, the table opens in safe mode, without keys and displays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from companion.app import App, build
from companion.commands.common_options import CommandError
from companion.config import Config, ConfigError
from companion.core.errors import CompanionError, raised_at
from companion.core.wording import Message, say
from companion.drivers import drive_configured
from companion.supervision.safe_mode import after_failures, without_hardware
from companion.supervision.service_manager import ServiceManager
from companion.supervision.start_counter import StartCounter
from hardware.errors import HardwareError


@dataclass(frozen=True)
class UsableConfig:
    """A configuration that can be used, and why hardware must be left out, if so."""

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


def open_counted(found: UsableConfig, start_counter: StartCounter, *, examined: bool = True) -> App:
    """Open the table without serving; failures are recorded in ``start_counter``.

    Raises ``CompanionError``, and for a bug ``CommandError`` that names its place only: an error's text may hold a
    secret, and others read the journal.
    """
    failed = start_counter.begin()
    safe_mode = after_failures(failed) if failed is not None else found.safe_mode
    try:
        return build(found.config, safe_mode=safe_mode, examined=examined)
    except (CompanionError, HardwareError) as error:
        start_counter.record_failure(str(error))
        raise
    except Exception as error:
        what = f"{type(error).__name__} at {raised_at(error)}"
        start_counter.record_failure(what)
        raise CommandError(say("The table could not be opened: {what}.", what=what)) from None
