"""Signs of life on the streams of pages: without them nobody can tell a silent page from a phone that is gone."""

from __future__ import annotations

import pytest

from companion.service.rooms import Rooms
from companion.service.screens.streams import DEAD, HEARTBEAT, Broadcast, Place
from tests.service.at_table import HandClock
from tests.service.notes import Notes


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def rooms(clock: HandClock) -> Rooms:
    return Rooms(clock, Notes())


@pytest.fixture
def broadcast(rooms: Rooms, clock: HandClock) -> Broadcast:
    return Broadcast(rooms.moment, clock)


def news(rooms: Rooms, broadcast: Broadcast) -> None:
    rooms.state.touch()
    broadcast.publish(rooms.moment)


def test_a_busy_stream_has_its_signs_of_life_too(rooms: Rooms, broadcast: Broadcast, clock: HandClock) -> None:
    stream, position, beats = broadcast.open("phone", (1,), Place("seat", 1)), (-1, -1), 0
    for _ in range(int(2 * DEAD)):
        clock.now += 1
        news(rooms, broadcast)
        found = broadcast.newer(stream, position, 0)
        if found is None:
            beats += 1
            broadcast.alive("phone")
            found = broadcast.newer(stream, position, 0)
        assert found is not None
        position = found[1]
        broadcast.bury()
    assert not stream.ended
    assert beats == 2 * DEAD // HEARTBEAT


def test_news_come_right_after_the_sign_of_life(rooms: Rooms, broadcast: Broadcast, clock: HandClock) -> None:
    stream = broadcast.open("phone", (1,), Place("seat", 1))
    clock.now += HEARTBEAT
    news(rooms, broadcast)
    assert broadcast.newer(stream, (-1, -1), 0) is None
    assert broadcast.newer(stream, (-1, -1), 0) == (rooms.moment, (rooms.moment.serial, 0))


def test_a_stream_that_nobody_answers_on_ends(rooms: Rooms, broadcast: Broadcast, clock: HandClock) -> None:
    stream = broadcast.open("phone", (1,), Place("seat", 1))
    clock.now += DEAD
    broadcast.bury()
    assert not stream.ended
    clock.now += 1
    broadcast.bury()
    assert stream.ended
    assert broadcast.newer(stream, (-1, -1), 0) is None


def test_phones_are_not_woken_for_pictures(rooms: Rooms, broadcast: Broadcast) -> None:
    phone = broadcast.open("phone", (1,), Place("seat", 1))
    screen = broadcast.open("screen", (), Place("screen"), pictures=True)
    positions = {stream.device: (rooms.moment.serial, 0) for stream in (phone, screen)}
    broadcast.picture_changed()
    assert broadcast.newer(phone, positions["phone"], 0) is None
    assert broadcast.newer(screen, positions["screen"], 0) == (rooms.moment, (rooms.moment.serial, 1))
