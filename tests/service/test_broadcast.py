"""Streams: who is woken, who takes over, how many there may be, who is dead."""

from contextlib import suppress

import pytest

from companion.core.errors import Refused
from companion.core.setup import SEATS
from companion.service.screens.moment import Moment
from companion.service.screens.streams import DEAD, MOST, UNKNOWN_SENDERS, Broadcast, StreamSlot, place_for
from tests.service.at_table import HandClock

ONE, TWO, HERE = StreamSlot("seat", 1), StreamSlot("seat", 2), StreamSlot("here")


def moment(serial: int) -> Moment:
    return Moment(serial)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def broadcast(clock: HandClock) -> Broadcast:
    return Broadcast(moment(1), clock)


def test_a_stream_is_given_the_latest_moment_once(broadcast: Broadcast) -> None:
    stream = broadcast.open("a", (1,), ONE)
    assert broadcast.newer(stream, (-1, -1)) == (1, 0)
    assert broadcast.newer(stream, (1, 0)) is None
    for serial in (2, 3, 4):
        broadcast.publish(moment(serial))
    assert broadcast.newer(stream, (1, 0)) == (4, 0), "what came in between is skipped"


def test_whoever_listens_is_woken_by_what_streams_may_tell(broadcast: Broadcast, clock: HandClock) -> None:
    woken: list[int] = []
    broadcast.listen(lambda: woken.append(broadcast.moment.serial))
    broadcast.publish(moment(2))
    assert woken == [2], "the moment is there when the listener is woken"
    broadcast.picture_changed()
    assert len(woken) == 1, "nobody watches pictures"
    broadcast.open("a", (1,), ONE)
    broadcast.open("a", (1,), ONE)
    assert len(woken) == 3, "the older one has its farewell to send"
    clock.now += DEAD + 1
    broadcast.end_silent()
    broadcast.end_silent()
    assert len(woken) == 4
    broadcast.close_all()
    assert len(woken) == 5


def test_a_device_has_one_stream(broadcast: Broadcast) -> None:
    first, other = broadcast.open("a", (1,), ONE), broadcast.open("b", (2,), TWO)
    second = broadcast.open("a", (1,), ONE)
    assert (first.ended, first.replaced) == (True, True)
    assert not second.ended
    assert not other.ended
    assert broadcast.seats() == {1, 2}


def opened_from(broadcast: Broadcast, n: int, address: str) -> int:
    """How many of ``n`` new devices of an address get a stream."""
    got = 0
    for each in range(n):
        with suppress(Refused):
            broadcast.open(f"{address}-{each}", (), place_for((), address, host=False, screen=False, here=False))
            got += 1
    return got


def test_unknown_senders_have_a_few_by_address_and_a_few_together(broadcast: Broadcast) -> None:
    assert opened_from(broadcast, 100, "192.0.2.1") == MOST["sender"]
    assert opened_from(broadcast, 100, "192.0.2.2") == UNKNOWN_SENDERS - MOST["sender"]
    assert opened_from(broadcast, 100, "192.0.2.3") == 0
    assert len(broadcast) == UNKNOWN_SENDERS


def test_the_tables_own_people_have_places_that_nobody_fills(broadcast: Broadcast) -> None:
    for address in range(10):
        opened_from(broadcast, 20, f"192.0.2.{address}")
    seats = [broadcast.open(f"seat-{seat}", (seat,), StreamSlot("seat", seat)) for seat in SEATS]
    host = broadcast.open("host", (), StreamSlot("host"))
    screen = broadcast.open("screen", (), StreamSlot("screen"))
    here = broadcast.open("kiosk", (), HERE)
    assert not any(stream.ended for stream in (*seats, host, screen, here))
    assert broadcast.seats() == set(SEATS)


@pytest.mark.parametrize("place", [StreamSlot("seat", 3), StreamSlot("host"), StreamSlot("screen")])
def test_at_a_full_place_of_ones_own_the_newest_has_it(broadcast: Broadcast, place: StreamSlot) -> None:
    other = broadcast.open("other", (4,), StreamSlot("seat", 4))
    streams = [broadcast.open(f"d{n}", (), place) for n in range(place.most + 2)]
    assert [stream.replaced for stream in streams] == [True] * 2 + [False] * place.most
    assert [stream.ended for stream in streams] == [stream.replaced for stream in streams]
    assert not other.ended
    assert broadcast.has_room(place), "the newest always has it"


def test_the_machine_itself_has_two_screens(broadcast: Broadcast) -> None:
    opened = [broadcast.open(f"k{n}", (), HERE) for n in range(HERE.most)]
    assert not broadcast.has_room(HERE)
    with pytest.raises(Refused, match="too-many"):
        broadcast.open("another", (), HERE)
    broadcast.close(opened[0])
    assert broadcast.has_room(HERE)


def test_a_device_takes_over_from_itself_and_a_closed_page_leaves_its_place(broadcast: Broadcast) -> None:
    place = place_for((), "192.0.2.1", host=False, screen=False, here=False)
    streams = [broadcast.open(f"d{n}", (), place) for n in range(place.most)]
    assert not broadcast.has_room(place)
    assert broadcast.open("d0", (), place), "a device may take over from itself"
    assert streams[0].replaced
    broadcast.close(streams[1])
    assert broadcast.has_room(place)
    assert broadcast.open("new", (), place)
    assert not broadcast.has_room(place)
    assert broadcast.has_room(StreamSlot("seat", 1))


def test_a_stream_that_does_not_answer_is_dead_after_a_while(broadcast: Broadcast, clock: HandClock) -> None:
    silent, alive = broadcast.open("a", (1,), ONE), broadcast.open("b", (2,), TWO)
    clock.now += DEAD
    broadcast.end_silent()
    assert not silent.ended
    broadcast.alive("b")
    clock.now += 1
    broadcast.end_silent()
    assert silent.ended
    assert not silent.replaced
    assert not alive.ended
    assert broadcast.seats() == {2}


def test_pictures_wake_only_those_that_watch_them(broadcast: Broadcast) -> None:
    watching, other = broadcast.open("a", (), HERE, pictures=True), broadcast.open("b", (), HERE)
    seen = [broadcast.newer(stream, (-1, -1)) for stream in (watching, other)]
    assert seen[0] is not None
    assert seen[1] is not None
    broadcast.picture_changed()
    assert broadcast.newer(watching, seen[0]) is not None
    assert broadcast.newer(other, seen[1]) is None


def test_closing_ends_every_stream(broadcast: Broadcast) -> None:
    streams = [broadcast.open(device, (1,), ONE) for device in "ab"]
    broadcast.close_all()
    assert all(stream.ended and not stream.replaced for stream in streams)
    assert broadcast.seats() == frozenset()
    for stream in streams:
        broadcast.close(stream)
        broadcast.close(stream)
    assert len(broadcast) == 0
