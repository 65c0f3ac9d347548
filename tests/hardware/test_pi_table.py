"""A wired table when something is wrong: what is offline, what goes on, and how it comes back by itself."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.pi import PiPin
from PIL import Image

from hardware.colours import LAMPS, SIDES
from hardware.errors import DeviceGone
from hardware.pi.faults import chip_fault, fault_of
from hardware.pi.pi_table import PiTable
from hardware.pi.pins import Pins
from hardware.pi.retry_thread import RETRY
from hardware.ports import Disconnected, Edge, Event, Fault, Reconnected, SideColour, Trouble, Turn, Wire
from hardware.profile_files import load, read_shipped
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.fake_lines import FakeLines
from tests.hardware.headers import Header, TimedFactory
from tests.hardware.line_checks import until

SEAT = """
name = "one"
kind = "pi"
[[seat]]
number = 1
keys = { up = 4, ok = 17 }
encoder = { a = 9, b = 11, push = 5, half = true }
oled = { bus = 1, address = 0x3C }
light = { red = 16, green = 20, blue = 21 }
buzzer = 13
[[seat]]
number = 2
keys = { ok = 14 }
oled = { bus = 1, address = 0x3D }
light = 26
"""


class Bench:
    """A table of two seats whose parts are watched over by the test, at its own time."""

    def __init__(self, buses: Buses, folder: Path, text: str = SEAT) -> None:
        self.now = 100.0
        for address in (0x3C, 0x3D):
            buses.i2c.setdefault((1, address), Ssd1306())
        self.table = PiTable(load(text, "one.toml"), lambda: self.now, folder)
        self.devices = self.table.devices()
        self.events: list[Event] = []

    def open(self) -> None:
        """Start all but the thread that watches: the test looks itself."""
        for keys in self.devices.keys.values():
            keys.start(self.events.append)
        self.table.watch._post = self.events.append
        self.look()

    def look(self, after: float = 0.0) -> None:
        self.now += after
        self.table.watch.look()

    def told(self, *kinds: type) -> list[tuple[type, str]]:
        found = [
            (type(event), event.device)
            for event in self.events
            if isinstance(event, kinds or (Disconnected, Reconnected))
        ]
        self.events.clear()
        return found

    def fault(self, device: str, line: str) -> Fault | None:
        return self.wire(device, line).fault

    def wire(self, device: str, line: str) -> Wire:
        return next(wire for wire in self.devices.survey() if (wire.device, wire.line) == (device, line))


@pytest.fixture
def bench(header: Header, buses: Buses, tmp_path: Path) -> Any:
    made = Bench(buses, tmp_path)
    yield made
    made.devices.close()


def test_nothing_is_opened_before_the_start(bench: Bench, header: Header, buses: Buses) -> None:
    assert header.taken() == 0
    assert buses.opened == []
    bench.open()
    assert header.taken() == 11
    assert {device for _, device in bench.told(Reconnected)} == {wire.device for wire in bench.devices.survey()}


# -- keys ------------------------------------------------------------------------------------------------------------


def test_a_pin_in_use_takes_one_key_away_until_it_is_free(bench: Bench, header: Header) -> None:
    end_use = header.occupy(17)
    bench.open()
    fault = bench.fault("seat1.keys", "ok")
    assert fault is not None
    assert fault.trouble == "busy"
    assert bench.fault("seat1.keys", "up") is None
    assert (Disconnected, "seat1.keys") in bench.told(Disconnected)
    header.close_contact(4)
    until(lambda: bench.events)
    assert bench.told(Edge) == [(Edge, "seat1.keys")], "the key beside it goes on"
    end_use()
    bench.look(RETRY / 2)
    assert bench.fault("seat1.keys", "ok") is not None, "not before its time"
    bench.look(RETRY / 2)
    assert bench.fault("seat1.keys", "ok") is None
    assert bench.told() == [(Reconnected, "seat1.keys")]
    header.close_contact(17)
    until(lambda: bench.events)
    assert [(event.line, event.level) for event in bench.events if isinstance(event, Edge)] == [("ok", True)]


def test_an_encoder_whose_second_pin_is_in_use_gives_the_first_back(bench: Bench, header: Header) -> None:
    end_use = header.occupy(11)
    bench.open()
    for _ in range(3):
        bench.look(RETRY)
        assert bench.fault("seat1.keys", "encoder") is not None
    end_use()
    bench.look(RETRY)
    assert bench.fault("seat1.keys", "encoder") is None


def test_a_half_encoder_clicks_twice_in_a_cycle(bench: Bench, header: Header) -> None:
    bench.open()
    bench.events.clear()
    for move in (header.close_contact, header.open_contact):
        move(9)
        move(11)
    until(lambda: len(bench.events) == 2)
    assert [event.steps for event in bench.events if isinstance(event, Turn)] == [1, 1]


def test_a_callback_does_nothing_but_put_in(mock: TimedFactory, buses: Buses, tmp_path: Path) -> None:
    """With a worn contact too: every edge as it comes, dated when it came, in the thread of the pin."""
    bench = Bench(buses, tmp_path)
    mock.clock = lambda: bench.now
    bench.open()
    bench.events.clear()
    threads = set()
    keep = bench.events.append
    bench.devices.keys[1].start(lambda event: (threads.add(threading.current_thread()), keep(event))[1])
    for n in range(7):
        bench.now = 200.0 + n / 1000
        (mock.pin(17).drive_high if n % 2 else mock.pin(17).drive_low)()
    edges = [event for event in bench.events if isinstance(event, Edge)]
    assert [event.level for event in edges] == [True, False, True, False, True, False, True]
    assert [round(event.at - 200, 3) for event in edges] == [0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006]
    assert threads == {threading.current_thread()}
    bench.devices.close()


# -- lamps and buzzers -----------------------------------------------------------------------------------------------


def colour(header: Header) -> tuple[float, ...]:
    return tuple(round(header.brightness(pin), 2) for pin in (16, 20, 21))


def test_a_coloured_lamp_shines_in_the_colour_of_its_seat(bench: Bench, header: Header) -> None:
    bench.open()
    bench.devices.lights[1].set(True)
    assert colour(header) == LAMPS[1]
    bench.devices.lights[1].set(False)
    assert colour(header) == (0, 0, 0)


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_coloured_lamp_shines_in_the_colour_of_a_side_and_then_in_its_own_again(
    bench: Bench, header: Header, side: SideColour
) -> None:
    bench.open()
    bench.devices.lights[1].set(True, "steady", side)
    assert colour(header) == SIDES[side]
    assert max(SIDES[side]) == SIDES[side][2 if side == "blue" else 0]
    bench.devices.lights[1].set(True, "quick", side)
    for shown in (0.0, SIDES[side][1], 0.0):
        until(lambda shown=shown: round(header.brightness(20), 2) == shown)
    bench.devices.lights[1].set(True)
    assert colour(header) == LAMPS[1]


def test_a_lamp_of_one_colour_shines_for_any_side(bench: Bench, header: Header) -> None:
    bench.open()
    bench.devices.lights[2].set(True, "steady", "blue")
    assert header.brightness(26) == 1
    bench.devices.lights[2].set(False, "steady", "blue")
    assert header.brightness(26) == 0


def test_lamps_blink_until_something_else_is_said(bench: Bench, header: Header) -> None:
    bench.open()
    for place, pin in ((1, 16), (2, 26)):
        lamp = bench.devices.lights[place]
        lamp.set(True, "quick")
        until(lambda pin=pin: header.brightness(pin))
        begun = time.monotonic()
        until(lambda pin=pin: not header.brightness(pin))
        until(lambda pin=pin: header.brightness(pin))
        assert time.monotonic() - begun > 0.1
        lamp.set(True)
        assert header.brightness(pin) > 0
        lamp.set(False)
        time.sleep(0.15)
        assert header.brightness(pin) == 0


def test_a_buzzer_sounds_once_and_nobody_waits_for_it(bench: Bench, header: Header) -> None:
    bench.open()
    bench.devices.buzzers[1].beep()
    until(lambda: header.history(13) == [False, True, False])
    time.sleep(0.15)
    assert header.history(13) == [False, True, False]
    bench.devices.buzzers[1].beep()
    bench.devices.close()
    assert not header.brightness(13)


def test_a_lamp_that_is_gone_says_so_and_comes_back(bench: Bench, header: Header) -> None:
    with pytest.raises(DeviceGone, match="not tried yet"):
        bench.devices.lights[2].set(True)
    end_use = header.occupy(26)
    bench.open()
    with pytest.raises(DeviceGone, match=r"seat2\.light does not answer"):
        bench.devices.lights[2].set(True)
    end_use()
    bench.look(RETRY)
    bench.devices.lights[2].set(True)
    assert header.brightness(26)


def test_a_lamp_that_fails_in_use_is_gone_for_a_while(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.open()
    bench.events.clear()

    def fail(_: Any) -> None:
        raise OSError(errno.EIO, "no")

    monkeypatch.setattr("gpiozero.DigitalOutputDevice.on", fail)
    with pytest.raises(DeviceGone, match="silent"):
        bench.devices.lights[2].set(True)
    bench.look()
    assert bench.told() == [(Disconnected, "seat2.light")]
    monkeypatch.undo()
    bench.look(RETRY)
    assert bench.told() == [(Reconnected, "seat2.light")]
    bench.devices.lights[2].set(True)


# -- displays --------------------------------------------------------------------------------------------------------


def test_a_display_that_vanishes_is_gone_and_the_others_go_on(bench: Bench, buses: Buses) -> None:
    bench.open()
    bench.events.clear()
    buses.silent[1, 0x3C] = errno.EREMOTEIO
    one, two = bench.devices.displays[1], bench.devices.displays[2]
    with pytest.raises(DeviceGone):
        one.show(Image.new("1", (128, 64), 1))
    two.show(Image.new("1", (128, 64), 1))
    bench.look()
    assert bench.told() == [(Disconnected, "seat1.display")]
    assert bench.fault("seat1.display", "display") == Fault("silent", "/dev/i2c-1")
    bench.look(RETRY)
    bench.look(RETRY)
    assert bench.told() == [], "it is told once"
    del buses.silent[1, 0x3C]
    bench.look(RETRY / 2)
    assert bench.told() == [], "not before its time"
    bench.look(RETRY / 2)
    assert bench.told() == [(Reconnected, "seat1.display")]
    one.show(Image.new("1", (128, 64), 1))
    assert buses.i2c[1, 0x3C].seen().getbbox()


def test_a_bus_that_stumbles_once_gets_its_picture_again(bench: Bench, buses: Buses) -> None:
    """The display answers again before anybody looks; it must be told all the same that its picture is lost."""
    bench.open()
    bench.events.clear()
    buses.silent[1, 0x3C] = errno.EIO
    with pytest.raises(DeviceGone):
        bench.devices.displays[1].blank()
    buses.silent.clear()
    bench.look()
    bench.look(RETRY)
    assert bench.told() == [(Disconnected, "seat1.display"), (Reconnected, "seat1.display")]


def test_a_display_that_was_never_there_is_told_of_too(bench: Bench, buses: Buses) -> None:
    del buses.i2c[1, 0x3D]
    bench.open()
    assert bench.told(Disconnected) == [(Disconnected, "seat2.display")]


def test_the_thread_that_watches_brings_it_back(mock: TimedFactory, buses: Buses, tmp_path: Path) -> None:
    bench = Bench(buses, tmp_path)
    buses.silent[1, 0x3C] = errno.EIO
    came = threading.Event()

    def post(event: Event) -> None:
        bench.events.append(event)
        if event.device == "seat1.display":
            came.set()

    bench.devices.start(post)
    assert came.wait(5)
    assert isinstance(bench.events[-1], Disconnected) or (Disconnected, "seat1.display") in bench.told(Disconnected)
    came.clear()
    buses.silent.clear()
    bench.now += RETRY
    assert came.wait(5)
    assert bench.fault("seat1.display", "display") is None
    bench.devices.close()
    bench.devices.close()


# -- the chip --------------------------------------------------------------------------------------------------------


class Refusing:
    """lgpio's error: an exception with words and nothing else."""

    class error(Exception):  # noqa: N801  (its name there)
        pass


