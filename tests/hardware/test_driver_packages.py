"""Drivers of packages: what a profile says of them, what is loaded, and that none of them ends the table."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PIL import Image

from companion import drivers
from companion.commands.doctor.device_checks import check_devices
from companion.core.wording import Speaker
from companion.drivers import drive
from companion.locale import speaker
from companion.walk.profile_text import profile_text
from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.errors import DeviceGone
from hardware.ports import (
    Devices,
    Fault,
    NumberedDisplay,
    Pattern,
    Post,
    RenewedDisplay,
    SideColour,
    Wire,
)
from hardware.profile import ProfileError
from hardware.profile_files import load
from tests.hardware.test_profile import PI, SIM, problems
from tests.ports import free_port

NUMPAD = """
[[seat]]
number = 2
keys = { driver = "evdev", path = "/dev/input/by-id/usb-numpad-event-kbd" }
reader = { driver = "acme-reader", speed = 9600, gain = 0.5 }
"""


def english() -> Speaker:
    return speaker("en", {})


# -- profiles --------------------------------------------------------------------------------------------------------


def test_a_part_can_be_given_to_a_driver() -> None:
    keys, reader = load(PI + NUMPAD, "t").driven()
    assert (keys.place, keys.part, keys.driver, keys.path) == (2, "keys", "evdev", "seat[1].keys")
    assert keys.settings == {"path": "/dev/input/by-id/usb-numpad-event-kbd"}
    assert (reader.device, reader.driver) == ("seat2.reader", "acme-reader")


def test_beside_pins_only_that_part_is_the_drivers() -> None:
    text = PI + '[panel]\nkeys = { ok = 4 }\ndisplay = { driver = "acme" }\n'
    place = load(text, "t").places()[0]
    assert (place.keys, place.parts, [one.part for one in place.driven]) == ((("ok", 4),), {"keys"}, ["display"])


def test_a_simulated_place_has_the_rest() -> None:
    (seat,) = load(SIM + '[[seat]]\nnumber = 1\nkeys = { driver = "evdev", path = "x" }\n', "t").seats
    assert seat.parts == {"oled", "light", "buzzer"}


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ('display = { driver = "a" }\noled = { bus = 1, address = 0x3C }', "seat[1].display"),
        ('keys = { driver = "a" }\nencoder = { a = 4, b = 5 }', "seat[1].encoder"),
        ('keys = { driver = "a" }\npod = "/dev/x"', "seat[1].keys"),
        ("reader = { speed = 1 }", "seat[1].reader.driver"),
        ('light = { driver = "" }', "seat[1].light.driver"),
        ("display = 7", "seat[1].display"),
    ],
)
def test_what_does_not_go_together_is_refused(table: str, path: str) -> None:
    assert path in problems(f"{PI}[[seat]]\nnumber = 1\n{table}\n")


def test_a_pod_may_have_a_reader_beside_it() -> None:
    (seat,) = load(PI + '[[seat]]\nnumber = 1\npod = "/dev/x"\nreader = { driver = "a" }\n', "t").seats
    assert (seat.pod, [one.part for one in seat.driven]) == ("/dev/x", ["reader"])


def test_the_walk_writes_it_again() -> None:
    profile = load(PI + NUMPAD, "t")
    assert load(profile_text(profile), "t") == profile


# -- loading ---------------------------------------------------------------------------------------------------------


class Lamp:
    """A lamp whose library has errors of its own."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        if self.error is not None:
            raise self.error


class Panel:
    """A display of whatever kind."""

    size = (128, 64)
    bus = "1"
    numbers: tuple[int, ...] = ()
    renewed = 0

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        raise RuntimeError("the picture was of a secret")

    def blank(self) -> None:
        raise DeviceGone("seat1.display", "no power")

    def close(self) -> None:
        raise RuntimeError


class NumberedPanel(Panel):
    def show_as(self, number: int, image: Image.Image, *, private: bool = False) -> None:
        self.numbers += (number,)


class RenewedPanel(Panel):
    def renew(self) -> None:
        self.renewed += 1


