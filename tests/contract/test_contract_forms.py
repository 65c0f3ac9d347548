"""Forms of every game: what they show is possible, every change is taken or refused with a reason, nothing leaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

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
from tests.contract.form_changes import Change, changes
from tests.contract.random_play import Dialogue, RandomPlay
from tests.contract.seals import with_other_secrets
from tests.contract.table import FAST, briefly_and_at_length, explore, for_every_game
from tests.core.test_torture import on_turn
from tests.core.torture import Torture
from tests.core.torture.moves import SetUp
from tests.core.torture.rules import RULES
from tests.core.torture.state import State

T = TypeVar("T")


class Limits(NamedTuple):
    """How many changes of a form are tried at most: of one field, of two, and walks of several."""

    singles: int
    pairs: int
    walks: int


BRIEFLY = Limits(40, 10, 1)
AT_LENGTH = Limits(1000, 150, 3)
STEPS_OF_A_WALK = 5


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
        assert asked, "not ready, and nobody is told why"
    return filled


@for_every_game
@briefly_and_at_length
def test_every_change_of_a_form_is_taken_or_refused_with_a_reason(game: AnyGame, plays: int) -> None:
    """Single ones, pairs of them, the second in the form that the first leads to, and walks of several."""
    limits = BRIEFLY if plays <= FAST else AT_LENGTH

    def check(random_play: RandomPlay) -> None:
        tried: set[str] = set()
        for dialogue in random_play.moves():
            for before in begins(dialogue):
                filled = looked_at(random_play, dialogue, before)
                # The same form again, with the same answers to choose from, tells nothing new.
                if (name := repr(filled.fields)) not in tried:
                    tried.add(name)
                    change_everything(random_play, dialogue, before, filled, limits)

    explore(game, plays, check)


def change_everything(
    random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], filled: Filled, limits: Limits
) -> None:
    pairs: list[tuple[Change, Change]] = []
    for key, answer in some_of(random_play, changes(filled), limits.singles):
        changed = looked_at(random_play, dialogue, before, **{key: answer})
        stands_before(filled, changed, key)
        pairs += [((key, answer), second) for second in changes(changed, after=key)]
    for first, second in some_of(random_play, pairs, limits.pairs):
        looked_at(random_play, dialogue, before, **dict([first, second]))
    for _ in range(limits.walks):
        walked, given = filled, dict[str, Answer]()
        for _ in range(STEPS_OF_A_WALK):
            field = walked.fields[random_play.aside(len(walked.fields))]
            given[field.key] = random_play.answer(field.question)
            walked = looked_at(random_play, dialogue, before, **given)


def stands_before(filled: Filled, changed: Filled, key: str) -> None:
    """What stands before the field that was changed does not depend on it; nor does what is asked there. A move that
    comes to chance behind another one leaves the form, with the field that said so.
    """
    place = [field.key for field in filled.fields].index(key)
    assert changed.fields[:place] == filled.fields[: min(place, len(changed.fields))]
    if len(changed.fields) > place:
        assert changed.fields[place].question == filled.fields[place].question
    else:
        assert changed.moves, "a form that lost what was changed in it, and comes to nothing"


def some_of(random_play: RandomPlay, things: list[T], most: int) -> list[T]:
    """All of them, or so many at random."""
    if len(things) <= most:
        return things
    left = list(things)
    return [left.pop(random_play.aside(len(left))) for _ in range(most)]


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
                    assert filled.moves[:1] == (walked.move,)
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
    """Also not how many fields it has, and what each change leads to, or two of them."""
    limits = BRIEFLY if plays <= FAST else AT_LENGTH

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            viewer = PUBLIC if dialogue.seat == TABLE else Viewer(dialogue.seat)
            other = game.copy(random_play.state)
            if not with_other_secrets(other, viewer, random_play.aside):
                continue
            known, known_there = seen(random_play.state, viewer), seen(other, viewer)
            for before in begins(dialogue):
                filled = form_at(random_play, dialogue, before)
                possible = {field.key: random_play.answer(field.question) for field in filled.fields}
                singles = [*possible.items(), *some_of(random_play, changes(filled), limits.singles)]
                pairs = [[singles[random_play.aside(len(singles))] for _ in range(2)] for _ in range(limits.pairs)]
                for given in ({}, *(dict([single]) for single in singles), *map(dict, pairs)):
                    one = fill(game, known, dialogue.seat, before, given)
                    assert one == fill(game, known_there, dialogue.seat, before, given)

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


def stumble(step: Step[State], move: SetUp) -> None:
    """Breaks by two answers together, of which one is neither the usual nor an end of its numbers."""
    assert (move.first, move.gold) != (step.state.seats[1], 3), "broken by a pair"
    RULES[SetUp](step, move)


class Stumbling(Torture):
    """A rule breaks where two fields of a form are changed."""

    rules = RULES | {SetUp: stumble}


def test_a_rule_that_breaks_by_a_pair_of_answers_is_found() -> None:
    with pytest.raises(AssertionError, match="broken by a pair"):
        test_every_change_of_a_form_is_taken_or_refused_with_a_reason(Stumbling(), FAST)


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
