"""The doctor at a wired table: every device with its pins, what to do about each that does not work, and by hand."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from click.testing import CliRunner, Result
from gpiozero import DigitalOutputDevice

from companion.app import build
from companion.cli import main
from companion.commands.doctor.device_checks import ManualTrial
from companion.commands.doctor.held_back import held_back
from companion.config import Config
from companion.locale import speaker
from hardware.pi.pi_table import PiTable
from hardware.ports import Disconnected, Edge, Tag, Turn
from hardware.profile_files import load
from hardware.sim.sim_table import SimTable
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.fake_lines import FakeLines
from tests.hardware.headers import TimedFactory

TABLE = """
name = "small"
kind = "pi"
[panel]
keys = { ok = 26 }
oled = { bus = 1, address = 0x3C }
buzzer = 12
[[seat]]
number = 2
keys = { ok = 17, back = 27 }
encoder = { a = 5, b = 6 }
oled = { bus = 1, address = 0x3D }
light = 24
"""
Doctor = Callable[..., Result]


@pytest.fixture
def profile(tmp_path: Path, mock: TimedFactory, buses: Buses) -> Path:
    """A table on mock pins whose displays both answer."""
    for address in (0x3C, 0x3D):
        buses.i2c[1, address] = Ssd1306()
    file = tmp_path / "small.toml"
    file.write_text(TABLE, encoding="utf-8")
    return file


@pytest.fixture
def doctor(tmp_path: Path, profile: Path) -> Doctor:
    def call(*words: str) -> Result:
        line = ["doctor", "--profile", str(profile), "--data", str(tmp_path / "data"), *words]
        return CliRunner(env={"LANG": "en_GB.UTF-8", "PORT": ""}).invoke(main, line)

    return call


def of_devices(result: Result) -> list[tuple[str, str]]:
    return [(found["level"], found["what"]) for found in json.loads(result.output) if found["key"] == "devices"]


def test_every_device_is_named_with_its_pins(doctor: Doctor) -> None:
    assert of_devices(doctor("--json")) == [
        ("ok", "Panel, OK (pin 26, header 37): it can be used."),
        ("ok", "Panel, Display (I2C: /dev/i2c-1, address 0x3C): it can be used."),
        ("ok", "Panel, Buzzer (pin 12, header 32): it can be used."),
        ("ok", "Seat 2, OK (pin 17, header 11): it can be used."),
        ("ok", "Seat 2, Back (pin 27, header 13): it can be used."),
        ("ok", "Seat 2, Knob (contact A: pin 5, header 29) (contact B: pin 6, header 31): it can be used."),
        ("ok", "Seat 2, Display (I2C: /dev/i2c-1, address 0x3D): it can be used."),
        ("ok", "Seat 2, Lamp (pin 24, header 18): it can be used."),
    ]


@pytest.mark.parametrize(
    ("number", "what"),
    [
        (
            errno.ENOENT,
            "/dev/i2c-1 is not there. Switch I2C on by the installer or raspi-config, and start the machine anew.",
        ),
        (errno.EACCES, "This user may not use /dev/i2c-1. .* sudo usermod -a -G i2c \\$USER"),
        (errno.EBUSY, "/dev/i2c-1 is in use. End the other program."),
    ],
)
def test_a_bus_that_cannot_be_used_is_said_of_each_display(
    doctor: Doctor, buses: Buses, number: int, what: str
) -> None:
    buses.refused["/dev/i2c-1"] = number
    faults = [said for level, said in of_devices(doctor("--json")) if level == "look"]
    assert len(faults) == 2
    assert all(re.search(what, fault) for fault in faults)


def test_a_pin_in_use_and_a_display_that_is_not_there(doctor: Doctor, buses: Buses, mock: TimedFactory) -> None:
    other = DigitalOutputDevice(17, pin_factory=mock)
    del buses.i2c[1, 0x3D]
    result = doctor("--json")
    assert [said for level, said in of_devices(result) if level == "look"] == [
        "Seat 2, OK: The pin is in use. End the other program, switch its use off in config.txt, or take another pin.",
        "Seat 2, Display: It does not answer. Look at its wires and its address; it comes back by itself.",
    ]
    other.close()
    assert [level for level, _ in of_devices(doctor("--json"))].count("ok") == 7, "it gave every pin back"


def test_a_running_companion_keeps_its_devices(doctor: Doctor, profile: Path, tmp_path: Path) -> None:
    app = build(Config(profile=str(profile), data=str(tmp_path / "data")), synchronous="OFF")
    held = "A companion is running and holds the devices; its page Devices shows them."
    assert of_devices(doctor("--json")) == [("ok", held)]
    by_hand = doctor("--by-hand")
    assert (by_hand.exit_code, held in by_hand.output) == (1, True)
    app.close()


def test_what_cannot_be_driven_is_bad(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'luma'", name="luma")

    monkeypatch.setattr("companion.drivers.import_module", missing)
    result = doctor("--json")
    assert result.exit_code == 1
    [(level, what)] = of_devices(result)
    assert level == "bad"
    assert "pip install 'table-companion[pi]'" in what


@pytest.mark.parametrize(
    ("language", "words"), [("en", "The pins are driven by gpiod."), ("es", "Los pines se manejan con gpiod.")]
)
def test_it_says_what_drives_the_pins(
    tmp_path: Path, lines: FakeLines, buses: Buses, language: str, words: str
) -> None:
    file = tmp_path / "small.toml"
    file.write_text(TABLE, encoding="utf-8")
    line = ["doctor", "--json", "--profile", str(file), "--data", str(tmp_path / "data")]
    found = of_devices(CliRunner(env={"LANG": language, "PORT": ""}).invoke(main, line))
    assert found[0] == ("ok", words)
    assert lines.taken() == set(), "it gave every pin back"


def test_a_library_that_is_missing_is_bad_and_named(
    doctor: Doctor, lines: FakeLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hardware.pi.gpiod_pins", None)
    result = doctor("--json")
    assert result.exit_code == 1
    assert (
        *("bad", "Seat 2, Lamp: The library gpiod is not installed: pip install 'table-companion[pi]'"),
    ) in of_devices(result)
    assert not [said for _, said in of_devices(result) if "driven" in said]


def test_drivers_of_a_simulated_table_are_looked_at(tmp_path: Path) -> None:
    """And what is simulated is not: a laptop with a numeric pad."""
    file = tmp_path / "laptop.toml"
    pad = 'keys = { driver = "evdev", path = "/dev/input/by-id/none" }'
    file.write_text(f'name = "laptop"\nkind = "sim"\n[[seat]]\nnumber = 1\n{pad}\nparts = ["oled"]\n', encoding="utf-8")
    line = ["doctor", "--json", "--profile", str(file), "--data", str(tmp_path / "data")]
    found = of_devices(CliRunner(env={"LANG": "en", "PORT": ""}).invoke(main, line))
    said = "Seat 1, OK: /dev/input/by-id/none is not there. Plug it in or switch it on; it comes back by itself."
    assert ("look", said) in found
    assert not [said for _, said in found if "Display" in said]


# -- by hand ---------------------------------------------------------------------------------------------------------


def test_by_hand_a_reader_says_that_it_has_read_and_not_what() -> None:
    table = SimTable(load('name = "t"\nkind = "sim"\n[[seat]]\nnumber = 2\nparts = ["reader"]\n', "t"), time.monotonic)
    trial = ManualTrial(table.devices(), speaker("en", {}))
    assert list(trial.told(Tag("seat2.reader", "04a1b2c3", 1.0))) == ["Seat 2, Reader: it has read a tag."]


@pytest.fixture
def trial(profile: Path, tmp_path: Path) -> Iterator[ManualTrial]:
    table = PiTable(load(profile.read_text(encoding="utf-8"), "small"), lambda: 0.0, tmp_path)
    yield ManualTrial(table.devices(), speaker("en", {}))
    table.devices().close()


def test_what_can_be_lit_is_lit_and_said(trial: ManualTrial, buses: Buses, mock: TimedFactory) -> None:
    assert list(trial.begin()) == [
        "Panel, Display (I2C: /dev/i2c-1, address 0x3C): it shows a frame and its name now.",
        "Seat 2, Display (I2C: /dev/i2c-1, address 0x3D): it shows a frame and its name now.",
        "Seat 2, Lamp (pin 24, header 18): it shines now.",
        "Panel, Buzzer (pin 12, header 32): it sounded.",
    ]
    assert buses.i2c[1, 0x3C].seen().getbbox()
    assert mock.pin(24).state


def test_what_does_not_work_is_said_first(trial: ManualTrial, buses: Buses) -> None:
    buses.i2c.clear()
    lines = list(trial.begin())
    assert lines[0] == "Panel, Display: It does not answer. Look at its wires and its address; it comes back by itself."
    assert not [line for line in lines if "frame" in line]


def test_what_is_heard_is_said_once_with_its_pins(trial: ManualTrial) -> None:
    trace = ((True, 0), (False, 0.001), (True, 0.002), (False, 0.05))
    edges = [Edge("seat2.keys", "ok", level, 10 + at) for level, at in trace]
    assert [line for edge in edges for line in trial.told(edge)] == ["Seat 2, OK (pin 17, header 11): pressed."]
    knob = "Seat 2, Knob (contact A: pin 5, header 29) (contact B: pin 6, header 31)"
    assert list(trial.told(Turn("seat2.keys", "encoder", -1, 11))) == [f"{knob}: 1 click back."]
    assert list(trial.told(Turn("seat2.keys", "encoder", 3, 11))) == [f"{knob}: 3 clicks clockwise."]


def test_what_goes_meanwhile_is_said(trial: ManualTrial, buses: Buses) -> None:
    del buses.i2c[1, 0x3D]
    list(trial.begin())
    gone = list(trial.told(Disconnected("seat2.display", "silent", 12)))
    assert gone == ["Seat 2, Display: It does not answer. Look at its wires and its address; it comes back by itself."]


def test_by_hand_until_ctrl_c(doctor: Doctor, mock: TimedFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    class Heard(list[Any]):
        """The inbox: a key is pressed while somebody waits, then Ctrl-C."""

        put = list.append

        def get(self, timeout: float | None) -> Any:
            for event in list(self):
                self.remove(event)
                if isinstance(event, Edge | Turn):
                    return event
            if not self.pressed:
                self.pressed = True
                mock.pin(26).drive_low()
                return self.get(timeout)
            if timeout is not None and not self.waited:
                # the key is held, and nothing more is heard of it
                self.waited = True
                time.sleep(timeout)
                raise Empty
            raise KeyboardInterrupt

        pressed = waited = False

    monkeypatch.setattr("companion.commands.doctor.doctor.SimpleQueue", Heard)
    result = doctor("--by-hand")
    assert result.exit_code == 0
    assert "Press every key and turn every knob. Ctrl-C ends it." in result.output
    assert result.output.count("Panel, OK (pin 26, header 37): pressed.") == 1
    assert not mock.pin(24).state, "the lamp is off again"


def test_a_simulated_table_has_no_keys_for_hands(tmp_path: Path) -> None:
    line = ["doctor", "--by-hand", "--profile", "simulated", "--data", str(tmp_path)]
    result = CliRunner(env={"LANG": "en", "PORT": ""}).invoke(main, line)
    assert result.exit_code == 1
    assert "The table is simulated: its keys are pressed on the page /sim." in result.output


# -- gpiozero's own pin factories, and what is printed besides ---------------------------------------------------------

WIRED = """
name = "wired"
kind = "pi"
[[seat]]
number = 1
keys = { ok = 17 }
light = { red = 16, green = 20, blue = 21 }
"""


def process(folder: Path, **environment: str) -> list[str]:
    """The lines of a real doctor, both outputs as they come."""
    file = folder / "wired.toml"
    file.write_text(WIRED, encoding="utf-8")
    command = [sys.executable, "-m", "companion", "doctor", "--profile", str(file), "--data", str(folder / "data")]
    run = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "LANG": "en_GB.UTF-8", **environment},
        timeout=120,
        check=False,
    )
    return run.stdout.splitlines()


def test_the_report_comes_first_and_raw_lines_after_it(tmp_path: Path) -> None:
    lines = process(tmp_path, GPIOZERO_PIN_FACTORY="nonsense")
    heading = lines.index("Meanwhile drivers and libraries said:")
    assert [line for line in lines[: heading - 1] if not re.match(r"(ok|look|bad)? {2,}", line)] == []
    assert any("Seat 1, OK: It does not work: GPIOZERO_PIN_FACTORY: " in line for line in lines[:heading])
    raw = lines[heading + 1 :]
    assert "seat1.keys does not work: broken: GPIOZERO_PIN_FACTORY: Unable to find pin factory 'nonsense'" in raw
    assert len(raw) == len(set(raw))


@pytest.mark.parametrize("pins", ["mockpin", "mockpwmpin"])
def test_mock_pins_work_and_are_named(tmp_path: Path, pins: str) -> None:
    lines = process(tmp_path, GPIOZERO_PIN_FACTORY="mock", GPIOZERO_MOCK_PIN_CLASS=pins)
    assert "ok    The pins are driven by mock (GPIOZERO_PIN_FACTORY)." in lines
    assert [line[:4] for line in lines if "Seat 1" in line] == ["ok  ", "ok  "]
    assert "Meanwhile drivers and libraries said:" not in lines


@pytest.mark.skipif(find_spec("pigpio") is not None, reason="it is installed")
def test_a_library_that_only_the_environment_asks_for_is_named(tmp_path: Path) -> None:
    lines = process(tmp_path, GPIOZERO_PIN_FACTORY="pigpio")
    assert "bad   Seat 1, OK: The library pigpio is not installed: pip install pigpio" in lines


def test_what_is_printed_in_python_in_c_and_as_log_lines_is_held_back(capfd: pytest.CaptureFixture[str]) -> None:
    with held_back() as said:
        sys.stdout.write("python\n")
        sys.stderr.write("python again\n")
        os.write(1, b"from C\n")
        os.write(2, b"from C\n")
        logging.getLogger("tests.held_back").warning("log line")
    assert capfd.readouterr() == ("", "")
    assert set(said) >= {"python", "python again", "from C"}
    assert said.count("from C") == 1


def test_after_an_error_it_is_printed_all_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        with held_back():
            os.write(2, b"why\n")
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert "why" in capfd.readouterr().err
