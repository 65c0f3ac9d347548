"""Forms of every game: what they show is possible, every change is taken or refused with a reason, nothing leaks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.dialogue import Done, walk
from companion.core.forms import fill
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.game_tests.exploring import FAST, explore
from companion.game_tests.form_changes import changes
from companion.game_tests.form_trials import (
    AT_LENGTH,
    BRIEFLY,
    begins,
    change_everything,
    form_at,
    looked_at,
    says_why,
    some_of,
)
from companion.game_tests.random_play import Dialogue, RandomPlay
from companion.game_tests.seals import with_other_secrets


def test_every_change_of_a_form_is_taken_or_refused_with_a_reason(game: AnyGame, plays: int) -> None:
    """At the first field that was changed or at a later one. Single changes, pairs of them, the second in the form that
    the first leads to, and walks of several.
    """
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


def test_a_form_that_its_seat_may_send_may_be_sent_from_what_everybody_sees(game: AnyGame, plays: int) -> None:
    """A display at the keys of a seat shows the form as everybody may see it, and sends it for the seat."""
    limits = BRIEFLY if plays <= FAST else AT_LENGTH

    def check(random_play: RandomPlay) -> None:
        tried: set[str] = set()
        for dialogue in random_play.moves():
            public = seen(random_play.state, PUBLIC)
            for before in begins(dialogue):
                filled = form_at(random_play, dialogue, before)
                if filled.fields[0].question.secret or (name := repr(filled.fields)) in tried:
                    continue
                tried.add(name)
                singles = some_of(random_play, changes(filled), limits.singles)
                for given in ({}, *(dict([single]) for single in singles)):
                    shown = fill(game, public, dialogue.seat, before, given)
                    assert shown is not None
                    assert shown.ready or says_why(shown), "not ready, and nobody is told why"
                    own = form_at(random_play, dialogue, before, **given)
                    if [field.question for field in own.fields] == [field.question for field in shown.fields]:
                        assert shown.ready >= own.ready, "the seat may send it, and its keys may not"

    explore(game, plays, check)


def test_what_is_usual_is_possible(game: AnyGame, plays: int) -> None:
    """Of every question, on a form or not."""

    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            for question in dialogue.questions:
                if question.usual is not None:
                    question.check(question.usual)

    explore(game, plays, check)
