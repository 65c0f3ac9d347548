"""Signs of life on the streams of pages: without them nobody can tell a silent page from a phone that is gone."""

from __future__ import annotations

from secrets import token_bytes

import pytest

from companion.service.assembly import make_rooms
from companion.service.rooms import Rooms
from companion.service.screens.streams import DEAD, HEARTBEAT, Broadcast, StreamSlot
from tests.service.at_table import HandClock
from tests.service.notes import Notes


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def rooms(clock: HandClock) -> Rooms:
    return make_rooms(clock=clock, settings=Notes(), secret=token_bytes, meta=lambda _key: None)


@pytest.fixture
def broadcast(rooms: Rooms, clock: HandClock) -> Broadcast:
    return Broadcast(rooms.moment, clock)


def news(rooms: Rooms, broadcast: Broadcast) -> None:
    rooms.state.touch()
    broadcast.publish(rooms.moment)


def test_a_busy_stream_has_its_signs_of_life_too(rooms: Rooms, broadcast: Broadcast, clock: HandClock) -> None:
    stream, position, beats = broadcast.open("phone", (1,), StreamSlot("seat", 1)), (-1, -1), 0
    for _ in range(int(2 * DEAD)):
        clock.now += 1
        news(rooms, broadcast)
        if broadcast.beats(stream):
            beats += 1
            broadcast.alive("phone")
        found = broadcast.newer(stream, position)
        assert found is not None
        position = found
        broadcast.end_silent()
    assert not stream.ended
    assert beats == 2 * DEAD // HEARTBEAT


def test_the_next_sign_of_life_is_waited_for(broadcast: Broadcast, clock: HandClock) -> None:
    stream = broadcast.open("phone", (1,), StreamSlot("seat", 1))
    clock.now += 1
    assert not broadcast.beats(stream)
    assert broadcast.until_beat(stream) == HEARTBEAT - 1
    clock.now += HEARTBEAT - 1
    assert broadcast.beats(stream)
    assert not broadcast.beats(stream)
    assert broadcast.until_beat(stream) == HEARTBEAT


def test_a_stream_that_nobody_answers_on_ends(broadcast: Broadcast, clock: HandClock) -> None:
    stream = broadcast.open("phone", (1,), StreamSlot("seat", 1))
    clock.now += DEAD
    broadcast.end_silent()
    assert not stream.ended
    clock.now += 1
    broadcast.end_silent()
    assert stream.ended


def test_phones_have_no_news_of_pictures(rooms: Rooms, broadcast: Broadcast) -> None:
    phone = broadcast.open("phone", (1,), StreamSlot("seat", 1))
    screen = broadcast.open("screen", (), StreamSlot("screen"), pictures=True)
    position = rooms.moment.serial, 0
    broadcast.picture_changed()
    assert broadcast.newer(phone, position) is None
    assert broadcast.newer(screen, position) == (rooms.moment.serial, 1)
