"""Pods that no profile names: found, shown, given a seat by their own OK, known again at whichever socket."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
import serial
from PIL import Image

from hardware.pods import seat_assignment
from hardware.pods.candidate_line import CandidateLine
from hardware.pods.messages import AnyMessage, Ask
from hardware.pods.pod_parts import pages_of
from hardware.pods.pod_table import PodTable
from hardware.pods.seat_assignment import SeatingThread
from hardware.ports import Devices, Disconnected, Edge, Event, Fault, PodSeating, Reconnected
from hardware.profile_files import load
from tests.firmware.pod_model import HELLO, PodModel
from tests.firmware.pty_pod import PtyPod, until


def numbered(number: int) -> PodModel:
    return PodModel(replace(HELLO, pod=bytes([number] * 8), name=f"pod {number}"))


def wallpaper(dark: int) -> Callable[..., Image.Image]:
    """A picture unlike any other; inverted for a pod whose number another has."""

    def draw(size: tuple[int, int], duplicate: bool = False) -> Image.Image:
        image = Image.new("1", size, not duplicate)
        image.paste(duplicate, (0, 0, dark, dark))
        return image

    return draw


class Room:
    """A table at whose sockets ``socket-*`` pods may come."""

    def __init__(
        self,
        folder: Path,
        seats: dict[str, int] | None = None,
        more: str = "",
        lines: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        profile = load(f'name = "p"\nkind = "pi"\npods = ["{folder}/socket-*"]\n{more}', "p.toml")
        self.inbox: SimpleQueue[Event] = SimpleQueue()
        self.events: list[Event] = []
        self.told = 0
        self.cables: list[PtyPod] = []
        self.devices: Devices = PodTable(profile, time.monotonic).devices()
        assert self.devices.pod_seating is not None
        self.seating: PodSeating = self.devices.pod_seating
        self.devices.start(self.inbox.put)
        self.seating.show(wallpaper(5))
        self.seating.begin(seats or {}, lines or {}, self._changed)

    def _changed(self) -> None:
        self.told += 1

    def plug(self, socket: str, model: PodModel) -> PtyPod:
        cable = PtyPod(self.folder / f"socket-{socket}", model)
        cable.plug()
        self.cables.append(cable)
        return cable

    def pull(self, cable: PtyPod) -> None:
        cable.unplug()
        self.cables.remove(cable)

    def heard(self, kind: type[Event], device: str) -> list[Event]:
        while not self.inbox.empty():
            self.events.append(self.inbox.get())
        return [event for event in self.events if isinstance(event, kind) and event.device == device]

    def candidate(self, cable: PtyPod) -> CandidateLine:
        """The line of a pod without a seat, as soon as it is found."""
        assert isinstance(self.seating, SeatingThread)
        found = self.seating._candidates
        until(lambda: str(cable.path) in found)
        return found[str(cable.path)]

    def waiting(self, *numbers: int) -> None:
        wanted = {bytes([number] * 8).hex() for number in numbers}
        until(lambda: {one.pod for one in self.seating.waiting()} == wanted)

    def close(self) -> None:
        self.devices.close()
        for cable in self.cables:
            cable.unplug()


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    made: list[Room] = []

    def make(**given: object) -> Room:
        made.append(Room(tmp_path, **given))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for room in made:
        room.close()


def test_an_unseated_pod_is_told_of_and_shows_that_it_waits(rooms: Callable[..., Room]) -> None:
    room = rooms()
    cable = room.plug("a", numbered(7))
    room.waiting(7)
    (one,) = room.seating.waiting()
    assert (one.name, one.node) == ("pod 7", str(cable.path))
    until(lambda: cable.model.glass == b"".join(pages_of(wallpaper(5)((128, 64)))))
    assert cable.model.place == 255
    assert room.told >= 1
    assert room.devices.survey() == (), "no seat has anything on the table yet"
    assert room.seating.free() == tuple(range(1, 9))
    room.seating.show(wallpaper(9))
    until(lambda: cable.model.glass == b"".join(pages_of(wallpaper(9)((128, 64)))))
    room.pull(cable)
    room.waiting()


def test_ok_on_the_unseated_pod_takes_the_seat_that_was_offered(rooms: Callable[..., Room]) -> None:
    room = rooms()
    first, second = room.plug("a", numbered(1)), room.plug("b", numbered(2))
    room.waiting(1, 2)
    second.tap("ok")
    time.sleep(0.1)
    room.seating.offer(3)
    assert room.seating.offered() == 3
    until(lambda: first.model.lamp[3] == 3)
    assert not room.seating.seats(), "a press from before the offer does not count"
    first.tap("back")
    first.tap("ok")
    until(lambda: room.heard(Reconnected, "seat3.keys"))
    assert room.seating.seats() == {"01" * 8: 3}
    assert room.seating.offered() is None
    assert 3 not in room.seating.free()
    assert first.model.place == 3
    room.waiting(2)
    first.tap("peek")
    until(lambda: len(room.heard(Edge, "seat3.keys")) == 2)
    parts = ("keys", "display", "light", "buzzer")
    assert {wire.device for wire in room.devices.survey()} == {f"seat3.{part}" for part in parts}
    room.seating.offer(3)
    assert room.seating.offered() is None, "that seat has a pod"


def test_a_pod_is_known_again_at_another_socket_and_after_a_restart(rooms: Callable[..., Room]) -> None:
    room = rooms(seats={"05" * 8: 5, "06" * 8: 99})
    assert room.seating.seats() == {"05" * 8: 5}
    cable = room.plug("a", numbered(5))
    until(lambda: room.heard(Reconnected, "seat5.display"))
    room.devices.displays[5].show(wallpaper(20)((128, 64)))
    assert cable.model.glass == b"".join(pages_of(wallpaper(20)((128, 64))))
    room.pull(cable)
    until(lambda: room.heard(Disconnected, "seat5.display"))
    room.plug("b", numbered(5))
    until(lambda: len(room.heard(Reconnected, "seat5.display")) == 2)
    assert room.seating.waiting() == ()


def test_another_pod_at_the_same_socket_is_not_heard_for_that_seat(rooms: Callable[..., Room]) -> None:
    room = rooms(seats={"05" * 8: 5})
    cable = room.plug("a", numbered(5))
    until(lambda: room.heard(Reconnected, "seat5.keys"))
    room.pull(cable)
    stranger = room.plug("a", numbered(6))
    stranger.tap("ok")
    room.waiting(6)
    assert len(room.heard(Reconnected, "seat5.keys")) == 1
    assert not room.heard(Edge, "seat5.keys")


def test_a_released_pod_is_unseated_again(rooms: Callable[..., Room]) -> None:
    room = rooms(seats={"05" * 8: 5})
    room.plug("a", numbered(5))
    until(lambda: room.heard(Reconnected, "seat5.keys"))
    room.seating.release(5)
    until(lambda: room.heard(Disconnected, "seat5.keys"))
    room.waiting(5)
    assert 5 in room.seating.free()


class FickleModel(PodModel):
    """Says another number whenever it is asked."""

    def _heard(self, message: AnyMessage, now: float) -> None:
        if isinstance(message, Ask):
            number = 5 if self.hello.pod != bytes([5] * 8) else 6
            self.hello = replace(self.hello, pod=bytes([number] * 8))
        super()._heard(message, now)

    def power_on(self) -> None:
        """It says nothing by itself."""


def test_a_pod_that_changes_its_number_is_opened_after_growing_pauses(rooms: Callable[..., Room]) -> None:
    room = rooms(seats={"05" * 8: 5})
    cable = room.plug("a", FickleModel(HELLO))
    began = time.monotonic()
    until(lambda: cable.model.sessions >= 9, 30)
    assert time.monotonic() - began > 0.25 + 0.5 + 1 + 2, "as a new pod and at its seat, four times"


def test_the_second_of_two_pods_with_one_number_is_told_of(rooms: Callable[..., Room]) -> None:
    room = rooms(seats={"05" * 8: 5})
    first = room.plug("b", numbered(5))
    until(lambda: room.heard(Reconnected, "seat5.keys"))
    second = room.plug("a", numbered(5))
    until(lambda: room.seating.waiting())
    (told,) = room.seating.waiting()
    assert (told.node, told.fault) == (str(second.path), Fault("duplicate", str(second.path)))
    until(lambda: second.model.glass == b"".join(pages_of(wallpaper(5)((128, 64), True))))
    assert second.model.lamp == (0, 0, 0, 0)
    assert (first.model.sessions, second.model.sessions) == (2, 1), "as a new pod, and at its seat; as a new pod"
    room.seating.release(5)
    until(lambda: len(room.seating.waiting()) == 2 and not any(one.fault for one in room.seating.waiting()))
    room.seating.offer(6)
    until(lambda: second.model.lamp[3] == 3)
    second.tap("ok")
    until(lambda: room.heard(Reconnected, "seat6.keys"))
    until(lambda: [one.node for one in room.seating.waiting() if one.fault] == [str(first.path)])
    assert room.seating.lines() == {"05" * 8: str(second.path)}


def test_the_first_is_the_one_at_the_line_of_last_time(rooms: Callable[..., Room], tmp_path: Path) -> None:
    room = rooms(seats={"05" * 8: 5}, lines={"05" * 8: str(tmp_path / "socket-b")})
    first = PtyPod(tmp_path / "socket-b", numbered(5))
    first.silent = True  # it answers later than the other
    first.plug()
    room.cables.append(first)
    second = room.plug("a", numbered(5))
    until(lambda: second.model.sessions)
    first.silent = False
    until(lambda: room.heard(Reconnected, "seat5.keys"))
    assert (first.model.place, second.model.place) == (5, 255)


def test_a_new_pod_that_restarts_is_still_one(rooms: Callable[..., Room]) -> None:
    room = rooms()
    cable = room.plug("a", numbered(1))
    room.waiting(1)
    room.candidate(cable).since -= 100  # longer than a line is tried
    room.seating.show(wallpaper(9))
    until(lambda: cable.model.glass == b"".join(pages_of(wallpaper(9)((128, 64)))))
    with cable.lock:
        cable.model.power_on()
    until(lambda: cable.model.sessions == 2)
    room.waiting(1)


def test_a_line_in_use_is_a_pods_once_it_is_free(rooms: Callable[..., Room], tmp_path: Path) -> None:
    cable = PtyPod(tmp_path / "socket-a", numbered(1))
    cable.plug()
    with serial.Serial(str(cable.path), exclusive=True):
        room = rooms()
        room.cables.append(cable)
        until(lambda: room.candidate(cable).link.fault == Fault("busy", str(cable.path)))
        long_ago = time.monotonic() - 100
        room.candidate(cable).since = long_ago
        until(lambda: room.candidate(cable).since > long_ago)
    room.waiting(1)


@pytest.mark.long
def test_pods_of_the_profile_are_left_alone_and_keep_their_seats(rooms: Callable[..., Room], tmp_path: Path) -> None:
    room = rooms(more=f'[[seat]]\nnumber = 2\npod = "{tmp_path}/socket-own"\n')
    cable = room.plug("own", numbered(9))
    until(lambda: room.heard(Reconnected, "seat2.keys"))
    time.sleep(0.6)
    assert cable.model.place == 2
    assert room.seating.waiting() == ()
    assert 2 not in room.seating.free()


def test_old_firmware_is_told_of(rooms: Callable[..., Room]) -> None:
    room = rooms()
    room.plug("a", PodModel(replace(HELLO, low=0, high=0)))
    until(lambda: [one.fault.trouble for one in room.seating.waiting() if one.fault] == ["older"])


@pytest.mark.long
def test_what_never_says_hello_is_left_alone(rooms: Callable[..., Room], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pods.seat_assignment.NOT_A_POD_AFTER", 0.1)
    room = rooms()
    cable = room.plug("a", numbered(1))
    cable.silent = True
    until(lambda: cable.received > 0)
    time.sleep(0.8)
    before = cable.received
    time.sleep(1.2)
    assert cable.received == before
    assert room.seating.waiting() == ()


def test_nobody_is_waited_for_when_the_table_closes(
    rooms: Callable[..., Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = rooms()
    room.plug("a", numbered(1))
    room.waiting(1)
    usual = seat_assignment.SCAN_INTERVAL
    monkeypatch.setattr(seat_assignment, "SCAN_INTERVAL", 600.0)
    time.sleep(2 * usual)  # by now the thread waits for its next scan
    began = time.monotonic()
    room.devices.close()
    assert time.monotonic() - began < 60
