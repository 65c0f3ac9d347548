"""Forms of every game: what they show is possible, every change is taken or refused with a reason, nothing leaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from companion.core.chance import ChanceAhead
from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.forms import Filled, fill, together
from companion.core.game import AnyGame
from companion.core.questions import Answer, Count, Question
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE, Step
from companion.core.wording import say
from tests.contract.changed_questions import with_each
from tests.contract.random_play import Dialogue, RandomPlay
from tests.contract.seals import with_other_secrets
from tests.contract.table import briefly_and_at_length, explore, for_every_game
from tests.core.test_torture import on_turn
from tests.core.torture import Torture
from tests.core.torture.state import State

PAIRS = 4
"""Pairs of fields of a form that are changed together."""


def begins(dialogue: Dialogue) -> Iterator[tuple[Answer, ...]]:
    """The answers before each form of a dialogue; of one bracket, public and secret questions are two."""
    last = None
    for place, question in enumerate(dialogue.questions):
        begun = (question.form.key, question.secret) if question.form is not None else None
        if begun and begun != last:
            yield dialogue.answers[:place]
        last = begun


def form_at(random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], **given: Answer) -> Filled:
    filled = fill(random_play.game, random_play.known(dialogue.seat), dialogue.seat, before, given)
    assert filled is not None
    return filled


def taken(random_play: RandomPlay, seat: int, filled: Filled) -> None:
    """The moves of a form that may be sent are taken by the rules, one after the other, on the true state."""
    state = random_play.state
    for number, move in enumerate(filled.moves):
        copy = random_play.game.copy(state)
        step = Step(copy, seat, NO_CHANCE)
        try:
            random_play.game.apply(step, move)
        except ChanceAhead:
            assert filled.ahead is not None, "a chance that the form did not say"
            assert number == 0, "a chance within a form"
            return
        state = step.state


class _NoChance:
    drawn: tuple[Any, ...] = ()

    def answer(self, question: Question, by: int) -> Answer:
        raise ChanceAhead(question.key)


NO_CHANCE: Any = _NoChance()


def looked_at(random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], **given: Answer) -> Filled:
    """A form, of which everything that must be true of any form was found true."""
    filled = form_at(random_play, dialogue, before, **given)
    keys = [field.key for field in filled.fields]
    assert len(set(keys)) == len(keys), keys
    assert len({field.question.secret for field in filled.fields}) == 1, "public and secret questions on one form"
    for field in filled.fields:
        assert field.given == (field.key in given)
        if not field.given and field.answer is not None:
            field.question.check(field.answer)
    if filled.ready:
        taken(random_play, dialogue.seat, filled)
    else:
        asked = any(field.refused is not None or field.answer is None for field in filled.fields)
        assert asked or filled.refused is not None, "not ready, and nobody is told why"
    return filled


@for_every_game
@briefly_and_at_length
def test_every_change_of_a_form_is_taken_or_refused_with_a_reason(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for before in begins(dialogue):
                filled = looked_at(random_play, dialogue, before)
                answers = {field.key: random_play.answer(field.question) for field in filled.fields}
                for key in answers:
                    looked_at(random_play, dialogue, before, **{key: answers[key]})
                    looked_at(random_play, dialogue, before, **{key: "nonsense"})
                for _ in range(PAIRS if len(answers) > 1 else 0):
                    pair = [list(answers)[random_play.aside(len(answers))] for _ in range(2)]
                    looked_at(random_play, dialogue, before, **{key: answers[key] for key in pair})

    explore(game, plays, check)


@for_every_game
@briefly_and_at_length
def test_a_form_comes_to_what_its_answers_come_to_one_by_one(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for before in begins(dialogue):
                answers = dict(_by_keys(dialogue, len(before)))
                filled = form_at(random_play, dialogue, before, **answers)
                walked = walk(game.ask(random_play.known(dialogue.seat), dialogue.seat), dialogue.answers)
                assert isinstance(walked, Done)
                if len(before) + len(answers) == len(dialogue.answers):
                    assert filled.moves[:1] == (walked.move,) or filled.refused is not None
                else:
                    assert list(filled.draft) == list(answers.values())

    explore(game, plays, check)


def _by_keys(dialogue: Dialogue, begin: int) -> Iterator[tuple[str, Answer]]:
    counted: dict[str, int] = {}
    form, secret = dialogue.questions[begin].form, dialogue.questions[begin].secret
    for question, answer in zip(dialogue.questions[begin:], dialogue.answers[begin:], strict=True):
        if form is None or question.form is None or question.form.key != form.key or question.secret != secret:
            return
        counted[question.key] = again = counted.get(question.key, 0) + 1
        yield (question.key if again == 1 else f"{question.key}-{again}"), answer


@for_every_game
@briefly_and_at_length
def test_a_form_depends_on_nothing_that_its_viewer_does_not_know(game: AnyGame, plays: int) -> None:
    """Also not how many fields it has, and what each change leads to."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            viewer = PUBLIC if dialogue.seat == TABLE else Viewer(dialogue.seat)
            other = game.copy(random_play.state)
            if not with_other_secrets(other, viewer, random_play.aside):
                continue
            for before in begins(dialogue):
                filled = form_at(random_play, dialogue, before)
                given: list[dict[str, Answer]] = [{}]
                given += [{field.key: random_play.answer(field.question)} for field in filled.fields]
                for answers in given:
                    one = fill(game, seen(random_play.state, viewer), dialogue.seat, before, answers)
                    assert one == fill(game, seen(other, viewer), dialogue.seat, before, answers)

    explore(game, plays, check)


@for_every_game
@briefly_and_at_length
def test_what_is_usual_is_possible(game: AnyGame, plays: int) -> None:
    """Of every question, on a form or not."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question in dialogue.questions:
                if question.usual is not None:
                    question.check(question.usual)

    explore(game, plays, check)


# -- planted mistakes --------------------------------------------------------------------------------------------------


class Hopeful(Torture):
    """What is usual is not possible."""

    def questions(self, state: State, seat: int) -> Any:
        return with_each(
            super().questions(state, seat),
            lambda question: structs.replace(question, usual=99) if isinstance(question, Count) else question,
        )


def test_an_impossible_usual_answer_is_found() -> None:
    with pytest.raises(Refused):
        test_what_is_usual_is_possible(Hopeful(), 100)


class Mixed(Torture):
    """A secret question in the bracket of a public one."""

    def questions(self, state: State, seat: int) -> Any:
        return together("all", say("All"), super().questions(state, seat))


def test_a_form_ends_before_a_question_of_another_secrecy() -> None:
    state = on_turn(1, 2)
    filled = fill(Mixed(), seen(state, Viewer(1)), 1, (), {"turn": "card"})
    assert filled is not None
    assert [field.key for field in filled.fields] == ["turn"]
    assert filled.draft == ("card",)
