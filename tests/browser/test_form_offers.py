"""What a form offers to fill in, on a phone: one tap fills in, and only the button sends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from companion.service.play.answers import SubmitForm
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import Quick, token
from tests.browser.people import Person
from tests.chromium import CALM
from tests.service.test_form_offers import HARVEST
from tests.service.test_only_answers import SeveralQuestions


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SeveralQuestions(*HARVEST),))
    yield made
    made.app.close()


@pytest.fixture
def again(crowd: Crowd) -> Quick:
    """Both have had their first harvest."""
    play = crowd.begun_play("asking", "Marco", "Lucía")
    for seat, fish in ((1, 2), (2, 4)):
        form = play.asked(seat).form
        assert form is not None
        assert play.table.ask(token(seat), SubmitForm(seat, form.digest, {"fish": fish}, f"first-{seat}")).taken
    return play


def said(play: Quick) -> int:
    return len(play.moment.play.state.said)


def holds(form: Locator, *numbers: int) -> None:
    """The numbers in the fields, from the first on."""
    fields = form.locator("input[type=number]")
    for at, number in enumerate(numbers):
        expect(fields.nth(at)).to_have_value(str(number))


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_one_tap_fills_in_and_the_button_sends(crowd: Crowd, again: Quick, script: bool) -> None:
    phone = crowd.phone(1, language="es-ES", script=script)
    form = phone.page.locator("form[data-form]")
    last = form.get_by_role("button", name="Como la última vez")
    phone.picture(f"form-offers-{script}-es", whole=True)
    number = form.locator("input[type=number]").nth(1)
    before = number.bounding_box()
    last.click()
    holds(form, 1, 2, 1)
    expect(last).to_have_count(0)
    assert number.bounding_box() == before, "what is filled in does not move"
    phone.picture(f"form-offers-filled-{script}-es", whole=True)
    assert said(again) == 2
    form.locator("[data-ready]").click()
    expect(form).to_have_count(0)
    assert again.moment.play.state.said[2] == "[1, 2, 1, 1]"


@pytest.mark.long
def test_one_number_is_filled_in_for_all(crowd: Crowd, again: Quick) -> None:
    phone = crowd.phone(1, language="es-ES")
    form = phone.page.locator("form[data-form]")
    same = form.get_by_role("button", name="Lo mismo")
    form.locator("input[type=number]").nth(0).fill("3")
    expect(same).to_have_text("Lo mismo para todos: 3")
    same.click()
    holds(form, 3, 3, 3)
    expect(same).to_have_count(0)
    assert said(again) == 2
    form.locator("[data-ready]").click()
    expect(form).to_have_count(0)
    assert again.moment.play.state.said[2] == "[3, 3, 3, 1]"


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_enter_in_a_number_sends_it_and_fills_nothing_in(crowd: Crowd, again: Quick, script: bool) -> None:
    phone = crowd.phone(1, script=script)
    number = phone.page.locator("input[name='one.wine']")
    expect(phone.page.get_by_role("button", name="As last time")).to_be_visible()
    number.fill("3")
    expect(phone.page.locator("form[data-filling]")).to_have_count(0)
    expect(phone.page.locator("form[data-form] [data-ready]")).to_be_enabled()
    if script:
        phone.page.wait_for_function(CALM)
    number.press("Enter")
    expect(phone.page.locator("form[data-form]")).to_have_count(0)
    assert again.moment.play.state.said[2] == "[1, 1, 3, 1]"


@pytest.mark.long
def test_a_second_tap_on_what_is_filled_in_sends_nothing(crowd: Crowd, again: Quick) -> None:
    phone: Person = crowd.phone(1)
    button = phone.page.get_by_role("button", name="As last time")
    box = button.bounding_box()
    assert box is not None
    button.click()
    for _ in range(4):
        phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.wait_for_timeout(120)
    expect(phone.page.locator("input[name='one.fish']")).to_have_value("2")
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_timeout(200)
    assert said(again) == 2
