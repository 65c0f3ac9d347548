"""What every driver does: driver contract 1 as tests, with hands at its devices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from threading import enumerate as running
from typing import TypeVar

import pytest
from PIL import Image, ImageDraw

from companion.game_tests.drivers.driver_bench import Bench, DriverBench
from hardware.driver_contract import DrivenPart, DriverSite, misfit, not_wanted
from hardware.errors import DeviceGone
from hardware.ports import (
    ENCODER,
    KEYS,
    PUSH,
    Devices,
    Disconnected,
    Edge,
    Event,
    Reconnected,
    RemotePress,
    Tag,
    Turn,
    device_name,
)

T = TypeVar("T")
PATIENCE = 30.0
"""Seconds within which a driver notices something: it tries again every few seconds."""
FLOOD = 400
"""Presses one after the other."""


@dataclass
class Heard:
    """What a driver has posted, with the thread that did."""

    events: list[Event] = field(default_factory=list)
    posted_at: list[float] = field(default_factory=list)

    def post(self, event: Event) -> None:
        """The inbox of the table."""
        self.posted_at.append(time.monotonic())
        self.events.append(event)

    def of(self, kind: type[T], device: str) -> list[T]:
        """What was heard of one device."""
        return [one for one in list(self.events) if isinstance(one, kind) and getattr(one, "device", "") == device]


@dataclass
class Tried:
    """A driver whose devices have been started, and hands at them."""

    given: DriverBench
    bench: Bench
    devices: Devices
    heard: Heard

    def places(self, part: str) -> list[int]:
        """Places with that part."""
        return [place for place, has in self.given.parts if has == part]


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)


def opened(given: DriverBench, bench: Bench, folder: Path, **more: object) -> tuple[Devices, DriverSite]:
    """The devices as the table opens them, not started; ``more`` are keys that no driver knows."""
    site = DriverSite(time.monotonic, folder)
    driven = [
        DrivenPart(place, part, given.name, {**bench.settings(place, part), **more}, f"seat[{place}].{part}")
        for place, part in given.parts
    ]
    return given.package.open(site.wanted(driven), site), site


@pytest.fixture
def tried(driver: DriverBench, tmp_path: Path) -> Iterator[Tried]:
    threads = set(running())
    with driver.bench() as bench:
        devices, site = opened(driver, bench, tmp_path)
        assert not site.problems
        heard = Heard()
        devices.start(heard.post)
        try:
            until(lambda: not [wire for wire in devices.survey() if wire.fault], "a device that is there does not work")
            yield Tried(driver, bench, devices, heard)
        finally:
            devices.close()
    until(lambda: not (set(running()) - threads), f"left running: {set(running()) - threads}")


def test_the_package_speaks_this_contract(driver: DriverBench) -> None:
    assert misfit(driver.package) == ""
    assert {part for _, part in driver.parts} <= driver.package.parts


def test_a_setting_that_it_does_not_know_is_named_with_its_path(driver: DriverBench, tmp_path: Path) -> None:
    with driver.bench() as bench:
        devices, site = opened(driver, bench, tmp_path, flavour="vanilla")
        devices.close()
    place, part = driver.parts[0]
    assert f"seat[{place}].{part}.flavour" in {problem.path for problem in site.problems}


def test_it_opens_what_was_wanted_and_starts_no_thread(driver: DriverBench, tmp_path: Path) -> None:
    threads = set(running())
    with driver.bench() as bench:
        ready = set(running())
        devices, site = opened(driver, bench, tmp_path)
        wanted = site.wanted([DrivenPart(place, part, driver.name, {}, "") for place, part in driver.parts])
        assert not_wanted(devices, wanted) == ""
        assert set(running()) == ready
        devices.close()
        devices.close()
    assert set(running()) == threads


def test_what_is_not_there_is_a_fault_and_no_error(driver: DriverBench, tmp_path: Path) -> None:
    with driver.bench() as bench:
        devices, _ = opened(driver, bench, tmp_path)
        bench.unplug()
        devices.mend()
        assert {wire.device for wire in devices.survey()} == {device_name(*one) for one in driver.parts}
        assert all(wire.fault is not None for wire in devices.survey())
        devices.close()


def test_the_doctor_finds_what_is_there_without_starting_it(driver: DriverBench, tmp_path: Path) -> None:
    with driver.bench() as bench:
        devices, _ = opened(driver, bench, tmp_path)
        devices.mend()
        assert [wire for wire in devices.survey() if wire.fault is not None] == []
        devices.close()


def test_wires_have_names_that_pages_know(tried: Tried) -> None:
    lines = [(wire.device, wire.line) for wire in tried.devices.survey()]
    assert len(lines) == len(set(lines))
    known = {"keys": {*KEYS, PUSH, ENCODER}, "display": {"display"}, "light": {"light"}}
    known |= {"buzzer": {"buzzer"}, "reader": {"reader"}}
    assert all(line in known[device.partition(".")[2]] for device, line in lines)
    assert {device for device, _ in lines} == {device_name(*one) for one in tried.given.parts}


@pytest.mark.driver_part("keys")
def test_a_key_is_heard_down_and_up(tried: Tried) -> None:
    for place in tried.places("keys"):
        device = device_name(place, "keys")
        for line in (line for line in tried.given.lines if line != ENCODER):
            if tried.given.afar:
                _is_pressed_afar(tried, place, line)
                continue
            before = len(tried.heard.of(Edge, device))
            tried.bench.press(place, line)
            until(lambda: len(tried.heard.of(Edge, device)) > before, "the press was not heard")  # noqa: B023
            tried.bench.let_go(place, line)
            until(lambda: len(tried.heard.of(Edge, device)) >= before + 2, "nothing was heard")  # noqa: B023
            down, up = tried.heard.of(Edge, device)[before : before + 2]
            assert [(down.line, down.level), (up.line, up.level)] == [(line, True), (line, False)]
            assert down.at <= up.at


def _is_pressed_afar(tried: Tried, place: int, line: str) -> None:
    device = device_name(place, "keys")
    before = len(tried.heard.of(RemotePress, device))
    tried.bench.press(place, line)
    until(lambda: len(tried.heard.of(RemotePress, device)) > before, "the press was not heard")
    assert [press.line for press in tried.heard.of(RemotePress, device)[before:]] == [line]
    tried.bench.let_go(place, line)


@pytest.mark.driver_part("keys")
def test_times_are_of_the_clock_of_the_table(tried: Tried) -> None:
    place = tried.places("keys")[0]
    began = time.monotonic()
    tried.bench.press(place, tried.given.lines[0])
    tried.bench.let_go(place, tried.given.lines[0])
    device = device_name(place, "keys")
    heard = tried.heard
    until(lambda: heard.of(RemotePress, device) or len(heard.of(Edge, device)) >= 2, "the press was not heard")
    times = [event.at for event in heard.events if isinstance(event, Edge | RemotePress)]
    assert all(began - 1 <= at <= time.monotonic() + 1 for at in times)


@pytest.mark.driver_part("encoder")
def test_a_knob_is_heard_both_ways(tried: Tried) -> None:
    for place in tried.places("keys"):
        device = device_name(place, "keys")
        for steps in (3, -2):
            before = sum(turn.steps for turn in tried.heard.of(Turn, device))
            tried.bench.turn(place, steps)
            until(
                lambda: sum(turn.steps for turn in tried.heard.of(Turn, device)) == before + steps,  # noqa: B023
                "the knob was not heard",
            )


@pytest.mark.driver_part("reader")
def test_a_tag_is_read_once_each_time(tried: Tried) -> None:
    for place in tried.places("reader"):
        device = device_name(place, "reader")
        for code in (*tried.given.codes, tried.given.codes[0]):
            before = len(tried.heard.of(Tag, device))
            tried.bench.read(place, code)
            until(lambda: len(tried.heard.of(Tag, device)) > before, "the tag was not read")  # noqa: B023
            assert tried.heard.of(Tag, device)[before:] == [tried.heard.of(Tag, device)[-1]]
            assert tried.heard.of(Tag, device)[-1].code == code


def _picture(size: tuple[int, int], number: int) -> Image.Image:
    picture = Image.new("1", size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=1)
    draw.rectangle((10, 4, 20 + 10 * number, 20), fill=1)
    return picture


@pytest.mark.driver_part("display")
def test_a_display_shows_its_picture(tried: Tried) -> None:
    for place in tried.places("display"):
        display = tried.devices.displays[place]
        for number in (1, 3):
            picture = _picture(display.size, number)
            display.show(picture)
            assert tried.bench.seen(place).tobytes() == picture.tobytes()
        display.blank()
        assert tried.bench.seen(place).getbbox() is None
        with pytest.raises(ValueError, match=r".*"):
            display.show(Image.new("1", (display.size[0] + 8, display.size[1])))


@pytest.mark.driver_part("light")
def test_a_lamp_goes_on_and_off_in_every_pattern(tried: Tried) -> None:
    for place in tried.places("light"):
        light = tried.devices.lights[place]
        light.set(True)
        until(lambda: tried.bench.lit(place), "the lamp does not shine")  # noqa: B023
        light.set(False)
        until(lambda: not tried.bench.lit(place), "the lamp still shines")  # noqa: B023
        light.set(True, "slow", "blue")
        light.set(True, "quick", "red")
        light.set(False)


@pytest.mark.driver_part("buzzer")
def test_a_buzzer_sounds(tried: Tried) -> None:
    for place in tried.places("buzzer"):
        before = tried.bench.sounded(place)
        tried.devices.buzzers[place].beep()
        until(lambda: tried.bench.sounded(place) == before + 1, "it did not sound")  # noqa: B023


def test_unplugged_in_the_middle_it_says_so_and_comes_back(tried: Tried) -> None:
    devices = {device_name(*one) for one in tried.given.parts}
    parts = {part for _, part in tried.given.parts}
    if "keys" in parts:
        tried.bench.press(tried.places("keys")[0], tried.given.lines[0])
    tried.bench.unplug()
    _use_targets(tried)
    for device in devices:
        until(lambda: tried.heard.of(Disconnected, device), f"{device} is gone and nobody said so")  # noqa: B023
    until(lambda: all(wire.fault for wire in tried.devices.survey()), "what is gone has no fault")
    for display in tried.devices.displays.values():
        with pytest.raises(DeviceGone):
            display.show(_picture(display.size, 1))
    back = {device: len(tried.heard.of(Reconnected, device)) for device in devices}
    tried.bench.plug()
    for device in devices:
        until(lambda: len(tried.heard.of(Reconnected, device)) > back[device], f"{device} does not come back")  # noqa: B023
    until(lambda: not [wire for wire in tried.devices.survey() if wire.fault], "what is back has a fault")
    tried.heard.events.clear()
    if "keys" in parts:
        test_a_key_is_heard_down_and_up(tried)
    if "display" in parts:
        test_a_display_shows_its_picture(tried)


def _use_targets(tried: Tried) -> None:
    """Use what is written to, so that its loss is noticed."""
    for display in tried.devices.displays.values():
        with suppress(DeviceGone):
            display.show(_picture(display.size, 2))
    for light in tried.devices.lights.values():
        with suppress(DeviceGone):
            light.set(True)
    for buzzer in tried.devices.buzzers.values():
        with suppress(DeviceGone):
            buzzer.beep()


@pytest.mark.driver_part("keys")
def test_flooded_it_loses_no_release_and_keeps_the_order(tried: Tried) -> None:
    place, line = tried.places("keys")[0], tried.given.lines[0]
    device = device_name(place, "keys")
    for _ in range(FLOOD):
        tried.bench.press(place, line)
        tried.bench.let_go(place, line)
    after = time.monotonic()
    until(lambda: _pressed_since(tried, place, line, after), "it hears nothing any more")
    tried.bench.let_go(place, line)
    if tried.given.afar:
        return
    until(lambda: not tried.heard.of(Edge, device)[-1].level, "the release was lost")
    edges = tried.heard.of(Edge, device)
    assert [edge.level for edge in edges] == [True, False] * (len(edges) // 2)
    assert [edge.at for edge in edges] == sorted(edge.at for edge in edges)


def _pressed_since(tried: Tried, place: int, line: str, after: float) -> bool:
    """Whether a press that is made now is heard."""
    device = device_name(place, "keys")
    tried.bench.press(place, line)
    end = time.monotonic() + 1.0
    while time.monotonic() < end:
        times = [edge.at for edge in tried.heard.of(Edge, device) if edge.level]
        times += [press.at for press in tried.heard.of(RemotePress, device)]
        if any(at >= after for at in times):
            return True
        time.sleep(0.01)
    tried.bench.let_go(place, line)
    return False


@pytest.mark.driver_part("keys")
def test_a_slow_table_is_not_waited_for_when_it_closes(driver: DriverBench, tmp_path: Path) -> None:
    """The inbox of the table takes its time; closing does not wait for what hangs there for ever."""
    threads = set(running())
    with driver.bench() as bench:
        devices, _ = opened(driver, bench, tmp_path)
        benches = {thread.name for thread in set(running()) - threads}
        heard = Heard()
        devices.start(lambda event: (time.sleep(0.05), heard.post(event))[-1])
        until(lambda: not [wire for wire in devices.survey() if wire.fault], "it does not work")
        place = next(place for place, part in driver.parts if part == "keys")
        for _ in range(20):
            bench.press(place, driver.lines[0])
            bench.let_go(place, driver.lines[0])
        closing = Thread(target=devices.close)
        closing.start()
        closing.join(PATIENCE)
        assert not closing.is_alive(), "closing hangs"
        until(lambda: {thread.name for thread in set(running()) - threads} <= benches, "left running")
        number = len(heard.events)
        bench.press(place, driver.lines[0])
        bench.let_go(place, driver.lines[0])
        assert len(heard.events) == number, "something is heard after closing"
