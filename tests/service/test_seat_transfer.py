"""A seat goes to another phone: the code, the yes of the seat or the host, and everything that must not be enough."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.questions import Confirm
from companion.service.agreement.consent import SILENT
from companion.service.agreement.votes import YES_COUNTS
from companion.service.play.answers import AnswerQuestion
from companion.service.seats.seat_transfer import TOLD, TRIES, VALID, ConfirmSeat, KeepSeat
from companion.service.seats.seating import ClaimSeat, LeaveSeat, OfferSeat, TakeSeat
from companion.service.seats.seats_state import Hosting
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]

NEW = token("new phone")


@pytest.fixture
def playing(rooms: Rooms) -> Room:
    room = rooms(Torture(), profile="simulated")
    room.begin(2, "torture")
    room.set_up()
    return room


def code_for(room: Room, seat: int, by: str = "") -> str:
    reply = room.table.ask(by or token(seat), OfferSeat(seat))
    assert reply.taken
    found = re.search(r"\d{4} \d{4}", room.words(reply))
    assert found is not None
    return found[0]


def ballot(room: Room, seat: int):  # type: ignore[no-untyped-def]
    return next(ask for ask in room.asked(seat) if isinstance(ask.question, Confirm) and "swap" in ask.question.key)


def test_the_old_phone_says_yes(playing: Room) -> None:
    code, entries = code_for(playing, 2), playing.entries
    assert playing.table.ask(NEW, ClaimSeat(f"{code[:3]} {code[3:]}")).taken
    assert playing.seat_of(NEW) is None, "the code alone gives nothing"
    before = playing.page(2).dialogues[0]
    assert playing.give(2, ballot(playing, 2), True).taken
    assert playing.seat_of(NEW) == 2
    assert playing.seat_of(token(2)) is None, "the old phone lets go"
    assert playing.page(2).dialogues[0].question == before.question
    assert playing.entries == entries


def test_the_seats_own_key_says_yes(playing: Room) -> None:
    playing.table.ask(NEW, ClaimSeat(code_for(playing, 2)))
    playing.table.ask(token(2), LeaveSeat())
    playing.press(2, "up")
    playing.past(2)
    playing.press(2, "up", "ok")
    assert playing.seat_of(NEW) is None
    playing.past(YES_COUNTS)
    assert playing.seat_of(NEW) == 2


def test_the_host_says_yes_for_a_phone_that_is_lost(playing: Room) -> None:
    code = code_for(playing, 1, HOST)
    playing.table.ask(NEW, ClaimSeat(code))
    assert playing.moment.arriving == (1,)
    assert playing.table.ask(token(2), ConfirmSeat(1, agreed=True)).code == "not-host"
    assert playing.table.ask(HOST, ConfirmSeat(1, agreed=True)).taken
    assert playing.seat_of(NEW) == 1
    assert playing.moment.arriving == ()


@pytest.mark.parametrize("by", ["seat", "host"])
def test_a_no_sends_the_phone_away(playing: Room, by: str) -> None:
    playing.table.ask(NEW, ClaimSeat(code_for(playing, 2)))
    if by == "seat":
        assert playing.give(2, ballot(playing, 2), False).taken
    else:
        assert playing.table.ask(HOST, ConfirmSeat(2, agreed=False)).taken
    assert playing.seat_of(NEW) is None
    assert playing.table.ask(HOST, ConfirmSeat(2, agreed=True)).code == "no-claim"


def test_a_code_is_good_once_for_a_minute_and_for_its_seat(playing: Room) -> None:
    assert playing.table.ask(token(1), OfferSeat(2)).code == "not-yours"
    assert playing.table.ask(HOST, OfferSeat(7)).code == "unknown-seat"
    old = code_for(playing, 2)
    code = code_for(playing, 2)
    assert playing.table.ask(NEW, ClaimSeat(old)).code == "wrong-code", "a fresh code ends the one before"
    assert playing.table.ask(NEW, ClaimSeat(code)).taken
    assert playing.table.ask(token("thief"), ClaimSeat(code)).code == "wrong-code"
    late = code_for(playing, 1)
    playing.past(VALID)
    assert playing.table.ask(NEW, ClaimSeat(late)).code == "wrong-code"
    assert not any(isinstance(ask.question, Confirm) for ask in playing.asked(2)), "the question has gone too"
    assert playing.table.ask(HOST, ConfirmSeat(2, agreed=True)).code == "no-claim"


def test_guessing_is_slow(playing: Room) -> None:
    codes = [playing.table.ask(NEW, ClaimSeat(f"{guess:06}")).code for guess in range(TRIES + 1)]
    assert codes == ["wrong-code"] * TRIES + ["too-often"]


def test_nobody_is_asked_before_a_play(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.sit(1, 2)
    assert room.table.ask(token(1), OfferSeat(1)).code == "no-play"
    assert room.table.ask(NEW, ClaimSeat("123456")).code == "no-play"


def test_another_seat_cannot_say_yes(playing: Room) -> None:
    playing.table.ask(NEW, ClaimSeat(code_for(playing, 2)))
    ask = ballot(playing, 2)
    assert playing.table.ask(token(1), AnswerQuestion(2, ask.digest, True, "n", ask.service)).code == "not-yours"
    assert playing.seat_of(NEW) is None


# -- the host and one other ------------------------------------------------------------------------------------------

SEAT = 2
"""The seat that gives no sign; 1 hosts, 3 and 4 sit beside it."""


@pytest.fixture
def lost(rooms: Rooms) -> Room:
    """Four play, and the phone of one of them is lost."""
    room = rooms(Torture(), profile="simulated")
    room.begin(4, "torture")
    room.set_up()
    seats = room.opened.rooms.seats
    seats.put(replace(seats.now, hosting=Hosting(1, token(1))))
    room.table.stream(token(SEAT)).close()
    room.past(1)
    return room


def asks_for_seat(room: Room, name: str = "Berta") -> None:
    assert room.table.ask(NEW, TakeSeat(SEAT, name)).notice is not None
    room.past(1)


def asked(room: Room) -> list[int]:
    """The seats that are asked about the phone."""
    return [seat for seat in (1, 2, 3, 4) if any("swap" in ask.question.key for ask in room.asked(seat))]


def test_after_two_minutes_the_host_and_one_other_are_enough(lost: Room) -> None:
    lost.past(SILENT - 10)
    asks_for_seat(lost)
    assert asked(lost) == [SEAT], "the seat gave a sign less than two minutes ago"
    lost.past(10)
    assert asked(lost) == [1, SEAT, 3, 4]
    assert lost.say(ballot(lost, 1).question.prompt) == "Is it really Berta, beside you?"
    assert lost.give(1, ballot(lost, 1), True).taken
    assert lost.seat_of(NEW) is None, "the host alone is not enough"
    assert lost.give(4, ballot(lost, 4), True).taken
    assert lost.seat_of(NEW) == SEAT
    assert lost.seat_of(token(SEAT)) is None
    moved = lost.view().screens.table().moved
    assert moved is not None
    assert (moved.seat, moved.by) == (SEAT, (1, 4))
    lost.past(TOLD)
    assert lost.view().screens.table().moved is None


def test_others_without_the_host_are_not_enough(lost: Room) -> None:
    lost.past(SILENT)
    asks_for_seat(lost)
    for seat in (3, 4):
        assert lost.give(seat, ballot(lost, seat), True).taken
    assert lost.seat_of(NEW) is None


@pytest.mark.parametrize("seat", [1, 3])
def test_a_no_of_one_of_them_ends_it(lost: Room, seat: int) -> None:
    lost.past(SILENT)
    asks_for_seat(lost)
    assert lost.give(seat, ballot(lost, seat), False).taken
    assert asked(lost) == []
    assert lost.table.ask(HOST, ConfirmSeat(SEAT, agreed=True)).code == "no-claim"


def test_a_sign_of_the_seat_ends_what_the_host_may_say(lost: Room) -> None:
    lost.past(SILENT)
    asks_for_seat(lost)
    assert lost.give(1, ballot(lost, 1), True).taken
    lost.table.stream(token(SEAT))
    lost.past(1)
    assert asked(lost) == [SEAT]
    lost.past(YES_COUNTS)
    assert lost.seat_of(NEW) is None


def test_somebody_new_is_let_in_by_the_seat_or_the_admin_only(lost: Room) -> None:
    lost.past(SILENT)
    asks_for_seat(lost, "Pau")
    assert asked(lost) == [SEAT]


def test_without_a_host_nobody_speaks_for_the_seat(lost: Room) -> None:
    seats = lost.opened.rooms.seats
    seats.put(replace(seats.now, hosting=None))
    lost.past(SILENT)
    asks_for_seat(lost)
    assert asked(lost) == [SEAT]


def test_a_code_is_shown_on_its_own_phone_alone_and_can_be_taken_back(playing: Room) -> None:
    code = code_for(playing, 2)
    shown = playing.page(2).code
    assert shown is not None
    assert shown.code == code.replace(" ", "")
    assert playing.page(1).code is None
    assert playing.table.ask(token(2), KeepSeat()).taken
    assert playing.page(2).code is None
    assert playing.table.ask(NEW, ClaimSeat(code)).code == "wrong-code"
    code_for(playing, 2, HOST)
    assert playing.page(2).code is None, "what the admin offers is shown to the admin"
    code_for(playing, 2)
    playing.past(VALID)
    assert playing.page(2).code is None
