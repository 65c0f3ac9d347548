"""Opening the table as a service: nobody sits at a terminal, so a page has to say what is wrong.

Settings that cannot be used, or two starts in a row that failed, and the table opens without keys and displays: phones
then play as usual, and are told why.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from companion.app import App, build
from companion.commands.error_messages import Trouble
from companion.config import Config, ConfigError
from companion.core.errors import CompanionError, place_of_bug
from companion.core.wording import Message, say
from companion.drivers import drive
from companion.profiles import read_profile
from companion.supervision.safe_mode import after_failures, without_hardware
from companion.supervision.service_manager import ServiceManager
from companion.supervision.start_counter import StartCounter
from hardware.errors import HardwareError


@dataclass(frozen=True)
class Settled:
    """A configuration that can be used, and why the table has to do without its hardware, if it has to."""

    config: Config
    safe_mode: Message | None = None


def settled(manager: ServiceManager, read: Callable[[], Config]) -> Settled:
    """The settings as far as they can be used; those that cannot are replaced by what is said nowhere."""
    try:
        config = _at_port(read(), manager)
    except ConfigError as error:
        return Settled(_at_port(Config(data=str(manager.state or ".")), manager), without_hardware(str(error)))
    try:
        drive(read_profile(config.profile), time.monotonic, config.folder)
    except (ConfigError, HardwareError) as error:
        return Settled(config, without_hardware(str(error)))
    return Settled(config)


def _at_port(config: Config, manager: ServiceManager) -> Config:
    """The port is that of the socket the manager opened, where it did."""
    return config if manager.port is None else structs.replace(config, port=manager.port)


def open_settled(found: Settled, start_counter: StartCounter, *, examined: bool = True) -> App:
    """The table, open but not yet serving. Every failure is counted in ``start_counter``, with its words.

    Raises ``CompanionError``, and for a bug ``Trouble`` that names its place only: what an error says may be a secret,
    and the journal is read by others.
    """
    failed = start_counter.begin()
    safe_mode = after_failures(failed) if failed is not None else found.safe_mode
    try:
        return build(found.config, safe_mode=safe_mode, examined=examined)
    except (CompanionError, HardwareError) as error:
        start_counter.record_failure(str(error))
        raise
    except Exception as error:
        what = f"{type(error).__name__} at {place_of_bug(error)}"
        start_counter.record_failure(what)
        raise Trouble(say("The table could not be opened: {what}.", what=what)) from None
