"""Streams: who is woken, who takes over, how many there may be, who is dead."""

from threading import Thread

import pytest

from companion.core.errors import Refused
from companion.service.broadcast import DEAD, Broadcast
from companion.service.gathering import Gathering
from companion.service.moment import Moment
from tests.service.at_table import HandClock


def moment(serial: int) -> Moment:
    return Moment(serial, "gathering", Gathering("p"))


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def broadcast(clock: HandClock) -> Broadcast:
    return Broadcast(moment(1), clock, most=3)


def test_a_stream_is_given_the_latest_moment_once(broadcast: Broadcast) -> None:
    stream = broadcast.open("a", (1,))
    found = broadcast.newer(stream, (-1, -1), 0)
    assert found is not None
    assert found[0].serial == 1
    assert broadcast.newer(stream, found[1], 0) is None
    for serial in (2, 3, 4):
        broadcast.publish(moment(serial))
    after = broadcast.newer(stream, found[1], 0)
    assert after is not None
    assert after[0].serial == 4, "what came in between is skipped"


def test_whoever_waits_is_woken(broadcast: Broadcast) -> None:
    stream = broadcast.open("a", (1,))
    found: list[int] = []

    def waits() -> None:
        newer = broadcast.newer(stream, (1, 0), 30)
        found.append(newer[0].serial if newer else 0)

    thread = Thread(target=waits)
    thread.start()
    broadcast.publish(moment(2))
    thread.join(10)
    assert found == [2]


def test_a_device_has_one_stream(broadcast: Broadcast) -> None:
    first, other = broadcast.open("a", (1,)), broadcast.open("b", (2,))
    second = broadcast.open("a", (1,))
    assert (first.ended, first.replaced) == (True, True)
    assert not second.ended
    assert not other.ended
    assert broadcast.newer(first, (-1, -1), 0) is None
    assert broadcast.seats() == {1, 2}


def test_there_are_only_so_many(broadcast: Broadcast) -> None:
    streams = [broadcast.open(device, ()) for device in "abc"]
    with pytest.raises(Refused) as refusal:
        broadcast.open("d", ())
    assert refusal.value.code == "too-many"
    assert broadcast.open("a", ()), "a device may take over from itself"
    broadcast.close(streams[1])
    assert broadcast.open("d", ())


def test_a_stream_that_does_not_answer_is_dead_after_a_while(broadcast: Broadcast, clock: HandClock) -> None:
    silent, alive = broadcast.open("a", (1,)), broadcast.open("b", (2,))
    clock.now += DEAD
    broadcast.bury()
    assert not silent.ended
    broadcast.alive("b")
    clock.now += 1
    broadcast.bury()
    assert silent.ended
    assert not silent.replaced
    assert not alive.ended
    assert broadcast.seats() == {2}


def test_pictures_wake_only_those_that_watch_them(broadcast: Broadcast) -> None:
    watching, other = broadcast.open("a", (), pictures=True), broadcast.open("b", ())
    seen = [broadcast.newer(stream, (-1, -1), 0) for stream in (watching, other)]
    assert seen[0] is not None
    assert seen[1] is not None
    broadcast.picture_changed()
    assert broadcast.newer(watching, seen[0][1], 0) is not None
    assert broadcast.newer(other, seen[1][1], 0) is None


def test_closing_ends_every_stream(broadcast: Broadcast) -> None:
    streams = [broadcast.open(device, (1,)) for device in "ab"]
    broadcast.close_all()
    assert all(stream.ended and not stream.replaced for stream in streams)
    assert broadcast.seats() == frozenset()
    for stream in streams:
        broadcast.close(stream)
        broadcast.close(stream)
    assert len(broadcast) == 0
