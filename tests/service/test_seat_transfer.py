"""A seat goes to another phone: the code, the yes of the seat or the host, and everything that must not be enough."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.core.questions import Confirm
from companion.service.agreement.votes import YES_COUNTS
from companion.service.play.answers import AnswerQuestion
from companion.service.seats.seat_transfer import TRIES, VALID, ConfirmSeat
from companion.service.seats.seating import ClaimSeat, LeaveSeat, OfferSeat
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
