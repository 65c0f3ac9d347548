"""What a page changes itself, by a tap or as a form is filled anew, acts only once it has stood for a moment too."""

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
from tests.browser.fast_play import Quick, token
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
    expect(page.locator(".ask-prompt").first).to_have_text("Second?")
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
def test_a_choice_that_an_opened_fold_has_moved_acts_once_it_has_stood(crowd: Crowd, play: Quick) -> None:
    for _ in range(5):
        play.answers(1, "red")
    before = answers(play)
    page = on_a_clock(crowd)
    fold, yellow = page.locator("details.before > summary"), page.locator("button.option[value=yellow]")
    calm(page)
    at = middle(yellow)
    fold.click()
    calm(page)
    moved = middle(yellow)
    assert moved[1] - at[1] > 10
    fold.click()
    calm(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    for at in (middle(fold), moved):
        page.touchscreen.tap(*at)
        page.clock.run_for(AT_ONCE)
    assert answers(play) == before
    page.clock.resume()
    expect(page.locator(".ask-prompt").first).to_have_text("Step 6?")
    assert answers(play) == [*before, "yellow"]


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
def test_a_choice_that_a_form_has_just_brought_acts_once_it_has_stood(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1).page
    calm(page)
    page.touchscreen.tap(*middle(page.locator("label:has(input[value=sell])")))
    north = page.locator("label:has(input[value=north])")
    north.wait_for()
    page.touchscreen.tap(*middle(north))
    expect(north.locator("input")).to_be_checked()


@pytest.mark.parametrize("companion", [SoldSomewhere()], indirect=True)
def test_a_double_tap_on_a_choice_leaves_what_has_come_under_the_finger_alone(crowd: Crowd, play: Quick) -> None:
    page = on_a_clock(crowd)
    keep, sell = (page.locator(f"label:has(input[value={way}])") for way in ("keep", "sell"))
    calm(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    at = middle(sell)
    sell.evaluate(TRADES_PLACES, keep.element_handle())
    page.touchscreen.tap(*at)
    assert middle(keep) == pytest.approx(at, abs=10)
    page.touchscreen.tap(*at)
    expect(page.locator(".flashed")).to_have_count(1)
    page.clock.run_for(1_000)
    expect(sell.locator("input")).to_be_checked()
    expect(page.locator("[data-filling]")).to_have_count(0)
    expect(keep.locator("input")).not_to_be_checked()


TRADES_PLACES = """(one, other) => document.addEventListener("input", () => changing(() => {
    const place = document.createElement("i");
    one.replaceWith(place);
    other.replaceWith(one);
    place.replaceWith(other);
}), { once: true })"""
"""With the next change of the form two choices trade places."""


def on_a_clock(crowd: Crowd) -> Page:
    """The page of the first seat, whose clock can be stopped."""
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    return phone.opens("/seat")
