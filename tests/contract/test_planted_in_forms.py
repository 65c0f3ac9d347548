"""Mistakes planted in forms: the contract tests find them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from companion.core.errors import Refused
from companion.core.forms import fill
from companion.core.questions import Count
from companion.core.step import TABLE, Step
from companion.core.wording import say
from companion.game_tests.exploring import FAST
from companion.game_tests.form_trials import stands_before
from companion.game_tests.showing import test_contract_forms as forms
from tests.contract.changed_questions import with_each
from tests.core.test_forms import OnForms
from tests.core.test_torture import new
from tests.core.torture import Torture
from tests.core.torture.moves import SetUp
from tests.core.torture.rules import RULES
from tests.core.torture.state import State


class Hopeful(Torture):
    """What is usual is not possible."""

    def questions(self, state: State, seat: int) -> Any:
        return with_each(
            super().questions(state, seat),
            lambda question: structs.replace(question, usual=99) if isinstance(question, Count) else question,
        )


def test_an_impossible_usual_answer_is_found() -> None:
    with pytest.raises(Refused):
        forms.test_what_is_usual_is_possible(Hopeful(), 100)


def stumble(step: Step[State], move: SetUp) -> None:
    """Breaks by two answers together, of which one is neither the usual nor an end of its numbers."""
    assert (move.first, move.gold) != (step.state.seats[1], 3), "broken by a pair"
    RULES[SetUp](step, move)


class Stumbling(Torture):
    """A rule breaks where two fields of a form are changed."""

    rules = RULES | {SetUp: stumble}


def test_a_rule_that_breaks_by_a_pair_of_answers_is_found() -> None:
    with pytest.raises(AssertionError, match="broken by a pair"):
        forms.test_every_change_of_a_form_is_taken_or_refused_with_a_reason(Stumbling(), FAST)


def test_a_refusal_at_a_field_that_nobody_touched_is_found() -> None:
    filled, changed = (fill(Torture(), new(1, 2), TABLE, (), given) for given in ({}, {"gold": 9}))
    assert filled is not None
    assert changed is not None
    stands_before(filled, changed, {"gold"})
    refused = structs.replace(changed.fields[0], refused=say("Not with so much gold."))
    with pytest.raises(AssertionError):
        stands_before(filled, structs.replace(changed, fields=(refused, *changed.fields[1:])), {"gold"})


def test_a_form_that_leads_to_a_secret_may_be_sent_by_keys() -> None:
    forms.test_a_form_that_its_seat_may_send_may_be_sent_from_what_everybody_sees(OnForms(), FAST)
