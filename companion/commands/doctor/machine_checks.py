"""Checks of ``companion doctor``: one function per subject, from probe answers to findings with a hint."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.commands.doctor.machine_probe import Machine
from companion.commands.port_check import port_trouble
from companion.config import Config
from companion.core.errors import CompanionError
from companion.core.wording import Message, say, say_n
from companion.keeping.disk import Limits
from companion.keeping.time_of_day import plausible
from companion.locale import LANGUAGES
from companion.network.addresses import EVERYWHERE
from companion.plays.storage.log_errors import LogError, damaged, disk_fault, log_error_of
from hardware.errors import HardwareError

FindingLevel = Literal["ok", "look", "bad"]
"""``ok``: good; ``look``: works, but worth a look; ``bad``: the companion will not work."""

OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 35)
SLOW, TOO_SLOW = 0.05, 0.5
"""Limits in seconds for one synced write, since every move waits for one."""

NODES = (
    (
        "i2c",
        ("/dev/i2c-*",),
        say("There is no I2C bus: displays stay dark. Switch I2C on by the installer or raspi-config."),
    ),
    ("gpio", ("/dev/gpiochip*",), say("There is no GPIO chip: keys wired to this machine cannot be read.")),
    ("serial", ("/dev/ttyACM*", "/dev/ttyUSB*"), say("There is no serial port: no pod is plugged in.")),
)
"""Device files: key, patterns, and the message if there are none."""


class Finding(Struct, frozen=True):
    """One line of the report. ``hint`` says what to do."""

    key: str
    level: FindingLevel
    what: Message
    hint: Message | None = None


def check_all(machine: Machine, config: Callable[[], Config], profile: Callable[[str], str]) -> Iterator[Finding]:
    """All findings, in order. ``config`` reads the configuration, ``profile`` returns a profile's kind. If the
    configuration cannot be read, only checks that need none are made.
    """
    yield _python(machine)
    yield _sqlite(machine)
    yield from _languages(machine)
    try:
        found = config()
    except CompanionError as error:
        yield Finding("config", "bad", say("The configuration cannot be used: {why}", why=str(error)))
        return
    yield Finding("config", "ok", say("The configuration can be read."))
    yield from _folder(machine, found.folder)
    yield from _log(machine, found.log)
    yield _port(machine, found)
    yield from _addresses(machine, found)
    yield _clock(machine)
    yield from _profile(machine, found.profile, profile)


def _python(machine: Machine) -> Finding:
    version = machine.python()
    what = say("Python {version}.", version=_dotted(version))
    if version < OLDEST_PYTHON:
        return Finding("python", "bad", what, say("Install Python {version} or newer.", version=_dotted(OLDEST_PYTHON)))
    return Finding("python", "ok", what)


def _sqlite(machine: Machine) -> Finding:
    version = machine.sqlite()
    what = say("SQLite {version}.", version=_dotted(version))
    if version < OLDEST_SQLITE:
        oldest = _dotted(OLDEST_SQLITE)
        return Finding("sqlite", "bad", what, say("Install a system with SQLite {version} or newer.", version=oldest))
    return Finding("sqlite", "ok", what)


def _languages(machine: Machine) -> Iterator[Finding]:
    missing = [language for language in LANGUAGES if language != "en" and not machine.catalogue(language)]
    if missing:
        what = say("Languages that are not compiled: {languages}.", languages=", ".join(missing))
        yield Finding("languages", "bad", what, say("Install the companion again."))
    else:
        yield Finding("languages", "ok", say("Languages: {languages}.", languages=", ".join(LANGUAGES)))


# -- where plays are stored -----------------------------------------------------------------------------------


def _folder(machine: Machine, folder: Path) -> Iterator[Finding]:
    where = str(folder)
    error = machine.make_folder(folder)
    if error is not None:
        hint = say("Give this user the folder, or choose another: data in companion.toml, or --data.")
        yield Finding("folder", "bad", disk_fault(error, where).located, hint)
        return
    yield Finding("folder", "ok", say("Plays are kept in {folder}.", folder=where))
    yield _room(machine.free_bytes(folder))
    yield _speed(machine, folder)


def _room(free: int) -> Finding:
    what = say("{n} MB are free there.", n=free // 1_000_000)
    limits = Limits()
    if free < limits.little:
        return Finding("room", "bad" if free < limits.least else "look", what, say("Make room on that disk."))
    return Finding("room", "ok", what)


def _speed(machine: Machine, folder: Path) -> Finding:
    try:
        times = sorted(machine.sync_times(folder))
    except OSError as error:
        return Finding("speed", "bad", disk_fault(error, str(folder)).located)
    middle = times[len(times) // 2]
    what = say("A write that survives a power cut takes {n} ms.", n=max(round(middle * 1000), 1))
    if middle >= SLOW:
        hint = say("Every move waits that long. A better card or a memory stick is faster.")
        return Finding("speed", "bad" if middle >= TOO_SLOW else "look", what, hint)
    return Finding("speed", "ok", what)


def _log(machine: Machine, log: Path) -> Iterator[Finding]:
    if not machine.exists(log):
        yield Finding("log", "ok", say("Nothing was played yet."))
        return
    try:
        sound = machine.quick_check(log) == "ok"
        trouble = None if sound else damaged(str(log))
        rows = machine.damaged_rows(log) if sound else 0
    except LogError as found:
        trouble = found
    except (sqlite3.Error, UnicodeDecodeError) as error:
        trouble = log_error_of(error, str(log)) or damaged(str(log))
    if trouble is None and rows:
        what = say_n("{n} row of {file} is damaged.", "{n} rows of {file} are damaged.", rows, file=str(log))
        yield Finding("log", "look", what, say("Put back what is damaged from the copies: companion mend"))
    elif trouble is None:
        yield Finding("log", "ok", say("{file} holds together.", file=str(log)))
    else:
        yield Finding("log", "bad", trouble.located)


# -- how phones connect ---------------------------------------------------------------------------------------


def _port(machine: Machine, config: Config) -> Finding:
    fault_number = machine.port_fault(config.address, config.port)
    if not fault_number:
        return Finding("port", "ok", say("Port {port} is free.", port=config.port))
    if machine.in_use(config.log):
        return Finding("port", "ok", say("A companion is running."))
    other = machine.free_port(config.address, config.port)
    return Finding("port", "bad", port_trouble(config.address, config.port, fault_number, other))


def _addresses(machine: Machine, config: Config) -> Iterator[Finding]:
    names = ", ".join((*config.names, machine.name()))
    yield Finding("names", "ok", say("Names for the phones: {names}.", names=names))
    if config.address not in EVERYWHERE:
        only = say("The settings have the table answer to {address} alone.", address=config.address)
        yield Finding("network", "look", only, say('For every network: address = "0.0.0.0"'))
        return
    outside = [(name, address) for name, address in machine.addresses() if not address.startswith("127.")]
    if not outside:
        hint = say("Join a network, or switch a hotspot on; until then only this machine reaches the table.")
        yield Finding("network", "look", say("No network has an address here."), hint)
    for name, address in outside:
        yield Finding("network", "ok", say("Phones on {interface} come to {address}.", interface=name, address=address))


def _clock(machine: Machine) -> Finding:
    year = datetime.fromtimestamp(machine.now(), UTC).year
    if not plausible(machine.now()):
        hint = say("Connect the machine to a network for a while, or set the clock. Playing works all the same.")
        return Finding("clock", "look", say("The clock is in the year {year}.", year=year), hint)
    if machine.synchronised() is False:
        hint = say("Times in the log may be wrong. Connect the machine to a network for a while.")
        return Finding("clock", "look", say("No time server has set the clock."), hint)
    return Finding("clock", "ok", say("The clock looks right."))


# -- devices --------------------------------------------------------------------------------------------------


def _profile(machine: Machine, name: str, read: Callable[[str], str]) -> Iterator[Finding]:
    try:
        kind = read(name)
    except (CompanionError, HardwareError, OSError, UnicodeDecodeError) as error:
        yield Finding("profile", "bad", say("The profile cannot be used: {why}", why=str(error)))
        return
    yield Finding("profile", "ok", say("The profile {name} can be read.", name=name))
    if kind == "sim":
        yield Finding("devices", "ok", say("The table is simulated: it needs no bus, pin or serial port."))
    for key, patterns, missing in NODES:
        nodes = [node for pattern in patterns for node in machine.nodes(pattern)]
        if not nodes and kind != "sim":
            yield Finding(key, "look", missing)
        yield from (_node(machine, key, node) for node in nodes)


def _node(machine: Machine, key: str, node: Path) -> Finding:
    if machine.may_use(node):
        return Finding(key, "ok", say("{node} can be used.", node=str(node)))
    group = machine.group(node)
    hint = say("Add this user to its group and log in again: sudo usermod -a -G {group} $USER", group=group)
    return Finding(key, "look", say("{node} may not be used by this user.", node=str(node)), hint)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