class BrokenKeys:
    def start(self, post: Post) -> None:
        raise RuntimeError("no")

    def close(self) -> None:
        raise RuntimeError("no")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch):
    """Installs a driver `acme` whose package gives a value."""

    def install(value: object) -> None:
        monkeypatch.setattr(sys.modules[__name__], "GIVEN", value, raising=False)
        entry = EntryPoint("acme", f"{__name__}:GIVEN", "companion.drivers")
        monkeypatch.setattr(drivers, "installed_drivers", lambda: (entry,))

    return install


def giving(value: object) -> Callable[..., object]:
    return lambda *_: value


def lamp_of(made: Devices, *, parts: frozenset = frozenset({"light"})) -> DriverPackage:
    return DriverPackage(1, parts, giving(made))


TEXT = PI + '[[seat]]\nnumber = 1\nlight = { driver = "acme" }\n'


def opened(text: str, folder: Path) -> Devices:
    return drive(load(text, "t"), time.monotonic, folder).devices


def why(devices: Devices) -> str:
    (wire,) = devices.survey()
    assert wire.fault is not None
    assert wire.fault.trouble == "driver"
    assert (wire.device, wire.driver) == ("seat1.light", "acme")
    (finding,) = check_devices(devices)
    assert finding.level == "bad"
    assert wire.fault.what in english().say(finding.what)
    return wire.fault.what


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no package", "instead of a DriverPackage"),
        (DriverPackage(2, frozenset({"light"}), giving(Devices())), "contract 2, this is 1"),
        (DriverPackage(1, frozenset({"keys"}), giving(Devices())), "it drives no light"),
        (DriverPackage(1, frozenset({"light"}), giving(Devices())), "it opens no seat1.light"),
        (DriverPackage(1, frozenset({"light"}), giving(7)), "instead of Devices"),
        (
            DriverPackage(1, frozenset({"light"}), giving(Devices(lights={1: Lamp(), 5: Lamp()}))),
            "seat5.light, which no profile gave it",
        ),
        (DriverPackage(1, frozenset({"light"}), lambda *_: 1 / 0), "ZeroDivisionError"),
    ],
)
def test_a_driver_that_does_not_fit_is_a_fault_and_the_table_opens(
    value: object, reason: str, installed, tmp_path: Path
) -> None:
    installed(value)
    devices = opened(TEXT, tmp_path)
    assert reason in why(devices)
    devices.close()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Seat 1, Lamp: The driver acme is not installed. Install its package, or correct the profile."),
        ("es", "Sitio 1, Lámpara: El controlador acme no está instalado. Instala su paquete o corrige el perfil."),
    ],
)
def test_a_driver_that_is_not_installed_is_named(language: str, words: str, tmp_path: Path) -> None:
    (finding,) = check_devices(opened(TEXT, tmp_path))
    assert (finding.level, speaker(language, {}).say(finding.what)) == ("bad", words)


def test_what_it_says_of_settings_refuses_the_profile(installed, tmp_path: Path) -> None:
    def make(wanted: Sequence[WantedPart], site: DriverSite) -> Devices:
        wanted[0].settings.only(("speed",))
        return Devices(lights={1: Lamp()})

    installed(DriverPackage(1, frozenset({"light"}), make))
    with pytest.raises(ProfileError, match=r"seat\[1\].light.sped: unknown key \(did you mean \"speed\"\?\)"):
        opened(TEXT.replace('"acme"', '"acme", sped = 1'), tmp_path)


def test_an_error_of_a_driver_is_a_device_that_does_not_work(installed, tmp_path: Path) -> None:
    lamp = Lamp()
    wires = (Wire("seat1.light", "light", node="ttyX"),)
    installed(lamp_of(Devices(lights={1: lamp}, survey=lambda: wires)))
    devices = opened(TEXT, tmp_path)
    devices.lights[1].set(True)
    assert devices.survey() == (Wire("seat1.light", "light", node="ttyX", driver="acme"),)
    lamp.error = RuntimeError("the text of it may hold a secret")
    with pytest.raises(DeviceGone):
        devices.lights[1].set(False)
    assert devices.survey()[0].fault == Fault("driver", "acme: RuntimeError")
    devices.close()
    lamp.error = None
    devices.lights[1].set(True)
    assert devices.survey()[0].fault is None


