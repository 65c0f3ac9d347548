"""Secret windows: who is asked, what others see meanwhile, and that all answers open at once."""

from __future__ import annotations

import pytest

from companion.core.chance import NoChance
from companion.core.game import Awaited
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.secret_windows import (
    Answers,
    card_holders,
    given_answer,
    open_answers,
    put_answer,
    reveal_answers,
    secret_window,
)
from companion.core.step import Step
from companion.core.wording import say

WHY = say("All answer.")


def test_asked_is_who_holds_cards_and_who_has_just_drawn() -> None:
    assert card_holders({1: 0, 2: 3, 3: 0, 4: 1}) == (2, 4)
    assert card_holders({1: 0, 2: 3, 3: 0, 4: 1}, (3,)) == (2, 3, 4)


def test_who_has_answered_may_change_it_where_that_tells_nothing() -> None:
    assert secret_window((1, 2, 3), [2], WHY, also=(0,)) == Awaited((1, 3), (2, 0), WHY, secret=True)


def test_else_all_stay_awaited() -> None:
    found = secret_window((1, 2, 3), [2], WHY, progress=False)
    assert (found.must, found.may, found.secret, found.progress) == ((1, 2, 3), (), True, False)


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(3)])
def test_answers_look_the_same_to_all_others_however_many_have_come(viewer: Viewer) -> None:
    answers: Answers[int] = open_answers((1, 2, 3))
    before = seen(answers, viewer)
    assert not put_answer(answers, 1, 0)
    assert not put_answer(answers, 2, 4)
    assert seen(answers, viewer) == before
    assert given_answer(seen(answers, viewer), 2) is None
    assert given_answer(seen(answers, Viewer(2)), 2) == 4


def test_the_last_answer_opens_all() -> None:
    answers: Answers[int] = open_answers((1, 2))
    step = Step(None, 2, NoChance())
    assert not put_answer(answers, 1, 5)
    assert not put_answer(answers, 1, 0), "a changed answer is no further one"
    assert put_answer(answers, 2, 1)
    assert reveal_answers(step, answers) == {1: 0, 2: 1}
    assert step.revealed
    assert seen(answers, PUBLIC) == answers