@pytest.mark.parametrize(
    ("words", "trouble"),
    [("GPIO busy", "busy"), ("bad handle", "broken")],
)
def test_lgpio_says_in_words_what_is_wrong(words: str, trouble: Any) -> None:
    assert chip_fault(Refusing.error(words), "/dev/gpiochip0").trouble == trouble


def test_a_board_that_gpiozero_does_not_know() -> None:
    refused = PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")
    assert chip_fault(refused, "/dev/gpiochip0") == Fault("board")


def test_a_chip_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = tmp_path / "gpiochip0"
    refused = Refusing.error("can not open gpiochip")
    assert chip_fault(refused, str(node)) == Fault("missing", str(node))
    node.touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert chip_fault(refused, str(node)) == Fault("forbidden", str(node))
    monkeypatch.setattr(os, "access", lambda *_: True)
    assert chip_fault(refused, str(node)) == Fault("busy", str(node))


def test_what_is_raised_without_a_number_is_passed_on_in_its_own_words() -> None:
    assert fault_of(RuntimeError("smoke"), "/dev/i2c-1") == Fault("broken", "smoke")
    assert fault_of(RuntimeError(), "/dev/i2c-1") == Fault("broken", "RuntimeError")
    assert fault_of(ModuleNotFoundError("no", name="spidev"), "/dev/spidev0.0") == Fault("library", "spidev")


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[int | None]]:
    """Off a mock table: `lgpio` opens whatever it is told, or raises."""

    def lay(factory: Any) -> list[int | None]:
        opened: list[int | None] = []

        def open_chip(chip: int | None) -> Any:
            opened.append(chip)
            if isinstance(factory, Exception):
                raise factory
            return factory

        monkeypatch.setattr("gpiozero.Device.pin_factory", None)
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=open_chip))
        return opened

    return lay


