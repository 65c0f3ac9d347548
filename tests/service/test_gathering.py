"""Sitting down, before and between plays."""

# ruff: noqa: RUF001

import pytest

from companion.core.errors import Refused
from companion.service.assembly import JOINS
from companion.service.seats.attendance import BACK_AT_ONCE
from companion.service.seats.seating import AddPlayer, FreeSeat, LeaveSeat, Rename, TakeSeat
from companion.service.seats.seats_state import Gathering, checked_name
from tests.service.at_table import HOST, NAMES, Room, token


def test_a_name_is_tidied_and_checked() -> None:
    assert checked_name("  Ana \t María ") == "Ana María"
    for name, code in (("", "no-name"), (" \n", "no-name"), ("a\x00b", "illegible-name"), ("x" * 17, "long-name")):
        with pytest.raises(Refused) as refusal:
            checked_name(name)
        assert refusal.value.code == code


@pytest.mark.parametrize("seat", [0, 9, -1, 10**8])
def test_there_are_eight_seats(seat: int) -> None:
    with pytest.raises(Refused) as refusal:
        Gathering("p").with_name(seat, "Ana")
    assert refusal.value.code == "unknown-seat"


def test_the_set_up_lists_seats_clockwise() -> None:
    setup = Gathering("p", {7: "Gala", 2: "Berta"}).setup()
    assert [(seated.seat, seated.name) for seated in setup.seats] == [(2, "Berta"), (7, "Gala")]


def test_a_device_has_the_seat_it_took(room: Room) -> None:
    room.sit(3)
    assert room.seat_of(token(3)) == 3
    assert room.seat_of(token(4)) is None
    assert room.seat_of("") is None
    info = {seat.seat: seat for seat in room.view().screens.table().seats}
    assert (info[3].name, info[3].taken, info[3].claimed) == ("Carla", True, True)
    assert (info[4].taken, info[4].claimed) == (False, False)


def test_a_taken_seat_is_refused_in_words(room: Room) -> None:
    room.sit(3)
    reply = room.table.ask(token(4), TakeSeat(3, "Dora"))
    assert reply.code == "taken"
    assert room.words(reply) == "That seat is taken. Whoever sits there can hand it over, and so can the admin."
    assert room.seat_of(token(4)) is None
    assert room.view().screens.table().seats[2].name == "Carla"


def test_a_phone_that_lost_its_seat_has_it_back_under_its_name(room: Room) -> None:
    room.sit(3)
    stream = room.table.stream(token(3))
    assert room.table.ask(token(4), TakeSeat(3, "Carla")).code == "taken", "its phone is there"
    stream.close()
    assert room.table.ask(token(4), TakeSeat(3, "Carla")).code == "taken", "it may be loading another page"
    room.past(BACK_AT_ONCE)
    reply = room.table.ask(token(4), TakeSeat(3, ""))
    assert room.words(reply) == "Carla sits here. Is that you? Write that name and sit down."
    reply = room.table.ask(token(4), TakeSeat(4, "carla"))
    assert room.words(reply) == "Carla is sitting here already. Is that you? Choose that seat. Else add a letter."
    assert room.table.ask(token(4), TakeSeat(3, "carla\u200d")).code == "illegible-name"
    assert room.seat_of(token(3)) == 3, "who is refused takes no seat away"
    assert room.table.ask(token(4), TakeSeat(3, "carla")).taken
    assert (room.seat_of(token(3)), room.seat_of(token(4))) == (None, 3)


def test_a_form_sent_twice_sits_down_once(room: Room) -> None:
    room.sit(3)
    assert room.table.ask(token(3), TakeSeat(3, "Carla")).taken
    assert room.seat_of(token(3)) == 3


def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    room.sit(1)
    reply = room.table.ask(token(2), TakeSeat(2, " Ana "))
    assert reply.code == "same-name"
    assert room.words(reply) == "Ana is sitting here already. Add a letter."
    assert room.table.ask(token(2), TakeSeat(2, "Ana B")).taken
    assert room.table.ask(token(2), Rename("Ana")).code == "same-name"


def test_whoever_sat_in_the_wrong_place_moves_over(room: Room) -> None:
    room.sit(1)
    assert room.table.ask(token(1), TakeSeat(4, "Ana")).taken
    assert room.seat_of(token(1)) == 4
    assert room.moment.gathering.names == {4: "Ana"}
    assert room.table.ask(token(2), TakeSeat(1, "Berta")).taken


