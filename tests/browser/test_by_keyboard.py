"""A page by keyboard alone: arrows go through all choices, and whoever goes about a page has woken it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import token
from tests.browser.test_steps import calm

CHOICE = "form[data-form] [name='one.turn']"


@pytest.fixture
def begun(crowd: Crowd) -> Crowd:
    play = crowd.begun_play("ancient-world", "Marco", "Lucía")
    play.answers(0, "1")
    play.answers(0, 1)
    return crowd


@pytest.mark.long
def test_arrows_go_through_a_list_that_folds_once_it_has_an_answer(begun: Crowd) -> None:
    page = begun.phone(1).page
    choices = page.locator(f"{CHOICE}:not([disabled])")
    choices.first.wait_for()
    calm(page)
    values = [choice.get_attribute("value") for choice in choices.all()]
    choices.first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    for value in values[1:5]:
        page.keyboard.press("ArrowDown")
        chosen = page.locator(f"{CHOICE}[value='{value}']")
        expect(page.locator("form[data-filling]")).to_have_count(0)
        expect(chosen).to_be_checked()
        expect(chosen).to_be_focused()
        expect(chosen).to_be_visible()
    page.keyboard.press("Tab")
    assert not page.locator(f"{CHOICE}:focus").count()


def test_what_has_just_come_is_gone_through_by_arrows(begun: Crowd) -> None:
    """A tap there would be held back; an arrow sends nothing."""
    person = begun.person()
    person.holds(token(1))
    person.page.clock.install(time=0)
    person.page.clock.pause_at(1)
    page = person.opens("/seat")
    choices = page.locator(f"{CHOICE}:not([disabled])")
    choices.first.focus()
    assert page.evaluate("'fresh' in document.documentElement.dataset")
    page.keyboard.press("ArrowDown")
    expect(choices.nth(1)).to_be_focused()
    expect(choices.nth(1)).to_be_checked()


def test_the_first_press_on_a_page_that_was_left_alone_counts(crowd: Crowd) -> None:
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    person = crowd.person()
    person.holds(token(1))
    person.page.clock.install()
    page = person.opens("/seat")
    number, act = page.locator("form[data-ask] input[type=number]"), page.locator("form[data-ask] [data-act]")
    number.fill("5")
    expect(act).to_be_enabled()
    page.clock.fast_forward(61_000)
    act.focus()
    before = play.asked(0).digest
    expect(page.locator(f"form[data-digest='{before}']")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(f"form[data-digest='{before}']")).to_have_count(0)
    expect(page.locator("#link")).to_be_hidden()
