"""The table with its real threads: opening, streams, devices, closing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest

from companion.core.errors import Refused
from companion.service.panel.place_states import TOO_SOON
from companion.service.seats.seating import Rename
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]
PATIENT = 30.0


class Watch:
    """Waits until the simulated table shows something that fulfils a condition."""

    def __init__(self, room: Room) -> None:
        assert room.simulator is not None
        self._changed = Event()
        self._stop = room.simulator.listen(lambda _place: self._changed.set())

    def until(self, fulfilled: Callable[[], bool]) -> None:
        for _ in range(200):
            self._changed.clear()
            if fulfilled():
                return
            self._changed.wait(0.2)
        raise AssertionError("it never came to that")


def test_opening_and_closing_leaves_no_thread(rooms: Rooms) -> None:
    before = threading.active_count()
    room = rooms(threads=True, profile="simulated")
    names = {thread.name for thread in threading.enumerate()}
    assert {"decides", "draws simulated"} <= names
    room.close()
    assert threading.active_count() == before


def test_closing_lets_go_of_what_is_wired_once_nobody_draws_any_more(rooms: Rooms) -> None:
    room = rooms(profile="simulated", threads=True)
    running: list[set[str]] = []

    def release() -> None:
        running.append({thread.name for thread in threading.enumerate()} & {"decides", "draws simulated"})

    room.opened.devices = replace(room.opened.devices, release=release)
    room.close()
    assert running == [set()]


def test_closing_ends_streams_and_lets_go_of_who_asks(rooms: Rooms) -> None:
    room = rooms(threads=True)
    room.begin(2)
    stream, woken = room.table.stream(token(1)), Event()
    room.opened.broadcast.listen(woken.set)
    room.opened.close()
    assert woken.is_set()
    assert stream.ended
    with pytest.raises(Refused):
        room.table.ask(token(1), Rename("Late"))


def test_a_key_goes_all_the_way_to_the_pictures_of_all(rooms: Rooms) -> None:
    room = rooms(Torture(), threads=True, profile="simulated")
    watch = Watch(room)
    room.begin(2)
    displays = room.opened.displays
    shown = displays.shown
    room.opened.loop.ask(lambda: None)
    watch.until(lambda: all(shown(place) == displays._latest[place].number for place in (0, 1)))
    before = shown(1)
    for line in ("gold", "send", "sure", "sent"):
        room.tell("press panel ok")
        room.clock.now += TOO_SOON + 0.1
        for _ in range(3):
            # time passes, and what comes of it waits in the inbox behind what was asked before
            room.opened.loop.ask(lambda: None)
        watch.until(lambda: shown(0) == displays._latest[0].number)
        assert (room.asks(1) == ["plan"]) is (line == "sent")
    watch.until(lambda: shown(1) > before)


def test_a_phone_is_woken_with_what_it_may_see(rooms: Rooms) -> None:
    room = rooms(threads=True)
    room.begin(2)
    stream, woken = room.table.stream(token(2)), Event()
    room.opened.loop.ask(lambda: None)
    found = stream.newer((-1, -1))
    assert found is not None
    assert stream.newer(found) is None
    before = room.view(2).screens.seat().version
    seen: list[str] = []

    def look() -> None:
        seen.append(room.view(2).screens.seat().version)
        woken.set()

    room.opened.broadcast.listen(look)
    room.answer(1, "2")
    assert woken.wait(PATIENT)
    assert stream.newer(found) is not None
    assert before != seen[-1] == room.view(2).screens.seat().version
    stream.close()


def test_the_hosts_of_last_time_are_hosts_again(rooms: Rooms) -> None:
    room = rooms(threads=True)
    room.host()
    room.close()
    room = rooms(threads=True)
    assert room.is_host(HOST)
    assert not room.is_host(token(1))
