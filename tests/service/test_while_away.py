"""Who comes back finds what was done meanwhile, and what was taken back without them can be put back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.questions import Pick
from companion.render.faces import HomeFace, MenuFace
from companion.service.agreement.agreement_requests import ComeBack, Depart, Redo, Undo
from companion.service.agreement.ballots import FRESH
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import YES_COUNTS
from companion.service.panel.place_states import MENU_OPEN
from companion.service.play.answers import AnswerQuestion, CorrectNumber
from companion.service.play.play_views import Dialogue
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.seating import AddPlayer
from companion.service.seats.seats_state import ASLEEP, LONG_ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


def told(room: Room, seat: int) -> Dialogue:
    ask = room.asked(seat)[0]
    assert ask.question.key == "missed"
    return ask


def choices(ask: Dialogue) -> list[str]:
    assert isinstance(ask.question, Pick)
    return [option.value for option in ask.question.options]


@pytest.fixture
def rolling(rooms: Rooms) -> Room:
    """Two people with phones; every answer is followed by a roll of the companion's."""
    room = rooms(AskingGame("pick", chance=True), profile="simulated")
    room.begin(2, "asking")
    room.answer(1, "red")
    room.past(LONG_ASLEEP + AFTER_KEY)
    room.table.stream(token(1))
    return room


def left_and_undone(room: Room) -> None:
    """Berta's phone is dark for long enough, and Ana wants another roll."""
    assert room.table.ask(token(1), Undo(1, "asks")).taken
    assert room.state.said == ["red"], "Berta is asked"
    assert room.table.ask(token(1), Depart(2, "left")).taken
    assert room.state.said == [], "nobody else plays any more"


def test_leaving_is_no_way_round_a_no(rolling: Room) -> None:
    left_and_undone(rolling)
    rolling.answer(1, "blue")
    assert rolling.state.said == ["blue"]
    assert rolling.table.ask(token(2), ComeBack()).taken
    ask = told(rolling, 2)
    assert rolling.say(ask.question.prompt) == "While you were away, Ana took back: Ana's last answer"
    assert choices(ask) == ["back", "so"]
    assert rolling.give(2, ask, "back").taken
    assert rolling.state.said == ["red"], "what Ana did since counts no more"
    assert rolling.table.rooms.running.play is not None
    assert rolling.table.rooms.running.play.head.marked
    assert rolling.table.ask(token(1), Undo(1, rolling.nonce())).taken
    assert rolling.state.said == ["red"]
    assert rolling.asks(2)[-1] == "vote-undo"
    assert "missed" not in rolling.asks(2)


def test_it_is_offered_until_the_own_next_move_and_after_a_restart(rooms: Rooms, rolling: Room) -> None:
    left_and_undone(rolling)
    rolling.answer(1, "blue")
    rolling.close()
    again = rooms(AskingGame("pick", chance=True))
    assert again.table.ask(token(2), ComeBack()).taken
    assert choices(told(again, 2)) == ["back", "so"]
    assert again.reply(2, "red", key="pick", nonce="fresh").taken
    assert "missed" not in again.asks(2)


def test_it_can_be_left_as_it_is(rolling: Room) -> None:
    left_and_undone(rolling)
    rolling.table.ask(token(2), ComeBack())
    assert rolling.give(2, told(rolling, 2), "so").taken
    assert "missed" not in rolling.asks(2)
    assert rolling.state.said == []


def test_what_others_have_played_on_is_put_back_by_agreement_only(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick", chance=True))
    room.begin(3, "asking")
    room.answer(1, "red")
    room.past(LONG_ASLEEP + AFTER_KEY)
    for seat in (1, 3):
        room.table.stream(token(seat))
    room.table.ask(token(1), Depart(2, room.nonce()))
    room.reply(3, True, key="vote-leave")
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.reply(3, True, key="vote-undo")
    assert room.state.said == []
    room.table.ask(token(2), ComeBack())
    alone = told(room, 2)
    assert isinstance(alone.question, Pick)
    assert room.say(alone.question.options[0].label) == "Put it back"
    room.answer(1, "blue")
    room.table.stream(token(2))
    room.table.ask(token(3), CorrectNumber("nothing", 1, room.nonce()))
    assert isinstance(told(room, 2).question, Pick)
    room.table.ask(token(2), Depart(2, room.nonce()))
    assert room.table.rooms.leaving.now.gone == {2}
    assert room.moment.awaited.must == (2,), "a pick has no default"
    ask = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.seat == 2)
    assert room.table.ask(HOST, AnswerQuestion(2, ask.digest, "blue", room.nonce())).taken
    room.answer(3, "blue")
    room.table.ask(token(2), ComeBack())
    asked = told(room, 2)
    assert isinstance(asked.question, Pick)
    assert room.say(asked.question.options[0].label) == "Ask to put it back"
    assert room.give(2, asked, "back").taken
    assert room.state.said == ["blue", "blue", "blue"]
    assert room.asks(1)[-1] == room.asks(3)[-1] == "vote-back"
    assert room.say(room.asked(1)[-1].question.prompt) == "Berta wants to put back: Ana's last answer"
    room.reply(1, True, key="vote-back")
    room.reply(3, True, key="vote-back")
    assert room.state.said == ["red"]


