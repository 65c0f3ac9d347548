"""Several options of a form are sent in the order in which they were picked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.core.options import Option
from companion.core.questions import PickMany
from companion.core.wording import say
from tests.browser.conftest import Companion, Crowd
from tests.service.test_form_offers import FORM, count
from tests.service.test_only_answers import SeveralQuestions

GOODS = ("wheat", "fish", "wine", "oil")
USUAL = PickMany(
    key="goods",
    prompt=say("Which?"),
    options=tuple(Option(good, say("{x}", x=good)) for good in GOODS),
    most=4,
    usual=["fish", "wheat"],
    form=FORM,
)


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SeveralQuestions(USUAL, count("Seed")),))
    yield made
    made.app.close()


@pytest.mark.parametrize(
    ("script", "taps", "order"),
    [
        (True, ("fish", "oil", "fish", "wine"), ["wheat", "oil", "fish", "wine"]),
        (False, ("oil",), ["fish", "wheat", "oil"]),
        pytest.param(True, (), ["fish", "wheat"], marks=pytest.mark.long),
        pytest.param(False, (), ["fish", "wheat"], marks=pytest.mark.long),
        pytest.param(True, ("fish", "wheat", "wheat", "fish"), ["wheat", "fish"], marks=pytest.mark.long),
    ],
)
def test_what_is_picked_in_a_form_is_sent_in_the_order_picked(
    crowd: Crowd, script: bool, taps: tuple[str, ...], order: list[str]
) -> None:
    play = crowd.begun_play("asking", "Marco", "Lucía")
    page = crowd.phone(1, script=script).page
    form = page.locator("form[data-form]")
    for good in taps:
        form.locator(f"label:has(input[value={good}])").click()
        expect(form).not_to_have_attribute("data-filling", "")
    form.locator("[data-ready]").click()
    expect(page.locator("form[data-form]")).to_have_count(0)
    assert play.moment.play.state.said == [str([order, 1])]
