"""What a page changes itself, by a tap or as a form is filled anew, takes no tap for a moment either."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.options import Option
from companion.core.questions import Asking, Place
from companion.core.wording import say
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import Quick
from tests.browser.test_steps import calm, middle
from tests.browser.test_steps import pick as alone
from tests.service.asking_game import Answered, State
from tests.service.test_form_offers import FORM, pick
from tests.service.test_only_answers import SeveralQuestions

SECRET = SeveralQuestions(alone("First", secret=True, default="red"), alone("Second"), alone("Last"))
MANY = SeveralQuestions(*(alone(f"Step {number}") for number in range(7)))
WAYS = (Option("north", say("North")), Option("south", say("South")))
AT_ONCE = 60
"""Milliseconds between the two taps of a hand that taps twice."""


class SoldSomewhere(SeveralQuestions):
    """What is sold is sold at a place, of which the page has no picture."""

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        way = yield from pick("Wheat")  # type: ignore[attr-defined]
        place = ""
        if way == "sell":
            place = yield from Place(key="where", prompt=say("Where?"), options=WAYS, widget="nowhere", form=FORM)
        return Answered(f"{way} {place}")


@pytest.fixture
def companion(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (request.param,))
    yield made
    made.app.close()


@pytest.fixture
def play(crowd: Crowd) -> Quick:
    return crowd.begun_play("asking", "Marco", "Lucía")


def tapped(page: Page, first: tuple[float, float], second: tuple[float, float]) -> None:
    page.touchscreen.tap(*first)
    page.wait_for_timeout(AT_ONCE)
    page.touchscreen.tap(*second)
    page.wait_for_timeout(300)


def where_it_comes(page: Page, opens: Locator, hidden: Locator) -> tuple[float, float]:
    """Where ``hidden`` is once ``opens`` was tapped; then everything is as it was."""
    opens.click()
    expect(hidden).to_be_visible()
    at = middle(hidden)
    opens.click()
    calm(page)
    return at


def answers(play: Quick) -> list[Any]:
    return list(play.asked(1).answers)


@pytest.mark.long
@pytest.mark.parametrize("companion", [SECRET], indirect=True)
def test_a_second_tap_after_a_cover_was_opened_answers_nothing_under_it(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1).page
    keep = page.locator("[data-cover]:has(form.ask) [data-keep-open]").first
    red = page.locator("button.option[value=red]")
    at = where_it_comes(page, keep, red)
    tapped(page, middle(keep), at)
    expect(red).to_be_visible()
    assert answers(play) == []
    red.click()
    expect(page.locator("#sentence")).to_have_text("Second?")
    assert answers(play) == ["red"]


@pytest.mark.parametrize("companion", [SECRET], indirect=True)
def test_a_cover_closes_by_a_second_tap_on_the_same_key_at_once(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1).page
    cover = page.locator("[data-cover]:has(form.ask)").first
    calm(page)
    at = middle(cover.locator("[data-keep-open]"))
    page.touchscreen.tap(*at)
    expect(cover.locator("form.ask")).to_be_visible()
    page.touchscreen.tap(*at)
    expect(cover.locator("form.ask")).to_be_hidden()


@pytest.mark.parametrize("companion", [SECRET], indirect=True)
def test_a_cover_is_open_as_long_as_a_finger_holds_it(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1).page
    cover = page.locator("[data-cover]:has(form.ask)").first
    calm(page)
    cover.evaluate("""cover => { window.turns = 0; new MutationObserver((seen) => { window.turns += seen.length; })
        .observe(cover, { attributes: true, attributeFilter: ["class"] }); }""")
    page.mouse.move(*middle(cover.locator("[data-hold]")))
    page.mouse.down()
    page.wait_for_timeout(800)
    expect(cover.locator("form.ask")).to_be_visible()
    assert page.evaluate("window.turns") == 1
    page.mouse.up()
    expect(cover.locator("form.ask")).to_be_hidden()
    assert page.evaluate("window.turns") == 2


@pytest.mark.long
@pytest.mark.parametrize("companion", [MANY], indirect=True)
def test_a_second_tap_after_a_fold_was_opened_takes_nothing_that_it_has_moved(crowd: Crowd, play: Quick) -> None:
    for _ in range(5):
        play.answers(1, "red")
    before = answers(play)
    page = crowd.phone(1).page
    fold, yellow = page.locator("details.before > summary"), page.locator("button.option[value=yellow]")
    calm(page)
    at = middle(yellow)
    fold.click()
    calm(page)
    moved = middle(yellow)
    assert moved[1] - at[1] > 10
    fold.click()
    calm(page)
    tapped(page, middle(fold), moved)
    assert answers(play) == before


@pytest.mark.long
@pytest.mark.parametrize("companion", [MANY], indirect=True)
def test_a_second_tap_after_a_tab_was_opened_takes_nothing_that_has_appeared_in_it(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1, size=(390, 1600)).page
    tab, link = page.locator("label[for=tab-log]"), page.get_by_role("link", name="The whole log")
    at = where_it_comes(page, tab, link)
    tapped(page, middle(tab), at)
    expect(link).to_be_visible()
    assert page.url.endswith("/seat")
    link.click()
    page.wait_for_url("**/log")


@pytest.mark.long
@pytest.mark.parametrize("companion", [SoldSomewhere()], indirect=True)
def test_a_list_that_a_form_opens_takes_no_tap_at_once(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1).page
    keep, sell = (page.locator(f"label:has(input[value={way}])") for way in ("keep", "sell"))
    north = page.locator("label:has(input[value=north])")
    at = where_it_comes_by(page, sell, keep, north)
    page.touchscreen.tap(*middle(sell))
    north.wait_for()
    page.touchscreen.tap(*at)
    page.wait_for_timeout(400)
    expect(north.locator("input")).not_to_be_checked()
    north.click()
    expect(north.locator("input")).to_be_checked()


def where_it_comes_by(page: Page, shows: Locator, hides: Locator, hidden: Locator) -> tuple[float, float]:
    shows.click()
    expect(hidden).to_be_visible()
    at = middle(hidden)
    hides.click()
    expect(hidden).to_have_count(0)
    calm(page)
    return at