@pytest.mark.parametrize("chip", [None, 0, 4])
def test_the_chip_of_the_profile_is_opened_or_the_one_of_the_board(
    no_factory: Any, buses: Buses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chip: int | None
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    factory = MockFactory()
    opened = no_factory(factory)
    text = SEAT.replace("light = { red = 16, green = 20, blue = 21 }\n", "")
    bench = Bench(buses, tmp_path, (f"chip = {chip}\n" if chip is not None else "") + text)
    bench.open()
    assert opened == [chip], "once for all pins"
    assert os.environ["LG_WD"] == str(tmp_path), "where lgpio may write its pipe"
    assert bench.fault("seat1.keys", "ok") is None
    assert bench.devices.pins_by() == "lgpio"
    bench.devices.close()
    assert factory.pins == {}, "the chip is let go"


def test_without_lgpio_the_pins_are_driven_by_gpiod(lines: FakeLines, buses: Buses, tmp_path: Path) -> None:
    bench = Bench(buses, tmp_path)
    assert bench.devices.pins_by() == "", "nothing is loaded before it is needed"
    bench.open()
    assert bench.devices.pins_by() == "gpiod"
    assert [wire for wire in bench.devices.survey() if wire.fault is not None] == []
    bench.devices.close()


@pytest.mark.parametrize(
    ("number", "trouble"),
    [(errno.EACCES, "forbidden"), (errno.EPERM, "forbidden"), (errno.EBUSY, "busy"), (errno.ENOENT, "missing")],
)
def test_a_chip_that_gpiod_cannot_open_is_the_same_fault_as_by_lgpio(
    lines: FakeLines, buses: Buses, tmp_path: Path, number: int, trouble: Trouble
) -> None:
    lines.refused[str(lines.folder / "gpiochip0")] = number
    bench = Bench(buses, tmp_path)
    bench.open()
    assert bench.fault("seat1.keys", "ok") == Fault(trouble, "/dev/gpiochip0")
    assert bench.fault("seat2.light", "light") == Fault(trouble, "/dev/gpiochip0")
    assert bench.fault("seat2.display", "display") is None
    lines.refused.clear()
    bench.look(RETRY)
    assert [wire for wire in bench.devices.survey() if wire.fault is not None] == []
    bench.devices.close()


def test_a_lamp_whose_chip_is_pulled_out_says_which_chip_is_missing(
    lines: FakeLines, buses: Buses, tmp_path: Path
) -> None:
    lines.add(0, "something else")
    lines.add(3, "pinctrl-rp1")
    bench = Bench(buses, tmp_path)
    bench.open()
    lines.pull_out(3)
    with pytest.raises(DeviceGone, match="missing: /dev/gpiochip3"):
        bench.devices.lights[2].set(True)
    bench.devices.close()


def test_without_any_library_the_keys_are_offline_and_the_displays_go_on(
    lines: FakeLines, buses: Buses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hardware.pi.gpiod_pins", None)
    bench = Bench(buses, tmp_path)
    bench.open()
    assert bench.fault("seat1.keys", "ok") == Fault("library", "gpiod")
    assert bench.fault("seat2.light", "light") == Fault("library", "gpiod")
    assert bench.fault("seat2.display", "display") is None
    assert bench.devices.pins_by() == ""
    bench.devices.close()


def test_an_older_gpiod_of_the_system_is_as_good_as_none(tmp_path: Path) -> None:
    """Version 1 of the bindings is a module of its own kind under the same name."""
    (tmp_path / "gpiod.py").write_text("def chip(): ...")
    code = "from hardware.pi.pins import library\ntry: library()\nexcept Exception as error: print(error)"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(Path(__file__).parents[2])))}
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert asked.stdout.strip() == "library: gpiod"