def test_a_key_at_the_place_puts_back(rolling: Room) -> None:
    left_and_undone(rolling)
    rolling.answer(1, "blue")
    rolling.press(2, "down")
    assert not rolling.view().screens.table().seats[1].gone
    assert rolling.face(2).prompt == "Undone without you"
    rolling.press(2, "up", "ok")
    assert rolling.state.said == ["red"]


def test_what_was_put_back_otherwise_is_not_offered(rolling: Room) -> None:
    left_and_undone(rolling)
    assert rolling.table.ask(HOST, Redo(0, rolling.nonce())).taken
    rolling.table.ask(token(2), ComeBack())
    assert "missed" not in rolling.asks(2)


def test_of_a_free_undo_nobody_is_told(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"))
    room.begin(2, "asking")
    room.past(LONG_ASLEEP)
    room.table.ask(token(1), Depart(2, room.nonce()))
    room.answer(1, "red")
    room.table.ask(token(1), Undo(1, room.nonce()))
    room.table.ask(token(2), ComeBack())
    assert "missed" not in room.asks(2)


# -- the keys of a table without phones --------------------------------------------------------------------------------


@pytest.fixture
def keys(rooms: Rooms) -> Room:
    """Three people, no phone, keys at each place."""
    room = rooms(AskingGame("confirm", chance=True), profile="simulated")
    room.host()
    for seat in (1, 2, 3):
        assert room.table.ask(HOST, AddPlayer(seat, ["Ana", "Berta", "Carla"][seat - 1])).taken
    room.table.ask(HOST, ChooseGame("asking", {}, {}))
    room.table.ask(HOST, BeginPlay())
    for seat in (1, 2, 3):
        room.press(seat, "down", "up")
    return room


CHANCE = "Next comes a draw or a roll: after that, undoing needs everyone's agreement."


def items(room: Room, place: int) -> list[str]:
    return [item.label for item in room.face(place).items]


def test_back_opens_what_keys_may_ask_and_closes_it(keys: Room) -> None:
    keys.press(1, "back")
    assert items(keys, 1) == ["Stand up"], "there is nothing to ask of the table yet"
    keys.press(1, "back")
    assert keys.face(1).prompt == "Which one?"
    keys.press(1, "up", "ok", "ok")
    assert keys.state.said == ["True"]
    keys.past(2)
    keys.press(1, "back")
    assert (keys.face(1).prompt, items(keys, 1)) == ("Ask the table", ["Vote on undo", "Stand up"])
    keys.press(1, "back")
    assert isinstance(keys.face(1), HomeFace)
    keys.press(1, "back")
    assert isinstance(keys.face(1), MenuFace)
    keys.past(MENU_OPEN)
    assert isinstance(keys.face(1), HomeFace), "it closes by itself"


def test_keys_ask_and_answer_and_withdraw(keys: Room) -> None:
    keys.press(1, "up", "ok", "ok")
    keys.past(2)
    keys.press(1, "back", "ok")
    keys.past(2)
    assert keys.face(2).prompt == "Ana: undo?"
    assert keys.face(3).prompt == "Ana: undo?"
    keys.press(1, "back")
    assert items(keys, 1) == ["Stop the vote"]
    keys.press(1, "ok")
    assert keys.moment.votes == ()
    keys.past(2)
    keys.press(1, "back", "ok")
    keys.past(2)
    assert keys.face(2).lines == ("Ana's last answer", "Asked: Berta and Carla")
    assert keys.face(2).cursor == 1, "nothing is preselected but No"
    keys.press(2, "up", "ok", "ok")
    assert [soon.seat for soon in keys.moment.votes[0].soon] == [2]
    assert (keys.face(0).sentence, keys.face(0).hint) == ("Ana: undo?", "Asked: Carla"), "the panel says it too"
    keys.press(2, "down", "ok")
    assert keys.moment.votes == (), "until it counts a Yes may be changed, and a No counts at once"


def test_keys_go_on_without_a_sleeper_after_a_second_press(keys: Room) -> None:
    keys.past(ASLEEP + AFTER_KEY)
    for seat in (2, 3):
        keys.press(seat, "down", "up")
    keys.press(2, "back")
    assert items(keys, 2) == ["Without Ana", "Stand up"]
    keys.press(2, "ok")
    assert keys.face(2).prompt == "Without Ana?"
    assert keys.face(2).lines == ("Which one? No Then undoing needs a vote",)
    assert keys.state.said == []
    assert keys.moment.votes == ()
    keys.press(2, "down", "ok")
    assert items(keys, 2) == ["Without Ana", "Stand up"], "back to the menu"
    keys.press(2, "ok", "ok")
    assert keys.face(3).prompt == "Without Ana?"
    assert keys.face(3).lines == ("Asked: Carla", keys.say(keys.moment.votes[0].commits[0]) + " " + CHANCE)
    keys.past(FRESH)
    keys.press(3, "up", "ok")
    assert keys.state.said == []
    keys.past(YES_COUNTS)
    assert keys.state.said == ["False"]
    keys.past(2)
    assert keys.face(1).prompt == "Went on without you"


def test_keys_say_that_somebody_has_left(keys: Room) -> None:
    keys.past(LONG_ASLEEP + AFTER_KEY)
    for seat in (2, 3):
        keys.press(seat, "down", "up")
    keys.press(2, "back")
    assert items(keys, 2) == ["Without Ana", "Ana has left", "Stand up"]
    assert [item.seat for item in keys.face(2).items] == [1, 1, 0], "with the shape of her seat"
    keys.press(2, "down", "ok", "ok")
    keys.past(2)
    assert keys.face(3).prompt == "Has Ana left?"
    assert (keys.face(1).sentence, keys.face(0).sentence) == ("Left? Press a key", "Has Ana left?")
    assert [keys.face(place).awaited for place in (0, 1)] == [False, True], "it is still her turn"
    keys.press(1, "ok")
    assert keys.state.said == [], "what lay under it was not answered"
    assert keys.moment.votes == ()
    assert (keys.face(1).prompt, keys.face(1).lines) == ("Which one?", ())
    keys.past(LONG_ASLEEP + AFTER_KEY)
    keys.press(3, "up", "down")
    keys.press(2, "up", "down", "back", "down", "ok", "ok")
    keys.past(2)
    keys.press(3, "up", "ok")
    keys.past(YES_COUNTS)
    assert keys.table.rooms.leaving.now.gone == {1}
    keys.past(2)
    assert keys.state.said == ["False"], "the table answers for Ana"
    assert keys.face(1).sentence == "Back? Press a key"


def test_the_question_to_the_table_comes_before_the_own_turn(keys: Room) -> None:
    """It lapses; the turn does not."""
    keys.press(1, "up", "ok", "ok")
    keys.past(2)
    keys.press(1, "back", "ok")
    assert keys.face(2).prompt == "Ana: undo?"
    keys.past(LAPSE)
    assert keys.face(2).prompt == "Which one?"


def test_a_ballot_comes_first_at_a_place_that_is_asked_something_else(rooms: Rooms) -> None:
    room = rooms(AskingGame("confirm", chance=True), profile="simulated")
    room.begin(2, "asking")
    room.answer(1, True)
    assert (room.face(2).prompt, room.face(2).lines) == ("Which one?", ())
    assert room.table.ask(token(1), Undo(1, room.nonce())).taken
    assert room.face(2).prompt == "Ana: undo?"
    room.press(2, "ok")
    assert room.state.said == ["True"], "neither the ballot nor what lay under it was answered"
    assert len(room.moment.votes) == 1, "it had only just come"
    room.past(2)
    assert (room.face(2).prompt, room.face(2).cursor) == ("Ana: undo?", 1)
    room.press(2, "ok")
    assert room.moment.votes == ()
    room.past(2)
    assert room.face(2).prompt == "Which one?"
