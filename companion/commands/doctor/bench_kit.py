"""``companion bench-kit``: try a real table part by part in half an hour, and write a report."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from typing import Protocol, assert_never

import click

from companion.commands.common_options import Command, CommandError, config_of, speaker_of, table_options
from companion.commands.doctor.bench_report import (
    BenchReport,
    PaintTimes,
    PartReport,
    PhonesReport,
    machine_facts,
)
from companion.commands.doctor.doctor import wired_profile
from companion.commands.doctor.machine_probe import LocalMachine
from companion.config import Config
from companion.core.wording import Message, Speaker, listed, say
from companion.drivers import drive
from companion.mqtt.published.device_facts import own_version
from companion.profiles import OWN, shipped_profiles
from companion.render.draw import draw
from companion.render.faces import ProbeFace
from companion.service.panel.wiring.wiring_status import called, place_named
from hardware.debounce import Debouncer, Press
from hardware.errors import DeviceGone
from hardware.ports import (
    ENCODER,
    DevicePart,
    Devices,
    Disconnected,
    Display,
    Edge,
    Event,
    Reconnected,
    RemotePress,
    Tag,
    Turn,
    Wire,
    part_of,
    place_of,
)

REPORT = Path("bench-report.json")
PATIENCE = 60.0
"""Seconds to wait for the keys of a place to be pressed, or for a tag at its reader."""
PICTURES = 20
"""How many pictures are shown one after the other to measure their times."""
OPENING = 60.0
"""Seconds to wait for a table to open."""
STARTING = 3.0
"""Seconds for which devices that do not work at once are tried again."""


@click.command("bench-kit", cls=Command)
@click.option("--profile", help="Profile of the table, instead of the one in the settings.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default=REPORT, help="File for the report.")
@table_options
def bench_kit(ctx: click.Context, profile: str | None, out: Path, data: Path | None) -> None:
    """Test a real table in half an hour: every key, knob, display, lamp and reader, drawing times, two phones, and
    memory. The report names parts and figures, but no person, network or place.

    Stop a running table first. Ctrl-C skips the current test.
    """
    speaker, config = speaker_of(ctx), config_of(ctx, profile=profile, data=data)
    wired = wired_profile(config, LocalMachine())
    driven = drive(wired, time.monotonic, config.folder, config.mqtt)
    kit = BenchKit(driven.devices, Terminal(speaker))
    try:
        parts = kit.parts()
    finally:
        driven.devices.close()
    phones = kit.phones(lambda: open_table(config, speaker.language))
    report = BenchReport(machine_facts(), own_version(), kit.pins_by, parts, phones)
    save(report, out, kit.person)
    click.echo(report.row())


def save(report: BenchReport, out: Path, person: Person) -> None:
    """Write a report to ``out``. If that fails, print it, because it took half an hour."""
    try:
        out.write_bytes(report.text())
    except OSError as error:
        why = error.strerror or str(error)
        person.tell(say("{file} cannot be written ({why}). This is the report:", file=str(out), why=why))
        click.echo(report.text())
    else:
        person.tell(say("Written: {file}. Look through it, and send it to whoever keeps the list.", file=str(out)))


class Person(Protocol):
    """The person who tries the table: reads messages, and answers what the program cannot measure."""

    def tell(self, words: Message) -> None: ...

    def ask(self, question: Message) -> bool | None:
        """Yes or no; None if it is skipped."""


@dataclass
class Terminal:
    """A ``Person`` at the terminal in which the program runs."""

    speaker: Speaker

    def tell(self, words: Message) -> None:
        click.echo(self.speaker.say(words))

    def ask(self, question: Message) -> bool | None:
        try:
            return click.confirm(self.speaker.say(question), default=True)
        except click.Abort:
            click.echo()
            return None


class OpenTable(Protocol):
    """A table that is open for phones."""

    def memory(self) -> float:
        """Memory of its process in megabytes."""


@dataclass
class TableProcess:
    """An open table that runs in a process of its own."""

    process: subprocess.Popen[bytes]

    def memory(self) -> float:
        """The proportional set size of the process in megabytes."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text("ascii").splitlines()
        return round(sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024, 1)


@contextmanager
def open_table(config: Config, language: str) -> Iterator[TableProcess]:
    """Open the table of this configuration with a temporary data folder; it prints its address in ``language``."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "run", "--data", folder, "--port", str(config.port)]
        command += ["--profile", _found(config), "--language", language]
        process = subprocess.Popen(command)  # noqa: S603  (our own program)
        try:
            _wait_for(config.port, process)
            yield TableProcess(process)
        finally:
            process.terminate()
            process.wait(30)


def _found(config: Config) -> str:
    """The profile of the configuration; as a path if it is in the data folder, since the table for the phones uses
    another one.
    """
    own = config.folder / OWN / f"{config.profile}.toml"
    return str(own) if config.profile not in shipped_profiles() and own.exists() else config.profile


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a table answers at ``port``, or ``process`` has ended."""
    end = time.monotonic() + OPENING
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise CommandError(say("The table did not open. Try it with companion run."))


