"""Sitting down, before and between plays."""

import pytest

from companion.core.errors import Refused
from companion.service.gathering import Gathering, checked_name
from tests.service.at_table import HOST, NAMES, Room, token


def test_a_name_is_tidied_and_checked() -> None:
    assert checked_name("  Ana \t María ") == "Ana María"
    for name, code in (("", "no-name"), (" \n", "no-name"), ("a\x00b", "no-name"), ("x" * 17, "long-name")):
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
    assert room.table.seat_of(token(3)) == 3
    assert room.table.seat_of(token(4)) is None
    assert room.table.seat_of("") is None
    info = {seat.seat: seat for seat in room.table.table_view().seats}
    assert (info[3].name, info[3].taken, info[3].claimed) == ("Carla", True, True)
    assert (info[4].taken, info[4].claimed) == (False, False)


def test_a_taken_seat_is_refused_in_words(room: Room) -> None:
    room.sit(3)
    reply = room.table.sit(token(4), 3, "Dora")
    assert reply.code == "taken"
    assert room.words(reply) == "That seat is taken. Whoever sits there can hand it over, and so can the host."
    assert room.table.seat_of(token(4)) is None
    assert room.table.table_view().seats[2].name == "Carla"


def test_a_form_sent_twice_sits_down_once(room: Room) -> None:
    room.sit(3)
    assert room.table.sit(token(3), 3, "Carla").taken
    assert room.table.seat_of(token(3)) == 3


def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    room.sit(1)
    reply = room.table.sit(token(2), 2, " Ana ")
    assert reply.code == "same-name"
    assert room.words(reply) == "Ana is sitting here already. Add a letter."
    assert room.table.sit(token(2), 2, "Ana B").taken
    assert room.table.rename(token(2), "Ana").code == "same-name"


def test_whoever_sat_in_the_wrong_place_moves_over(room: Room) -> None:
    room.sit(1)
    assert room.table.sit(token(1), 4, "Ana").taken
    assert room.table.seat_of(token(1)) == 4
    assert room.table.moment.gathering.names == {4: "Ana"}
    assert room.table.sit(token(2), 1, "Berta").taken


def test_standing_up_frees_the_seat(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.leave(token(1)).taken
    assert room.table.seat_of(token(1)) is None
    assert room.table.moment.gathering.names == {2: "Berta"}
    assert room.table.leave(token(1)).code == "no-seat"
    assert room.table.sit(token("new"), 1, "Ana").taken


def test_only_the_host_frees_and_adds_others(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.free(token(1), 2).code == "not-host"
    assert room.table.add(token(1), 3, "Carla").code == "not-host"
    room.host()
    assert room.table.add(HOST, 3, "Carla").taken
    info = room.table.table_view().seats[2]
    assert (info.taken, info.claimed) == (True, False)
    assert room.table.free(HOST, 2).taken
    assert room.table.seat_of(token(2)) is None


def test_a_seat_that_waits_for_its_phone_keeps_its_name(room: Room) -> None:
    room.host()
    room.table.add(HOST, 3, "Carla")
    assert room.table.sit(token(3), 3, "").taken
    assert room.table.moment.gathering.names == {3: "Carla"}
    assert room.table.sit(token(4), 4, "").code == "no-name"


def test_joining_has_a_limit_for_everybody_together(room: Room) -> None:
    replies = [room.table.sit(token(n), 1 + n % 8, f"N{n}").code for n in range(41)]
    assert replies.count("too-often") == 1
    assert replies[-1] == "too-often"
    room.clock.now += 61
    assert room.table.sit(token("late"), 1, "Zoe").code == "taken"


def test_a_rename_shows_everywhere(room: Room) -> None:
    room.begin(2)
    assert room.table.rename(token(2), "Bea").taken
    assert room.table.speaker("en").name(2) == "Bea"
    assert room.table.moment.gathering.names == {1: NAMES[1], 2: "Bea"}
