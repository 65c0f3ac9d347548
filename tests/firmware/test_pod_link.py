"""The link over a real pseudo-terminal with pyserial: cables pulled and put back, noise, slow lines, and the ports."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from threading import enumerate as threads
from typing import Any

import pytest
from PIL import Image

from hardware.errors import DeviceGone
from hardware.pods.link import PodLink
from hardware.pods.messages import Show
from hardware.pods.pod_parts import Pod, pages_of
from hardware.pods.protocol import NO_SEAT
from hardware.ports import Disconnected, Edge, Event, Fault, Reconnected, Turn
from tests.firmware.on_a_line import picture
from tests.firmware.pod_model import HELLO, PodModel
from tests.firmware.pty_pod import PtyPod, until

ORANGE = (255, 90, 0)


class Table:
    """A pod at a place, its ports, and everything they told."""

    def __init__(self, path: Path, model: PodModel | None = None, place: int = 2) -> None:
        self.cable = PtyPod(path, model)
        self.inbox: SimpleQueue[Event] = SimpleQueue()
        self.events: list[Event] = []
        self.pod = Pod(place, str(path), time.monotonic, ORANGE, (128, 64))
        self.pod.keys.start(self.inbox.put)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for part in (self.pod.keys, self.pod.display, self.pod.light, self.pod.buzzer):
            part.close()
        self.cable.unplug()

    def collect(self) -> list[Event]:
        while not self.inbox.empty():
            self.events.append(self.inbox.get())
        return self.events

    def seen(self, *kinds: type[Event], device: str = "seat2.keys") -> list[Event]:
        """The events so far of these kinds."""
        return [event for event in self.collect() if isinstance(event, kinds) and event.device == device]

    def edges(self) -> list[tuple[str, bool]]:
        return [(event.line, event.level) for event in self.seen(Edge) if isinstance(event, Edge)]

    def joined(self, times: int = 1) -> None:
        until(lambda: len(self.seen(Reconnected)) == times)

    @property
    def glass(self) -> bytes:
        return self.cable.model.glass


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A pod that is plugged in and takes part."""
    with Table(tmp_path / "pod") as made:
        made.cable.plug()
        made.joined()
        yield made
    assert not [thread for thread in threads() if thread.name.startswith("pod at")]


def drawn(*lit: tuple[int, int], size: tuple[int, int] = (128, 64)) -> Image.Image:
    image = Image.new("1", size)
    for point in lit:
        image.putpixel(point, 1)
    return image


