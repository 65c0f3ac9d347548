"""A secret window on a table: who has answered is asked no more, and going on without somebody changes no answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.questions import Answer, Count, Pick
from companion.games.olympos import Olympos
from companion.service.agreement.agreement_requests import Depart, GoOnWithout, Undo
from companion.service.agreement.secret_time import SecretTimer, SetSecretTime, TakeMoreTime
from companion.service.clock.turn_clock import ClockRule, PauseClock, SetClock
from companion.service.play.play_views import Dialogue
from companion.service.screens.streams import OpenStream
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.seats_state import LONG_ASLEEP
from tests.service.at_table import HOST, Room, token

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
    headline = room.say(room.view(first).screens.seat().sentence)
    assert headline == "Siren, in secret", "its words are for the seat alone"
    room.answer(first, 1)
    assert room.say(room.view(first).screens.seat().sentence) == headline
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


# -- the time for secret answers -------------------------------------------------------------------------------------


def timed(room: Room, seconds: int = 20) -> None:
    """The admin gives so many seconds, and the phones of all lie open."""
    room.host()
    reply = room.table.ask(HOST, SetSecretTime(seconds))
    assert reply.taken, reply.code


def shows(room: Room, *seats: int) -> dict[int, OpenStream]:
    """Pages of these seats, each sent all there is."""
    pages = {seat: room.table.stream(token(seat)) for seat in seats}
    sent(pages)
    room.past(0)
    return pages


def sent(pages: dict[int, OpenStream]) -> None:
    """Each page was sent all that is news to it."""
    for page in pages.values():
        position = page.newer((-1, -1))
        assert position is not None
        assert page.newer(position) is None


def timer(room: Room) -> SecretTimer | None:
    return room.view().screens.table().secret_timer


def test_without_the_setting_nothing_lapses(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    shows(room, *asked)
    before = room.entries
    room.past(600)
    assert (timer(room), room.entries) == (None, before)


def test_the_time_begins_when_the_question_was_sent_to_all_and_no_card_is_the_answer(
    window: tuple[Room, tuple[int, ...]],
) -> None:
    room, asked = window
    timed(room)
    first, *others = asked
    pages = shows(room, *others)
    room.past(30)
    assert timer(room) is None, "the page of one was not sent the question"
    pages |= shows(room, first)
    sent(pages)
    room.past(0)
    running = timer(room)
    assert running is not None
    assert (running.seats, running.seconds, running.left, running.runs) == (asked, 20, 20, True)
    room.answer(first, 1)
    held = {seat: zeus_cards(room, seat) for seat in asked}
    room.past(19.9)
    assert not room.moment.awaited.progress
    room.past(0.2)
    assert room.state.votes == {}, "all have answered"
    assert {seat: held[seat] - zeus_cards(room, seat) for seat in asked} == {first: 1, **dict.fromkeys(others, 0)}
    assert timer(room) is None


def test_the_time_stands_still_during_a_vote_and_a_pause(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    timed(room)
    shows(room, *asked)
    room.past(10)
    assert room.table.ask(token(asked[0]), Undo(asked[0], room.nonce())).taken
    room.past(0)
    room.past(60)
    stands = timer(room)
    assert stands is not None
    assert (stands.left, stands.runs) == (10, False)
    assert room.reply(asked[1], False, key="vote-undo").taken
    assert room.table.ask(HOST, SetClock(ClockRule("up"))).taken
    assert room.table.ask(HOST, PauseClock(on=True)).taken
    room.past(0)
    before = timer(room)
    room.past(60)
    assert timer(room) == before
    assert room.table.ask(HOST, PauseClock(on=False)).taken
    room.past(0)
    room.past(3)
    assert not room.moment.awaited.progress
    room.past(10)
    assert room.moment.awaited.progress


def test_one_tap_gives_more_time(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    timed(room)
    shows(room, *asked)
    assert timer(room) is not None
    assert room.table.ask(token(asked[0]), TakeMoreTime(asked[0])).taken
    room.past(600)
    assert not room.moment.awaited.progress
    other = room.table.ask(token(asked[0]), TakeMoreTime(asked[1]))
    assert other.code == "not-yours"


def test_there_is_no_time_where_somebody_answers_by_keys(window: tuple[Room, tuple[int, ...]]) -> None:
    room, asked = window
    timed(room)
    room.past(2)
    room.tell(f"hold {asked[0]} peek")
    room.press(asked[0], "ok", "ok")
    assert room.moment.playing.has_answered(asked[0])
    room.tell(f"release {asked[0]} peek")
    shows(room, *asked)
    assert timer(room) is None
    room.past(600)
    assert not room.moment.awaited.progress


def test_the_setting_outlasts_a_restart_and_the_time_begins_anew(rooms: Callable[..., Room]) -> None:
    room = rooms(Olympos(), profile="simulated")
    room.begin(3, "olympos", options={"box": "practice"}, chance={"destiny": "cardboard", "olympos": "cardboard"})
    asked = until_a_window(room, 2)
    timed(room, 60)
    shows(room, *asked)
    room.past(50)
    room.close()
    again = rooms(Olympos(), profile="simulated")
    assert again.view().screens.table().secret_limit == 60
    shows(again, *asked)
    running = timer(again)
    assert running is not None
    assert running.left == 60


@pytest.mark.parametrize("seconds", [-1, 7, 3600])
def test_other_limits_are_refused(room: Room, seconds: int) -> None:
    room.host()
    assert room.table.ask(HOST, SetSecretTime(seconds)).code == "no-time"
