"""One tap answers what can be taken back: steps inside a dialogue, and what they say where it would end."""

from __future__ import annotations

import pytest

from companion.core.questions import Answer
from companion.service.agreement.agreement_requests import Undo
from companion.service.asking.requests import Reply
from companion.service.play.answers import AnswerQuestion, AnswerStep, PreviewReply, StepBack
from companion.service.play.play_views import Dialogue, Preview
from tests.service.at_table import HOST, Room, token


def step(room: Room, seat: int, answer: Answer, ask: Dialogue | None = None, nonce: str | None = None) -> Reply:
    """The device of ``seat`` taps an answer to its first question, or to one it was shown earlier."""
    ask = ask or room.asked(seat)[0]
    sent = room.nonce() if nonce is None else nonce
    return room.table.ask(token(seat), AnswerStep(ask.seat, ask.digest, answer, sent, ask.service))


def shown(reply: Reply) -> Preview:
    """What the reply says the answer would do; nothing was taken."""
    assert not reply.taken
    assert reply.code == ""
    assert isinstance(reply, PreviewReply)
    return reply.preview


@pytest.fixture
def on_turn(room: Room) -> Room:
    """Both plans stand, and the first seat is on turn; the companion draws."""
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    return room


def test_inside_a_dialogue_a_step_goes_on_and_back_returns(on_turn: Room) -> None:
    reply = step(on_turn, 1, "sail")
    assert reply == Reply()
    assert on_turn.asks(1) == ["space"]
    assert on_turn.table.ask(token(1), StepBack(1)).taken
    assert on_turn.asks(1) == ["turn"]


def test_where_the_dialogue_would_end_nothing_is_taken_and_what_would_happen_is_said(on_turn: Room) -> None:
    step(on_turn, 1, "sail")
    entries, ask = on_turn.entries, on_turn.asked(1)[0]
    preview = shown(step(on_turn, 1, "library"))
    assert on_turn.say(preview.act) == "Library: a card"
    assert [on_turn.say(line) for line in preview.told][:1] == ["Ana sails: Library: a card"]
    assert not preview.more
    assert on_turn.entries == entries
    assert on_turn.asked(1)[0] == ask, "the question stands as it did"
    assert on_turn.give(1, ask, "library").taken
    assert on_turn.entries == entries + 1


def test_before_chance_a_step_takes_nothing(on_turn: Room) -> None:
    step(on_turn, 1, "attack")
    entries = on_turn.entries
    assert shown(step(on_turn, 1, "1,0")).final == "chance"
    assert on_turn.entries == entries


@pytest.mark.parametrize(
    ("answer", "word"),
    [("market", "You are 1 gold short."), ("nowhere", "nowhere is not one of the choices."), ([], "[]")],
)
def test_what_is_refused_is_said_with_the_question_as_it_was(on_turn: Room, answer: Answer, word: str) -> None:
    step(on_turn, 1, "sail")
    ask = on_turn.asked(1)[0]
    refused = shown(step(on_turn, 1, answer)).refused
    assert refused is not None
    assert word in on_turn.say(refused)
    assert on_turn.asked(1)[0] == ask


def test_a_step_sent_twice_counts_once(on_turn: Room) -> None:
    ask = on_turn.asked(1)[0]
    assert step(on_turn, 1, "sail", ask, "same") == step(on_turn, 1, "sail", ask, "same") == Reply()
    assert on_turn.asks(1) == ["space"]
    ask = on_turn.asked(1)[0]
    first = step(on_turn, 1, "library", ask, "last")
    assert step(on_turn, 1, "library", ask, "last") == first
    assert step(on_turn, 1, "market", ask, "last").code == "nonce-reused"
    reply = on_turn.table.ask(token(1), AnswerQuestion(1, ask.digest, "library", "last"))
    assert reply.code == "nonce-reused", "a step and the answer itself are two requests"


def test_a_second_tap_on_a_question_that_was_answered_is_stale(on_turn: Room) -> None:
    ask = on_turn.asked(1)[0]
    assert step(on_turn, 1, "sail", ask).taken
    reply = step(on_turn, 1, "card", ask)
    assert reply.code == "stale"
    assert on_turn.asks(1) == ["space"]


def test_nobody_steps_for_somebody_else(on_turn: Room) -> None:
    ask = on_turn.asked(1)[0]
    assert on_turn.table.ask(token(2), AnswerStep(1, ask.digest, "sail", on_turn.nonce())).code == "not-yours"
    assert on_turn.table.ask(token("stranger"), AnswerStep(1, ask.digest, "sail", on_turn.nonce())).code == "no-seat"
    assert on_turn.asks(1) == ["turn"]


def test_a_scribe_steps_in_a_draft_of_its_own(on_turn: Room) -> None:
    ask = next(ask for ask in on_turn.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert on_turn.table.ask(HOST, AnswerStep(1, ask.digest, "sail", on_turn.nonce())).taken
    assert on_turn.asks(1) == ["turn"]
    ask = next(ask for ask in on_turn.view("host").screens.scribe().dialogues if ask.seat == 1)
    assert ask.question.key == "space"
    shown(on_turn.table.ask(HOST, AnswerStep(1, ask.digest, "library", on_turn.nonce())))


def test_a_secret_answer_steps_under_its_cover(room: Room) -> None:
    room.begin(2)
    room.set_up()
    before = room.page(2)
    assert step(room, 1, "add").taken
    assert room.asks(1) == ["order"]
    assert room.page(2) == before, "how far somebody is in a secret dialogue is nobody else's affair"


def test_a_vote_may_be_looked_at_before_it_is_given(on_turn: Room) -> None:
    on_turn.answer(1, "sail", "library")
    on_turn.table.ask(token(1), Undo(1, on_turn.nonce()))
    vote = next(ask for ask in on_turn.asked(2) if ask.service.startswith("vote-"))
    assert on_turn.say(shown(step(on_turn, 2, True, vote)).act) == "Yes"
    assert vote in on_turn.asked(2)
    assert on_turn.give(2, vote, True).taken
    assert vote not in on_turn.asked(2)
    assert step(on_turn, 2, True, vote).code == "stale"


def test_the_cardboard_is_chosen_first_and_then_entered(room: Room) -> None:
    room.begin(2, chance={"weather": "cardboard"})
    room.set_up()
    room.plans_ready(1, 2)
    step(room, 1, "attack")
    room.answer(1, "1,0")
    entries = room.entries
    shown(step(room, 1, "calm"))
    assert room.asks(1) == ["weather"]
    assert room.entries == entries
    assert room.reply(1, "calm").taken