# -- pictures as pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 32)])
@pytest.mark.parametrize("at", [(0, 0), (5, 0), (0, 7), (3, 8), (17, 31), (95, 17)])
def test_a_dot_is_one_bit_of_its_page(at: tuple[int, int], size: tuple[int, int]) -> None:
    x, y = at
    pages = pages_of(drawn(at, size=size))
    assert [len(page) for page in pages] == [size[0]] * (size[1] // 8)
    found = [(column, number * 8 + bit) for number, page in enumerate(pages)
             for column, byte in enumerate(page) for bit in range(8) if byte & 1 << bit]  # fmt: skip
    assert found == [(x, y)]


# -- cables --------------------------------------------------------------------------------------------------------


def test_every_part_is_back_when_the_pod_joins(table: Table) -> None:
    devices = ("keys", "display", "light", "buzzer")
    until(lambda: all(table.seen(Reconnected, device=f"seat2.{part}") for part in devices))
    assert table.cable.model.place == 2
    wires = table.pod.survey()
    assert {wire.device for wire in wires} == {f"seat2.{part}" for part in devices}
    assert {wire.line for wire in wires if wire.device == "seat2.keys"} == {
        "up", "down", "ok", "back", "peek", "push", "encoder"
    }  # fmt: skip
    assert {(wire.node, wire.fault) for wire in wires} == {(str(table.cable.path), None)}


def test_keys_and_turns_become_events(table: Table) -> None:
    before = time.monotonic()
    table.cable.tap("ok")
    with table.cable.lock:
        table.cable.model.turn(-2, time.monotonic())
    until(lambda: table.seen(Turn))
    assert table.edges() == [("ok", True), ("ok", False)]
    assert [event.steps for event in table.seen(Turn) if isinstance(event, Turn)] == [-2]
    assert all(before - 0.1 <= event.at <= time.monotonic() for event in table.seen(Edge, Turn))


def test_pulled_out_and_put_back_again_and_again(table: Table) -> None:
    for time_ in range(1, 4):
        table.cable.press("peek")
        until(lambda: table.edges()[-1:] == [("peek", True)])
        table.cable.unplug()
        until(lambda count=time_: len(table.seen(Disconnected)) == count)
        assert len(table.seen(Disconnected, device="seat2.display")) == time_
        with pytest.raises(DeviceGone):
            table.pod.display.show(drawn())
        with pytest.raises(DeviceGone):
            table.pod.light.set(True)
        with pytest.raises(DeviceGone):
            table.pod.buzzer.beep()
        until(lambda: table.pod.link.fault == Fault("missing", str(table.cable.path)))
        table.cable.plug()
        table.joined(time_ + 1)
        assert table.pod.link.fault is None
        table.pod.display.show(drawn((1, 1)))
        assert table.glass == b"".join(pages_of(drawn((1, 1))))


def test_a_line_that_breaks_again_and_again_is_opened_after_growing_pauses(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise OSError("read by two programs")

    monkeypatch.setattr(PodLink, "_exchange", breaks)
    opened: list[float] = []
    usual = PodLink._open

    def counted(link: PodLink) -> object:
        opened.append(time.monotonic())
        return usual(link)

    monkeypatch.setattr(PodLink, "_open", counted)
    until(lambda: len(opened) >= 4)
    assert opened[3] - opened[0] > 0.5 + 0.5 + 1
    assert table.pod.link.fault == Fault("unplugged", str(table.cable.path))


def test_a_bug_ends_the_session_and_the_pod_joins_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a picture")

    monkeypatch.setattr(PodLink, "_exchange", fails)
    until(lambda: table.seen(Disconnected))
    assert table.pod.link.fault == Fault("broken", "KeyError")
    monkeypatch.undo()
    table.joined(2)


def test_a_pod_that_hangs_is_gone_and_comes_back_by_itself(table: Table) -> None:
    table.cable.silent = True
    until(lambda: table.seen(Disconnected))
    assert table.pod.link.fault == Fault("silent", str(table.cable.path))
    table.cable.silent = False
    table.joined(2)


def test_what_is_no_line_is_told_in_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "pod"
    with Table(path) as table:
        until(lambda: table.pod.link.fault == Fault("missing", str(path)))
        assert {wire.fault for wire in table.pod.survey()} == {Fault("missing", str(path))}
        path.write_text("no line")
        until(lambda: table.pod.link.fault == Fault("broken", str(path)))
        path.unlink()
        table.cable.plug()
        table.joined()
        other = Pod(3, str(path), time.monotonic, ORANGE, (128, 64))
        other.start(lambda _: None)
        until(lambda: other.link.fault == Fault("busy", str(path)))
        other.link.close()
        assert table.pod.link.fault is None


def test_another_version_is_told_in_a_fault(tmp_path: Path) -> None:
    with Table(tmp_path / "pod", PodModel(replace(HELLO, low=0, high=0))) as table:
        table.cable.plug()
        until(lambda: table.pod.link.fault == Fault("older", str(table.cable.path)))
        table.cable.unplug()
        table.cable.model = PodModel(replace(HELLO, low=9, high=9))
        table.cable.plug()
        until(lambda: table.pod.link.fault == Fault("newer", str(table.cable.path)))


def test_closing_says_goodbye_and_ends_the_thread(tmp_path: Path) -> None:
    with Table(tmp_path / "pod") as table:
        table.cable.plug()
        table.joined()
        table.pod.display.show(drawn((3, 3)))
        table.pod.keys.close()
        table.pod.display.close()
        table.pod.light.close()
        assert table.pod.link.fault is None
        table.pod.buzzer.close()
        until(lambda: table.glass == bytes(1024) and table.cable.model.session is None)
        with pytest.raises(DeviceGone, match="closed"):
            table.pod.buzzer.beep()
        table.pod.link.close()


def test_a_link_that_was_never_started_closes_too(tmp_path: Path) -> None:
    link = PodLink(str(tmp_path / "none"), 1, time.monotonic, lambda _: None)
    link.close()
    link.start()
    assert link.fault == Fault("silent", str(tmp_path / "none"))


# -- pictures, lamp, buzzer ----------------------------------------------------------------------------------------


def test_a_picture_is_shown_when_show_returns(table: Table) -> None:
    assert table.pod.display.size == (128, 64)
    assert table.pod.display.bus == "pod-2"
    for number in range(20):
        image = drawn((number, number))
        table.pod.display.show_as(number, image)
        assert table.glass == b"".join(pages_of(image))
    table.pod.display.blank()
    assert table.glass == bytes(1024)
    with pytest.raises(ValueError, match="is 128x64 pixels"):
        table.pod.display.show(drawn(size=(128, 32)))


def test_the_size_is_what_the_pod_says(tmp_path: Path) -> None:
    with Table(tmp_path / "pod", PodModel(replace(HELLO, height=32))) as table:
        assert table.pod.display.size == (128, 64)
        table.cable.plug()
        table.joined()
        assert table.pod.display.size == (128, 32)
        table.pod.display.show(drawn((127, 31), size=(128, 32)))
        assert table.glass == b"".join(pages_of(drawn((127, 31), size=(128, 32))))


def test_a_pod_without_a_display_says_so(tmp_path: Path) -> None:
    with Table(tmp_path / "pod", PodModel(replace(HELLO, parts=0, keys=4))) as table:
        table.cable.plug()
        table.joined()
        with pytest.raises(DeviceGone, match="the pod has no display"):
            table.pod.display.show(drawn())
        assert [(wire.device, wire.line) for wire in table.pod.survey()] == [("seat2.keys", "ok")]


def test_a_private_picture_is_covered_by_the_pod_itself(table: Table) -> None:
    table.cable.press("peek")
    until(lambda: table.edges() == [("peek", True)])
    table.pod.display.show(drawn((9, 9)), private=True)
    assert table.glass == b"".join(pages_of(drawn((9, 9))))
    table.cable.release("peek")
    assert table.glass == bytes(1024)


def test_the_lamp_shines_in_the_seats_colour_and_the_buzzer_is_heard(table: Table) -> None:
    table.pod.light.set(True)
    table.pod.buzzer.beep()
    until(lambda: table.cable.model.lamp == (*ORANGE, 1) and table.cable.model.heard_buzzes == 1)
    table.pod.light.set(True, "quick")
    until(lambda: table.cable.model.lamp == (*ORANGE, 3))
    table.pod.light.set(False)
    until(lambda: table.cable.model.lamp == (0, 0, 0, 0))


@pytest.mark.parametrize(("side", "bytes_of"), [("blue", (13, 64, 255)), ("red", (255, 13, 0))])
def test_the_lamp_shines_in_the_colour_of_a_side(table: Table, side: Any, bytes_of: tuple[int, int, int]) -> None:
    """Any firmware can: what colour a place has, the Pi says with every change of its lamp."""
    table.pod.light.set(True, "slow", side)
    until(lambda: table.cable.model.lamp == (*bytes_of, 2))
    table.pod.light.set(True, "slow")
    until(lambda: table.cable.model.lamp == (*ORANGE, 2))


def test_a_picture_that_is_not_taken_ends_the_waiting(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pods.pod_parts.SHOW_TIMEOUT", 0.2)
    monkeypatch.setattr(PodModel, "_show", lambda *_: None)
    with pytest.raises(DeviceGone, match="not taken"):
        table.pod.display.show(drawn((1, 1)))
    monkeypatch.undo()
    until(lambda: table.glass == b"".join(pages_of(drawn((1, 1)))))


def test_whoever_waits_for_a_picture_is_let_go_when_the_pod_goes(table: Table) -> None:
    table.cable.silent = True
    outcome: list[str] = []

    def show() -> None:
        try:
            table.pod.link.show(picture(1), 1, private=False, patience=60)
        except DeviceGone as gone:
            outcome.append(gone.why)

    waiting = Thread(target=show)
    waiting.start()
    waiting.join(10)
    assert outcome == ["the pod does not answer"]


# -- bad and slow lines --------------------------------------------------------------------------------------------


def test_noise_from_a_pod_changes_nothing(table: Table) -> None:
    for noise in (b"\xff" * 5000, b"\0" * 500, Random(7).randbytes(3000), Show(1, 1, 0, 0).pack(), b"\x01"):
        table.cable.say(noise)
        table.cable.tap("ok")
        until(lambda: not table.cable.model.waiting)
    until(lambda: len(table.edges()) >= 10)
    assert table.edges() == [("ok", True), ("ok", False)] * 5
    assert table.seen(Disconnected) == []


def test_a_line_of_115200_baud_carries_a_picture_in_a_tenth_of_a_second(table: Table) -> None:
    table.cable.pace = 11_520
    before, began = table.cable.received, time.monotonic()
    table.pod.link.show(picture(7), 1, private=False, patience=5)
    took, size = time.monotonic() - began, table.cable.received - before
    assert table.glass == b"".join(picture(7))
    assert size <= 8 * 137 + 13 + 3 * 9
    assert size / 11_520 <= took
    table.cable.tap("ok")
    until(lambda: len(table.edges()) == 2)


def test_a_hundred_presses_while_pictures_change_all_come_once(table: Table) -> None:
    for number in range(100):
        table.pod.link.show(picture(number), number, private=False, patience=5)
        until(lambda: table.cable.model.waiting <= 10)
        table.cable.tap("down")
    until(lambda: len(table.edges()) == 200)
    assert table.edges() == [("down", True), ("down", False)] * 100
    assert table.cable.model.not_taken == 0


def test_two_pods_at_once_do_not_hear_each_other(tmp_path: Path) -> None:
    with Table(tmp_path / "one", place=2) as one, Table(tmp_path / "two", place=3) as two:
        one.cable.plug()
        two.cable.plug()
        until(lambda: one.seen(Reconnected) and two.seen(Reconnected, device="seat3.keys"))
        one.cable.tap("ok")
        one.pod.display.show(drawn((1, 1)))
        two.pod.display.show(drawn((2, 2)))
        until(lambda: len(one.edges()) == 2)
        assert two.seen(Edge, device="seat3.keys") == []
        assert one.glass == b"".join(pages_of(drawn((1, 1))))
        assert two.glass == b"".join(pages_of(drawn((2, 2))))
        assert (one.cable.model.place, two.cable.model.place) == (2, 3)


def test_a_link_without_a_seat_says_so(tmp_path: Path) -> None:
    cable = PtyPod(tmp_path / "pod")
    cable.plug()
    link = PodLink(str(cable.path), NO_SEAT, time.monotonic, lambda _: None)
    link.start()
    until(lambda: link.hello == HELLO)
    assert cable.model.place == NO_SEAT
    link.close()
    cable.unplug()
