"""A scribe alone writes for everybody: the device goes round for what only one of them may see."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.service.play.answers import AnswerQuestion
from companion.service.seats.seating import AddPlayer, CoverPhone, HandPage, UncoverPhone
from companion.service.session.session import BeginPlay, ChooseGame
from tests.core.torture import Torture
from tests.service.at_table import HOST, NAMES, Room, token

Rooms = Callable[..., Room]


@pytest.fixture
def alone(rooms: Rooms) -> Room:
    """Nobody but the scribe has a device, and everybody plans in secret."""
    room = rooms(Torture())
    room.host()
    for seat in (1, 2, 3):
        assert room.table.ask(HOST, AddPlayer(seat, NAMES[seat])).taken
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    for answer in ("1", 2):
        ask = room.table.view(HOST).screens.scribe().dialogues[0]
        assert room.table.ask(HOST, AnswerQuestion(ask.seat, ask.digest, answer, room.nonce())).taken
    return room


def plans(room: Room, seat: int) -> None:
    """Whoever has the device in hand answers the secret question of their seat."""
    ask = next(ask for ask in room.table.view(HOST).screens.seat().dialogues if ask.seat == seat)
    assert ask.question.secret
    assert room.table.ask(HOST, AnswerQuestion(seat, ask.digest, "ready", room.nonce())).taken


def test_everybody_plans_in_secret_with_the_scribes_device(alone: Room) -> None:
    for seat in (1, 2, 3):
        scribe = alone.table.view(HOST).screens.scribe()
        assert scribe.closed == tuple(range(seat, 4))
        assert all(not ask.question.secret for ask in scribe.dialogues)
        assert alone.table.ask(HOST, HandPage(seat)).taken
        assert alone.seat_of(HOST) is None, "not before whoever sits there says so"
        assert alone.table.ask(HOST, UncoverPhone(seat)).taken
        plans(alone, seat)
        assert alone.table.view(HOST).seats.own_role().handed is None, "it is the scribe's again"
        assert alone.seat_of(HOST) is None
    assert alone.table.view(HOST).screens.scribe().closed == ()
    assert alone.table.view(HOST).screens.scribe().dialogues, "the play goes on with what everybody may see"


def test_it_is_given_back_unanswered(alone: Room) -> None:
    alone.table.ask(HOST, HandPage(2))
    alone.table.ask(HOST, UncoverPhone(2))
    assert alone.seat_of(HOST) == 2
    assert alone.table.ask(HOST, CoverPhone()).taken
    assert alone.seat_of(HOST) is None
    assert alone.table.ask(HOST, UncoverPhone(2)).code == "not-yours"


def test_it_opens_for_the_seat_it_was_handed_to_alone(alone: Room) -> None:
    alone.table.ask(HOST, HandPage(2))
    assert alone.table.ask(HOST, UncoverPhone(1)).code == "not-yours"
    assert alone.table.view(HOST).seats.own_role().sharers == (2,)


def test_only_a_scribe_hands_it_on(alone: Room) -> None:
    assert alone.table.ask(token("stranger"), HandPage(2)).code == "not-host"
    assert alone.table.ask(HOST, HandPage(8)).code == "unknown-seat"


def test_whoever_has_a_phone_answers_there(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2)
    room.set_up()
    assert room.table.ask(HOST, HandPage(1)).code == "has-phone"
