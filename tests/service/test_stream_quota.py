"""Which place a stream takes, which screens are paired, and who counts as one sender."""

from __future__ import annotations

import pytest

from companion.network.reachability.senders import sender_of
from companion.service.screens.streams import MOST, PAIRING, OpenPage, StreamSlot, number_of, place_for
from companion.service.session.table_settings import ForgetScreens, PairScreen
from tests.service.at_table import HOST, Room, token


@pytest.mark.parametrize(
    ("seats", "known", "place"),
    [
        ((), {}, StreamSlot("sender", "192.0.2.9")),
        ((), {"here": True}, StreamSlot("here")),
        ((), {"host": True}, StreamSlot("host")),
        ((), {"host": True, "here": True}, StreamSlot("host")),
        ((), {"screen": True, "host": True, "here": True}, StreamSlot("screen")),
        ((5, 2), {"screen": True, "host": True, "here": True}, StreamSlot("seat", 2)),
    ],
)
def test_places(seats: tuple[int, ...], known: dict[str, bool], place: StreamSlot) -> None:
    told = {"host": False, "screen": False, "here": False} | known
    assert place_for(seats, "192.0.2.9", **told) == place
    assert place.own == (place.kind in ("seat", "host", "screen"))


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1%eth0", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1", "fe80::1"),
        ("fe80::2%wlan0", "fe80::2"),
        ("::1", "::1"),
        ("", ""),
        ("nonsense", "nonsense"),
    ],
)
def test_who_counts_as_one(address: str, sender: str) -> None:
    assert sender_of(address) == sender


# -- the table screen --------------------------------------------------------------------------------------------------


def kind(room: Room, who: str, *, screen: bool = True) -> str:
    """The kind of place that a page of this device gets."""
    return place(room, token(who), OpenPage("192.0.2.1", screen=screen)).kind


def place(room: Room, device: str, page: OpenPage) -> StreamSlot:
    """The place that a page of this device gets; what it could have had is told before."""
    room_for_it = room.table.view(device).screens.stream_room(page)
    stream = room.table.stream(device, page)
    found = stream._stream.place
    stream.close()
    assert (room_for_it.free, room_for_it.own) == (True, found.own)
    return found


def test_a_screen_is_paired_by_the_number_it_shows(room: Room) -> None:
    room.host()
    number = number_of(token("tv"))
    assert len(number) == 6
    assert kind(room, "tv") == "sender"
    reply = room.table.ask(HOST, PairScreen(f"{number[:3]} {number[3:]}"))
    assert reply.taken
    assert kind(room, "other") == "sender"
    assert kind(room, "tv", screen=False) == "sender", "another page is no table screen"
    assert kind(room, "tv") == "screen"
    assert kind(room, "tv", screen=False) == "sender"
    assert room.view("host").screens.paired_screens() == 1
    assert room.log.settings.get("screens") != [token("tv")], "only a hash is kept"


def test_only_the_host_pairs_and_only_for_a_minute(room: Room) -> None:
    room.host()
    assert room.table.ask(token("guest"), PairScreen(number_of(token("tv")))).code == "not-host"
    assert room.table.ask(token("guest"), ForgetScreens()).code == "not-host"
    assert kind(room, "tv") == "sender"
    assert room.table.ask(HOST, PairScreen(number_of(token("tv")))).taken
    room.past(PAIRING)
    assert kind(room, "tv") == "sender"
    assert room.table.ask(HOST, PairScreen("")).taken
    assert kind(room, "tv") == "sender"


def test_a_number_pairs_one_screen(room: Room) -> None:
    room.host()
    room.table.ask(HOST, PairScreen(number_of(token("tv"))))
    assert kind(room, "tv") == "screen"
    room.table.ask(HOST, ForgetScreens())
    assert kind(room, "tv") == "sender"


def test_the_newest_screens_are_kept(room: Room) -> None:
    room.host()
    for n in range(MOST["screen"] + 1):
        room.table.ask(HOST, PairScreen(number_of(token(f"tv{n}"))))
        assert kind(room, f"tv{n}") == "screen"
    assert kind(room, "tv0") == "sender"
    assert kind(room, "tv1") == "screen"
    assert room.view("host").screens.paired_screens() == MOST["screen"]


def test_a_paired_screen_stays_paired_after_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("paired") / "log.sqlite"
    with Room(path) as room:
        room.host()
        room.table.ask(HOST, PairScreen(number_of(token("tv"))))
        assert kind(room, "tv") == "screen"
    with Room(path) as room:
        assert kind(room, "tv") == "screen"


def test_seats_and_hosts_have_places_of_their_own(room: Room) -> None:
    room.begin(2)
    assert place(room, token(2), OpenPage("192.0.2.1")) == StreamSlot("seat", 2)
    assert place(room, HOST, OpenPage("192.0.2.1")) == StreamSlot("host")
    assert place(room, "", OpenPage("192.0.2.1")) == StreamSlot("sender", "192.0.2.1")
    assert place(room, "", OpenPage("127.0.0.1", here=True)) == StreamSlot("here")