def test_a_factory_that_gpiozero_was_given_by_the_environment_is_used(
    no_factory: Any, buses: Buses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = no_factory(RuntimeError("not this one"))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")
    bench = Bench(buses, tmp_path)
    bench.open()
    assert opened == []
    assert bench.fault("seat1.light", "light") is None
    assert bench.devices.pins_by() == "mock (GPIOZERO_PIN_FACTORY)"
    bench.devices.close()


class FarPins(TimedFactory):
    """Pins of another machine, as gpiozero's pigpio factory has them: its clock counts microseconds of 32 bits."""

    connection, host = object(), "192.168.1.9"
    far = 4_294_000_000
    """What that clock shows when the one here shows 0: it begins again a second later."""

    def ticks(self) -> int:
        return (self.far + int(self.clock() * 1_000_000)) % 2**32

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> float:
        return ((later - earlier) % 2**32) / 1_000_000


@pytest.mark.parametrize("at", [0.5, 0.9, 5.0])
def test_edges_of_pins_elsewhere_are_dated_by_the_clock_of_this_machine(
    at: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = FarPins()
    factory.clock = lambda: at + 0.2
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    monkeypatch.setattr("hardware.pi.pins.monotonic", lambda: 1000.0 + at + 0.2)
    moved: list[tuple[bool, float]] = []
    pins = Pins(None, tmp_path)
    contact = pins.contact(17, lambda closed, when: moved.append((closed, when)))
    pressed = (factory.far + int(at * 1_000_000)) % 2**32
    PiPin._call_when_changed(factory.pin(17), pressed, 0)
    ahead = (factory.ticks() + 900) % 2**32
    PiPin._call_when_changed(factory.pin(17), ahead, 1)
    assert moved == [(True, pytest.approx(1000.0 + at)), (False, pytest.approx(1000.0 + at + 0.2))]
    contact.close()
    pins.close()
    factory.reset()


def test_a_coloured_lamp_on_pins_that_cannot_dim_is_on_or_off_in_each_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    factory = MockFactory()
    monkeypatch.setattr("gpiozero.Device.pin_factory", factory)
    pins = Pins(None, tmp_path)
    lamp = pins.coloured((16, 20, 21), (1.0, 0.4, 0.6))
    lamp.on()
    assert [factory.pin(number).state for number in (16, 20, 21)] == [1, 0, 1]
    lamp.blink(10.0, "blue")
    lamp.off()
    assert [factory.pin(number).state for number in (16, 20, 21)] == [0, 0, 0]
    lamp.close()
    pins.close()
    factory.reset()


# -- profiles and memory ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pi-zero-2w", "pi-3-4", "pi-5", "pi-panel"])
def test_every_shipped_profile_can_be_driven(name: str, header: Header, buses: Buses, tmp_path: Path) -> None:
    table = PiTable(read_shipped(name), time.monotonic, tmp_path)
    table.watch.look()
    faults = {wire.line: wire.fault for wire in table.survey() if wire.fault is not None}
    assert set(faults) <= {"display"}, "here is no display, but every pin can be taken"
    table.devices().close()


def test_a_simulated_table_loads_neither_gpiozero_nor_luma() -> None:
    code = "import sys, companion.app; print([n for n in ('gpiozero', 'luma.core', 'hardware.pi') if n in sys.modules])"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == "[]"
