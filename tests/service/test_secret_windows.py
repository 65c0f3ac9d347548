"""A secret window on a table: who has answered is asked no more, and going on without somebody changes no answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.questions import Answer, Count, Pick
from companion.games.olympos import Olympos
from companion.service.agreement.agreement_requests import Depart, GoOnWithout
from companion.service.play.play_views import Dialogue
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.seats_state import LONG_ASLEEP
from tests.service.at_table import Room, token

MOST = 400
SEATS = (1, 2, 3)


def anything(dialogue: Dialogue) -> Answer:
    """What somebody answers who wants to move on."""
    question = dialogue.question
    if question.key == "turn":
        return "expand"
    if question.key == "destiny":
        return "zeus"
    if question.preset is not None:
        return question.preset
    if question.default is not None:
        return question.default
    match question:
        case Pick():
            # Nemesis takes all hands.
            return [str(option.value) for option in question.reachable() if option.value != "nemesis"][-1]
        case Count(start=start):
            return start
    raise AssertionError(question)


def until_a_window(room: Room, asked: int) -> tuple[int, ...]:
    """Play on until so many seats are asked in a secret window of Olympos."""
    for _ in range(MOST):
        moment = room.moment
        if not moment.awaited.progress and len(moment.awaited.must) >= asked:
            return moment.awaited.must
        waiting = [move.by for move in moment.pending] or list(moment.awaited.must)
        seat = next(seat for seat in waiting if not moment.playing.has_answered(seat)) or SEATS[0]
        dialogue = room.asked(seat)[0]
        assert room.give(seat, dialogue, anything(dialogue)).taken
    raise AssertionError("no window came")


@pytest.fixture
def window(rooms: Callable[..., Room]) -> tuple[Room, tuple[int, ...]]:
    """A room at whose table two at least are asked, and who they are."""
    room = rooms(Olympos(), profile="simulated")
    room.begin(3, "olympos", options={"box": "practice"}, chance={"destiny": "cardboard", "olympos": "cardboard"})
    return room, until_a_window(room, 2)


def zeus_cards(room: Room, seat: int) -> int:
    return sum(card.face.value == "zeus" for card in room.state.side(seat).hand)


def test_who_has_answered_is_told_so_and_may_change_it(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    first, *others = asked
    assert room.say(room.view(first).screens.seat().sentence) == "A question for you alone"
    room.answer(first, 1)
    assert "answers in secret" in room.say(room.view(first).screens.seat().sentence)
    assert room.asked(first)[0].question.given == 1
    assert room.moment.awaited.must == asked
    room.answer(first, 0)
    for seat in others:
        assert room.asked(seat)[0].question.given is None
        room.answer(seat, 0)
    assert room.state.votes == {}
    assert zeus_cards(room, first) > 0, "the answer that came last counts"


def silent(room: Room, *seats: int) -> None:
    """The phones of all but these lie in pockets for long."""
    for seat in seats:
        room.press(seat, "back")
    room.past(LONG_ASLEEP + AFTER_KEY + 10)
    for seat in seats:
        room.press(seat, "back")


def test_going_on_without_somebody_who_has_answered_leaves_the_answer(window: tuple[Room, tuple[int, ...]]) -> None:
    room, (first, *_) = window
    room.answer(first, 1)
    asker, voter = (seat for seat in SEATS if seat != first)
    silent(room, asker, voter)
    before = room.entries
    assert room.table.ask(token(asker), GoOnWithout(first, room.nonce())).taken
    assert room.reply(voter, True, key="vote-skip").taken
    room.past(10)
    assert room.entries == before, "nothing is done for somebody who has done it"
    assert room.state.votes[first].value == 1


def test_the_table_answers_once_for_somebody_who_has_left(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    first, *others = asked
    room.press(others[0], "back")
    before = room.entries
    assert room.table.ask(token(first), Depart(first, room.nonce())).taken
    for _ in range(3):
        room.press(others[0], "back")
    assert room.entries == before + 1
    assert room.moment.awaited.must == asked