@dataclass
class BenchKit:
    """Tries the devices of a table together with a ``person``. ``clock`` returns seconds; ``heard`` receives the events
    of devices.
    """

    devices: Devices
    person: Person
    clock: Callable[[], float] = time.monotonic
    patience: float = PATIENCE
    heard: SimpleQueue[Event] = field(default_factory=SimpleQueue)
    pins_by: str = ""

    def parts(self) -> tuple[PartReport, ...]:
        """Try every part, one by one, and return the reports."""
        self.devices.start(self.heard.put)
        self.devices.mend()
        self.pins_by = self.devices.pins_by()
        with suppress(KeyboardInterrupt):
            time.sleep(STARTING if any(wire.fault for wire in self.devices.survey()) else 0)
        by_device: dict[str, list[Wire]] = {}
        for wire in self.devices.survey():
            by_device.setdefault(wire.device, []).append(wire)
        return tuple(self._part(device, wires) for device, wires in by_device.items())

    def phones(self, opened: Callable[[], AbstractContextManager[OpenTable]]) -> PhonesReport | None:
        """Try two phones at the table, if there are any, and measure the memory of its process."""
        if not self.person.ask(say("Are two phones at hand, in the Wi-Fi of this table?")):
            return None
        with opened() as table:
            ready = self.person.ask(say("The table is open now. Sit down with one phone. Does it show your seat?"))
            before = table.memory()
            words = say("Sit down with the other, choose a game and play three turns. Did both follow at once?")
            followed = bool(ready) and bool(self.person.ask(words))
            return PhonesReport(followed, before, table.memory())

    def _part(self, device: str, wires: list[Wire]) -> PartReport:
        wire = wires[0]
        fault = next((each.fault for each in wires if each.fault is not None), None)
        report = PartReport(device, _by(wire), fault.trouble if fault is not None else "")
        if fault is not None:
            self.person.tell(say("{part}: it does not work ({why}).", part=_named(wire), why=fault.trouble))
            return report
        try:
            return self._tried(report, place_of(device), part_of(device), wires)
        except KeyboardInterrupt:
            self.person.tell(say("Skipped."))
        except DeviceGone:
            self.person.tell(say("{part}: it is gone.", part=_named(wire)))
            report = PartReport(device, report.by, "gone")
        return report

    def _tried(self, report: PartReport, place: int, part: DevicePart, wires: list[Wire]) -> PartReport:
        match part:
            case "keys":
                lines = listed([called(wire) for wire in wires])
                self.person.tell(
                    say("{place}: press each once, turn the knob: {lines}.", place=place_named(place), lines=lines)
                )
                heard, edges = self._presses(report.device, [wire.line for wire in wires])
                return PartReport(report.device, report.by, heard=heard, edges=edges)
            case "reader":
                self.person.tell(say("{place}: hold a tag to the reader.", place=place_named(place)))
                heard, _ = self._presses(report.device, ["reader"])
                return PartReport(report.device, report.by, heard=heard)
            case "display":
                display = self.devices.displays[place]
                paints = PaintTimes.of([self._seconds_to_show(display, face) for face in _faces_to_show(place)])
                words = say("{place}: is the picture sharp, and the right way up?", place=place_named(place))
                fine = self.person.ask(words)
                return PartReport(report.device, report.by, size=display.size, paints=paints, fine=fine)
            case "light":
                self.devices.lights[place].set(True)
                fine = self.person.ask(say("{place}: does its lamp shine?", place=place_named(place)))
                self.devices.lights[place].set(False)
                return PartReport(report.device, report.by, fine=fine)
            case "buzzer":
                self.devices.buzzers[place].beep()
                fine = self.person.ask(say("{place}: did it sound?", place=place_named(place)))
                return PartReport(report.device, report.by, fine=fine)
        assert_never(part)

    def _presses(self, device: str, lines: list[str]) -> tuple[dict[str, int], dict[str, int]]:
        """(presses of each line, edges of each line), counted until every line was pressed, or for ``PATIENCE``."""
        heard, edges = dict.fromkeys(lines, 0), dict.fromkeys(lines, 0)
        debouncer, end = Debouncer(), self.clock() + self.patience
        while not all(heard.values()) and self.clock() < end:
            for line, presses, moved in self._next(device, debouncer):
                heard[line] = heard.get(line, 0) + presses
                edges[line] = edges.get(line, 0) + moved
        return heard, {line: number for line, number in edges.items() if number}

    def _next(self, device: str, debouncer: Debouncer) -> Iterator[tuple[str, int, int]]:
        """The next event: (line, presses or detents, edges)."""
        try:
            event = self.heard.get(timeout=0.05)
        except Empty:
            yield from _pressed(debouncer, self.clock())
            return
        if event.device != device:
            return
        match event:
            case Edge(line=line):
                yield line, sum(isinstance(each, Press) for each in debouncer.feed(event)), 1
            case Turn(steps=steps):
                yield ENCODER, abs(steps), 0
            case Tag():
                yield "reader", 1, 0
            case RemotePress(line=line):
                yield line, 1, 0
            case Disconnected() | Reconnected():
                pass

    def _seconds_to_show(self, display: Display, face: ProbeFace) -> float:
        picture = draw(face, size=display.size)
        began = self.clock()
        display.show(picture)
        return self.clock() - began


def _faces_to_show(place: int) -> tuple[ProbeFace, ...]:
    """The faces to show: digits and a full picture in turn, at the end the letters that the person is asked about."""
    digits, full = ProbeFace(seat=place, title="0123456789"), ProbeFace(seat=place, title="", full=True)
    return (*islice(cycle((digits, full)), PICTURES - 1), ProbeFace(seat=place, title="ABC"))


def _pressed(debouncer: Debouncer, now: float) -> Iterator[tuple[str, int, int]]:
    for event in debouncer.advance(now):
        if isinstance(event, Press):
            yield event.key, 1, 0


def _named(wire: Wire) -> Message:
    return say("{place}, {thing}", place=place_named(place_of(wire.device)), thing=called(wire))


def _by(wire: Wire) -> str:
    """How a part is connected, without saying where."""
    if wire.driver:
        return wire.driver
    if wire.address is not None:
        return "i2c"
    if wire.pins and "spidev" not in wire.node:
        return "pins"
    return "spi" if "spidev" in wire.node else "pod" if wire.node else "simulated"
