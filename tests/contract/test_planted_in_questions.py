"""Mistakes planted in questions and waits: the contract tests find them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.game import Awaited
from companion.core.questions import Count
from companion.game_tests.exploring import LONG
from companion.game_tests.rules.test_contract_refusals import (
    test_a_number_beyond_the_bounds_of_its_question_is_refused as bounds_are_kept,
)
from companion.game_tests.showing import test_contract_secret_marks as marks
from tests.contract.changed_questions import with_each
from tests.core.torture import Torture


class Generous(Torture):
    """The rules take one piece of gold more than the question offers."""

    def questions(self, state: Any, seat: int) -> Any:
        return with_each(
            super().questions(state, seat),
            lambda question: (
                replace(question, high=question.high - 1, default=None) if isinstance(question, Count) else question
            ),
        )


def test_a_rule_that_takes_a_number_beyond_its_question_is_found() -> None:
    with pytest.raises(AssertionError, match="was accepted"):
        bounds_are_kept(Generous(), LONG)


class Overheard(Torture):
    """The votes are asked for openly."""

    def questions(self, state: Any, seat: int) -> Any:
        return with_each(
            super().questions(state, seat), lambda asked: replace(asked, secret=asked.secret and asked.key != "vote")
        )


class Watched(Torture):
    """All vote at the same time as if it were no secret."""

    def waits_for(self, state: Any) -> Awaited:
        awaited = super().waits_for(state)
        return replace(awaited, secret=awaited.secret and "plan" in str(awaited.why))


def test_a_question_that_is_wrongly_open_is_found() -> None:
    with pytest.raises(AssertionError, match="vote is not marked secret"):
        marks.test_a_question_whose_answer_lands_in_a_seal_is_marked_secret(Overheard(), LONG)


def test_a_wait_that_is_wrongly_public_is_found() -> None:
    with pytest.raises(AssertionError, match="is not marked secret"):
        marks.test_a_wait_in_which_several_answer_into_seals_is_marked_secret(Watched(), LONG)