def test_keys_that_cannot_be_started_end_nothing(installed, tmp_path: Path) -> None:
    wires = (Wire("seat1.keys", "ok"),)
    installed(lamp_of(Devices(keys={1: BrokenKeys()}, survey=lambda: wires), parts=frozenset({"keys"})))
    devices = opened(TEXT.replace("light", "keys"), tmp_path)
    devices.start([].append)
    assert devices.survey()[0].fault == Fault("driver", "acme: RuntimeError")
    devices.close()


@pytest.mark.parametrize("kind", [Panel, NumberedPanel, RenewedPanel])
def test_a_display_keeps_its_kind_behind_the_guard(kind: type[Panel], installed, tmp_path: Path) -> None:
    panel = kind()
    installed(lamp_of(Devices(displays={1: panel}), parts=frozenset({"display"})))
    devices = opened(TEXT.replace("light", "display"), tmp_path)
    shown = devices.displays[1]
    assert isinstance(shown, NumberedDisplay) == (kind is NumberedPanel)
    assert isinstance(shown, RenewedDisplay) == (kind is RenewedPanel)
    picture = Image.new("1", (128, 64))
    with pytest.raises(DeviceGone, match="RuntimeError"):
        shown.show(picture)
    with pytest.raises(DeviceGone, match="no power"):
        shown.blank()
    if isinstance(shown, NumberedDisplay):
        shown.show_as(7, picture)
        assert panel.numbers == (7,)
    if isinstance(shown, RenewedDisplay):
        shown.renew()
        assert panel.renewed == 1
    devices.close()


# -- what is imported ------------------------------------------------------------------------------------------------

LOADED = """
import sys, time
from pathlib import Path
from companion.drivers import drive
from hardware.profile_files import load
drive(load({text!r}, "t"), time.monotonic, Path({folder!r})).devices.close()
print(*sorted(name for name in sys.modules if name.startswith({watched!r})))
"""
BUTTON = '[[seat]]\nnumber = 1\nkeys = { driver = "mqtt", button = [{ topic = "a", presses = { single = "ok" } }] }\n'
WATCHED = (
    "hardware.input_devices",
    "hardware.tag_readers",
    "hardware.pi.pins",
    "hardware.pods",
    "gpiozero",
    "luma",
    "serial",
    "smbus2",
    "paho",
)


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        (SIM + "[[seat]]\nnumber = 1\n", ()),
        (PI + '[[seat]]\nnumber = 1\nkeys = { driver = "evdev", path = "/none" }\n', ("hardware.input_devices",)),
        (SIM + '[[seat]]\nnumber = 1\nkeys = { driver = "evdev", path = "/none" }\n', ("hardware.input_devices",)),
        (SIM + '[[seat]]\nnumber = 1\nreader = { driver = "pn532", path = "/none" }\n', ("hardware.tag_readers",)),
        (SIM + BUTTON, ("paho",)),
    ],
)
def test_a_table_imports_only_what_its_profile_asks_for(text: str, loads: tuple[str, ...], tmp_path: Path) -> None:
    program = LOADED.format(text=text, folder=str(tmp_path), watched=WATCHED)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert {next(one for one in WATCHED if name.startswith(one)) for name in run.stdout.split()} == set(loads)


WHOLE = """
import sys
from companion.app import build
from companion.config import Config
app = build(Config(port={port}, names=("table",), data={folder!r}, profile={profile!r}), bind="127.0.0.1")
app.start()
app.close()
print(*sorted(name for name in sys.modules if name.startswith({watched!r})))
"""


@pytest.mark.parametrize("profile", ["simulated", "sim-tags"])
def test_a_whole_table_without_drivers_imports_none(profile: str, tmp_path: Path) -> None:
    """Opened, served and closed: its readers are simulated ones."""
    program = WHOLE.format(port=free_port(), folder=str(tmp_path), profile=profile, watched=(*WATCHED, "hardware.pi"))
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=240)
    assert run.stdout.split() == []
