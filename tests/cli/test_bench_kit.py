"""The half hour with a real table: what it asks, what it measures, and that its report names nobody."""

from __future__ import annotations

import getpass
import json
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from companion.commands.doctor.bench_kit import BenchKit, open_table, save
from companion.commands.doctor.bench_report import BenchReport, PartReport, machine_facts
from companion.config import Config
from companion.core.wording import ENGLISH, Message
from companion.mqtt.published.device_facts import own_version
from hardware.ports import Devices
from hardware.profile_files import load
from hardware.sim.sim_table import SimTable
from tests.cli.conftest import Call
from tests.ports import free_port

PROFILE = """
name = "t"
kind = "sim"
about = "t"
[[seat]]
number = 1
parts = ["keys", "encoder", "oled", "light", "buzzer", "reader"]
[[seat]]
number = 2
parts = ["keys"]
"""


class Hands:
    """A person who presses what is asked for, and says yes."""

    def __init__(self, sim: SimTable, *, lazy: bool = False, skips: bool = False) -> None:
        self.sim, self.lazy, self.skips = sim, lazy, skips
        self.told: list[str] = []

    def tell(self, words: Message) -> None:
        said = ENGLISH.say(words)
        self.told.append(said)
        if self.skips and "press each" in said:
            raise KeyboardInterrupt
        if "press each" in said and not self.lazy:
            place = 1 if "Seat 1" in said else 2
            Thread(target=self._press, args=(place,)).start()
        if "hold a tag" in said:
            Thread(target=self.sim.read, args=(1, "04a1b2c3d4e5f6")).start()

    def ask(self, question: Message) -> bool | None:
        self.told.append(ENGLISH.say(question))
        return True

    def _press(self, place: int) -> None:
        view = next(one for one in self.sim.places() if one.place == place)
        for line in view.lines:
            self.sim.press(place, line, bounce=True)
        if view.encoder:
            self.sim.turn(place, 2)


@pytest.fixture
def sim() -> SimTable:
    return SimTable(load(PROFILE, "t"), time.monotonic)


def tried(sim: SimTable, **given: bool) -> tuple[BenchKit, Hands, dict[str, PartReport]]:
    hands = Hands(sim, **given)
    kit = BenchKit(sim.devices(), hands, patience=5.0 if not given.get("lazy") else 0.2)
    return kit, hands, {part.device: part for part in kit.parts()}


def test_every_part_is_tried_and_measured(sim: SimTable) -> None:
    kit, hands, parts = tried(sim)
    assert set(parts) == {
        "seat1.keys",
        "seat1.display",
        "seat1.light",
        "seat1.buzzer",
        "seat1.reader",
        "seat2.keys",
    }
    keys = parts["seat1.keys"]
    assert all(keys.heard.values())
    assert "encoder" in keys.heard
    assert all(keys.edges[line] >= 2 for line in ("up", "down", "ok")), "bounces are counted"
    display = parts["seat1.display"]
    assert (display.size, display.fine) == ((128, 64), True)
    assert display.paints is not None
    assert display.paints.pictures == 20
    assert 0 <= display.paints.usual <= display.paints.longest
    assert (parts["seat1.light"].fine, parts["seat1.buzzer"].fine) == (True, True)
    assert parts["seat1.reader"].heard == {"reader": 1}
    assert not sim.places()[0].light, "the lamp is off again"
    assert kit.pins_by == ""
    assert any("right way up" in said for said in hands.told)


def test_keys_that_nobody_presses_are_said_to_be_silent(sim: SimTable) -> None:
    _, _, parts = tried(sim, lazy=True)
    assert set(parts["seat2.keys"].heard.values()) == {0}
    report = BenchReport(machine_facts(), own_version(), "", tuple(parts.values()))
    assert "keys" not in report.row()
    assert "display (simulated)" in report.row()


def test_what_is_skipped_or_gone_ends_nothing(sim: SimTable) -> None:
    sim.unplug(1)
    _, hands, parts = tried(sim, skips=True)
    assert parts["seat1.display"].fault == "unplugged"
    assert "Skipped." in hands.told
    assert parts["seat2.keys"].heard == {}


def test_two_phones_and_the_memory(sim: SimTable) -> None:
    class Open:
        number = 60.0

        def memory(self) -> float:
            self.number += 10
            return self.number

    @contextmanager
    def opened() -> Iterator[Open]:
        yield Open()

    kit = BenchKit(Devices(), Hands(sim))
    phones = kit.phones(opened)
    assert phones is not None
    assert (phones.followed, phones.before, phones.after) == (True, 70.0, 80.0)


def test_the_report_names_nobody_and_no_place(sim: SimTable, tmp_path: Path) -> None:
    _, _, parts = tried(sim)
    text = BenchReport(machine_facts(), own_version(), "gpiod", tuple(parts.values())).text().decode()
    assert json.loads(text)["report"] == 1
    for personal in (platform.node(), getpass.getuser(), "04a1b2c3d4e5f6", str(tmp_path), str(Path.home())):
        assert f'"{personal}"' not in text
        assert personal not in text or len(personal) < 5
    assert "/dev/" not in text


def test_a_report_that_cannot_be_written_is_printed(
    sim: SimTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, hands = BenchReport(machine_facts(), own_version(), "", ()), Hands(sim)
    save(report, tmp_path / "report.json", hands)
    assert (tmp_path / "report.json").read_bytes() == report.text()
    assert capsys.readouterr().out == ""
    save(report, tmp_path / "nowhere" / "report.json", hands)
    assert "No such file or directory" in hands.told[-1]
    assert json.loads(capsys.readouterr().out)["report"] == 1


def test_machine_facts_of_a_pi(tmp_path: Path) -> None:
    model, system, memory = tmp_path / "model", tmp_path / "os", tmp_path / "mem"
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\x00")
    system.write_text('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    memory.write_text("MemTotal:        1892356 kB\nMemFree: 1 kB\n")
    facts = machine_facts(model, system, memory)
    assert (facts.model, facts.system, facts.memory) == (
        "Raspberry Pi 4 Model B Rev 1.4",
        "Debian GNU/Linux 12 (bookworm)",
        1848,
    )
    assert machine_facts(tmp_path / "no", tmp_path / "no", tmp_path / "no").model == "unknown"


def test_a_simulated_table_has_nothing_to_try(call: Call) -> None:
    result = call("bench-kit", "--profile", "sim-2")
    assert result.exit_code == 1
    assert "The table is simulated" in result.output
    assert "half an hour" in call("bench-kit", "--help").output


def test_the_table_for_the_phones_is_a_real_one_whose_memory_is_counted(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_table(Config(port=free_port(), data=str(tmp_path), profile="sim-2"), "es") as table:
        assert table.memory() > 10
        process = table.process
    assert "Móviles:" in capfd.readouterr().out
    assert process.returncode is not None
    assert list(tmp_path.iterdir()) == [], "no play is left"