def test_standing_up_frees_the_seat(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.ask(token(1), LeaveSeat()).taken
    assert room.seat_of(token(1)) is None
    assert room.moment.gathering.names == {2: "Berta"}
    assert room.table.ask(token(1), LeaveSeat()).code == "no-seat"
    assert room.table.ask(token("new"), TakeSeat(1, "Ana")).taken


def test_only_the_host_frees_and_adds_others(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.ask(token(1), FreeSeat(2)).code == "not-host"
    assert room.table.ask(token(1), AddPlayer(3, "Carla")).code == "not-host"
    room.host()
    assert room.table.ask(HOST, AddPlayer(3, "Carla")).taken
    info = room.view().screens.table().seats[2]
    assert (info.taken, info.claimed) == (True, False)
    assert room.table.ask(HOST, FreeSeat(2)).taken
    assert room.seat_of(token(2)) is None


def test_a_seat_that_waits_for_its_phone_keeps_its_name(room: Room) -> None:
    room.host()
    room.table.ask(HOST, AddPlayer(3, "Carla"))
    assert room.table.ask(token(3), TakeSeat(3, "")).taken
    assert room.moment.gathering.names == {3: "Carla"}
    assert room.table.ask(token(4), TakeSeat(4, "")).code == "no-name"


def test_a_seat_changes_hands_only_so_often(room: Room) -> None:
    for _ in range(JOINS):
        assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).code == "too-often"
    assert room.table.ask(token(2), TakeSeat(2, "Berta")).taken, "and another as often again"
    room.past(61)
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken


def test_what_is_refused_keeps_nobody_from_a_seat(room: Room) -> None:
    for n in range(3 * JOINS):
        assert room.table.ask(f"stranger-{n}", TakeSeat(1, "")).code == "no-name"
        assert room.table.ask(f"stranger-{n}", TakeSeat(1, "Host", beside=True)).code == "word-of-the-table"
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken
    for n in range(3 * JOINS):
        assert room.table.ask(f"stranger-{n}", TakeSeat(1, "Eve")).code == "taken"
    assert room.table.ask(token(1), LeaveSeat()).taken
    assert room.table.ask(token(2), TakeSeat(1, "Berta")).taken


def test_a_rename_shows_everywhere(room: Room) -> None:
    room.begin(2)
    assert room.table.ask(token(2), Rename("Bea")).taken
    assert room.speaker("en").name(2) == "Bea"
    assert room.moment.gathering.names == {1: NAMES[1], 2: "Bea"}


# -- names that look like others -------------------------------------------------------------------------------------


def test_nobody_takes_a_name_that_looks_like_anothers(room: Room) -> None:
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken
    for name in ("ana", "\u0410nа", "A n a", "\uff21na"):
        reply = room.table.ask(token(2), TakeSeat(2, name))
        assert reply.code == "same-name", name
    assert "looks like Ana" in room.words(room.table.ask(token(2), TakeSeat(2, "ANA")))
    assert "Ana is sitting here already" in room.words(room.table.ask(token(2), TakeSeat(2, " Ana ")))
    assert room.table.ask(token(2), TakeSeat(2, "Anna")).taken
    assert room.table.ask(token(2), Rename("anа")).code == "same-name"
    assert room.table.ask(token(1), Rename("ANA")).taken, "one's own name may change its looks"


@pytest.mark.parametrize(
    "name",
    [
        *("Host", "host", "Ноѕt", "H0st", "Anfitrión", "TABLE", "Mesa", "La mesa", "The table", "Panel"),
        *("Seat 3", "Sitio 8", "Table companion"),
    ],
)
def test_nobody_is_called_like_the_table_or_its_parts(room: Room, name: str) -> None:
    assert room.table.ask(token(1), TakeSeat(1, name)).code == "word-of-the-table"
    assert room.table.ask(token(1), TakeSeat(1, f"{name} 9"[:16])).taken or len(name) > 14


def test_what_cannot_be_seen_is_no_name(room: Room) -> None:
    for name in ("\u3164", "A\u200bna", "A\u202enA", "A\u0336\u0337\u0338na"):
        assert room.table.ask(token(1), TakeSeat(1, name)).code == "illegible-name"
    assert room.table.ask(token(1), TakeSeat(1, "Jose\u0301")).taken
    assert room.view().screens.table().seats[0].name == "José"


def test_in_a_play_nobody_asks_for_a_seat_under_the_name_of_another(room: Room) -> None:
    room.begin(3)
    for name, code in (("ana", "same-name"), ("Host", "word-of-the-table"), ("\u3164", "illegible-name")):
        assert room.table.ask(token("new"), TakeSeat(2, name)).code == code
        assert room.view().screens.table().arriving == ()
