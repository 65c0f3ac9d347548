"""Only screens skip: a question with one possible answer is not asked, and stands among what was answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick, PickMany, Question
from companion.core.secrecy import PUBLIC
from companion.core.wording import say
from companion.service.play.answers import AnswerQuestions, StepBack
from companion.service.play.dialogues import given_before, only_answer
from tests.service.asking_game import Answered, AskingGame, State
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]

ONE = (Option("red", say("Red")),)
TWO = (*ONE, Option("blue", say("Blue")))
OUT = (*ONE, Option("green", say("Green"), reason=say("Green has run out.")))


def pick(key: str, options: Sequence[Option[str]] = TWO, **more: Any) -> Pick[str]:
    return Pick(key=key, prompt=say("{key}?", key=key), options=tuple(options), **more)


class SeveralQuestions(AskingGame):
    """Asks ``asked`` one after the other, of every seat in turn."""

    def __init__(self, *asked: Question) -> None:
        super().__init__("several")
        self.asked = asked

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        said = []
        for question in self.asked:
            said.append((yield from question))  # type: ignore[attr-defined]
        return Answered(f"{len(state.said)}:{said}")


FIRST, LAST = pick("first"), pick("last")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (pick("a", ONE), "red"),
        (pick("a", TWO), None),
        (pick("a", OUT), None),
        (pick("a", OUT[1:]), None),
        (pick("a", ()), None),
        (pick("a", ONE, secret=True), None),
        (PickMany(key="a", prompt=say("a"), options=ONE, least=1, most=1), ["red"]),
        (PickMany(key="a", prompt=say("a"), options=ONE, least=0, most=1), None),
        (Count(key="a", prompt=say("a"), low=3, high=3), 3),
        (Count(key="a", prompt=say("a"), low=0, high=3), None),
        (Confirm(key="a", prompt=say("a"), yes=say("Yes"), no=say("No")), None),
    ],
)
def test_what_has_one_possible_answer(question: Question, answer: object) -> None:
    assert only_answer(question) == answer


def test_a_question_with_one_answer_is_not_asked_and_stands_among_the_answers(rooms: Rooms) -> None:
    room = rooms(SeveralQuestions(FIRST, pick("only", ONE), LAST))
    room.begin(2, "asking")
    assert room.asks(1) == ["first"]
    room.answer(1, "blue")
    (asked,) = room.asked(1)
    assert asked.question.key == "last"
    assert [(before.skipped, room.say(before.answer)) for before in asked.answered] == [(False, "Blue"), (True, "Red")]
    room.answer(1, "red")
    assert room.state.said == ["['blue', 'red', 'red']"], "the walk has it like every other answer"


def test_back_goes_past_what_was_skipped(rooms: Rooms) -> None:
    room = rooms(SeveralQuestions(pick("only", ONE), FIRST, pick("again", ONE), pick("second"), LAST))
    room.begin(2, "asking")
    assert not room.asked(1)[0].back, "nothing but a skipped answer stands before"
    room.answer(1, "red", "blue")
    assert room.asks(1) == ["last"]
    for expected in ("second", "first"):
        assert room.asked(1)[0].back
        assert room.table.ask(token(1), StepBack(1)).taken
        assert room.asks(1) == [expected]
    assert not room.asked(1)[0].back
    assert room.table.ask(token(1), StepBack(1)).taken
    assert room.asks(1) == ["first"]
    room.answer(1, "red", "red", "red")
    assert room.state.said == ["['red', 'red', 'red', 'red', 'red']"]


def test_back_keeps_what_was_given_before_the_last_answer() -> None:
    assert given_before([FIRST, pick("only", ONE), LAST], ["red", "red", "blue"]) == ("red", "red")
    assert given_before([pick("only", ONE), LAST], ["red", "blue"]) == ()
    assert given_before([], []) == ()


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ((FIRST, pick("only", ONE)), "only"),
        ((pick("only", ONE),), "only"),
        ((pick("only", ONE), pick("only-too", ONE)), "only-too"),
    ],
)
def test_what_ends_the_dialogue_is_asked(rooms: Rooms, asked: tuple[Question, ...], expected: str) -> None:
    room = rooms(SeveralQuestions(*asked))
    room.begin(2, "asking")
    if asked[0] is FIRST:
        room.answer(1, "red")
    assert room.asks(1) == [expected]
    room.answer(1, "red")
    assert len(room.state.said) == 1


def test_a_secret_question_is_never_skipped(rooms: Rooms) -> None:
    room = rooms(SeveralQuestions(FIRST, pick("secret", ONE, secret=True), LAST))
    room.begin(2, "asking")
    room.answer(1, "red")
    assert room.asks(1) == ["secret"]


def test_all_faces_are_asked_the_same(rooms: Rooms) -> None:
    room = rooms(SeveralQuestions(pick("only", ONE), FIRST, LAST), profile="simulated")
    room.begin(2, "asking")
    assert room.moment.playing.dialogue(1, PUBLIC).question.key == "first"
    scribe = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert scribe.question.key == "first"
    room.press(1, "down", "ok")
    assert room.asks(1) == ["last"]
    room.press(1, "back")
    assert room.asks(1) == ["first"]
    room.press(1, "back")
    assert room.asks(1) == ["first"], "there is no step before it"
    room.press(1, "back")
    sent = AnswerQuestions(1, scribe.digest, ("blue", "red"), room.nonce())
    assert room.table.ask(HOST, sent).taken, "what is left of the dialogue begins with what is asked"
    assert room.state.said == ["['red', 'blue', 'red']"]
