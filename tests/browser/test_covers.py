"""What only one may know: covered when the page opens, when it is left, when nobody touches it, and nowhere else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import token
from tests.browser.people import Person
from tests.browser.test_steps import middle
from tests.chromium import CALM

BID = 7
"""A number that stands nowhere else on the page."""


@pytest.fixture
def bidder(crowd: Crowd) -> Person:
    """Somebody who has bid in secret already."""
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, BID)
    return crowd.person()


def opened(crowd: Crowd, person: Person, seat: int) -> Page:
    person.holds(token(seat))
    return person.opens("/seat")


def told(page: Page) -> str:
    """All that the page tells whoever looks or listens: text, names for screen readers, title, address."""
    return "\n".join((page.locator("html").aria_snapshot(), page.locator("body").inner_text(), page.title(), page.url))


def test_a_secret_is_told_to_nobody_until_it_is_held(crowd: Crowd, bidder: Person) -> None:
    page = opened(crowd, bidder, 1)
    bidder.opens_tab("mine")
    own = page.locator("#panel-mine .covered").first
    assert str(BID) not in told(page).replace(crowd.base, "")
    own.locator("[data-hold]").hover()
    page.mouse.down()
    assert str(BID) in told(page).replace(crowd.base, "")
    page.mouse.up()
    assert str(BID) not in told(page).replace(crowd.base, "")


@pytest.mark.long
def test_on_a_small_phone_the_keys_of_a_cover_leave_room_for_its_title(crowd: Crowd) -> None:
    """Kept open there is nothing to hold; covered, the word to hold stands in one line."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía", "Nuria")
    play.goes_on(2)
    phone = crowd.phone(1, language="es-ES", size=(360, 640))
    phone.opens_tab("mine")
    page = phone.page
    faces = page.locator(".cover-face:has(.cover-hold)")
    assert faces.count() > 2
    line = page.locator(".cover-title").first.evaluate("title => parseFloat(getComputedStyle(title).lineHeight)")
    for face in faces.all():
        words = face.locator(".cover-hold").evaluate(
            "key => { const range = document.createRange(); range.selectNodeContents(key); "
            "return range.getBoundingClientRect().height; }"
        )
        assert words < 1.9 * line
        face.locator("[data-keep-open]").click()
        expect(face.locator(".cover-hold")).to_be_hidden()
        face.locator("[data-keep-open]").click()
        expect(face.locator(".cover-hold")).to_be_visible()


def later(left: str) -> Any:
    """A way of leaving that is tried in the long run."""
    return pytest.param(left, marks=pytest.mark.long)


@pytest.mark.long
@pytest.mark.parametrize("left", ["hidden", *map(later, ("reload", "blur", "eye", "idle"))])
def test_an_open_cover_closes_when_the_page_is_left(crowd: Crowd, bidder: Person, left: str) -> None:
    bidder.page.clock.install()
    page = opened(crowd, bidder, 1)
    bidder.opens_tab("mine")
    cover = page.locator("#panel-mine .covered").first
    cover.locator("[data-keep-open]").click()
    expect(cover.locator(".cover-inside")).to_be_visible()
    if left == "reload":
        page.reload()
    elif left == "idle":
        page.clock.fast_forward(121_000)
    elif left == "eye":
        page.locator(".band-cover").click()
    elif left == "blur":
        page.evaluate("window.dispatchEvent(new Event('blur'))")
    else:
        page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(cover.locator(".cover-inside")).to_be_hidden()


def test_a_secret_question_is_covered_and_answered_under_the_cover(crowd: Crowd, bidder: Person) -> None:
    page = opened(crowd, bidder, 2)
    form = page.locator("form[data-ask]").first
    expect(form).to_be_hidden()
    expect(page.locator(".cover-title").filter(has_text="Your secret number")).to_be_visible()
    bidder.answers("form[data-ask]", number=3)
    assert crowd.companion.moment.awaited.must == (3,)


def question_of(page: Page) -> Locator:
    return page.locator("[data-cover]:has(form.ask)").first


def test_all_of_a_cover_opens_it_and_only_its_key_closes_it(crowd: Crowd, bidder: Person) -> None:
    page = opened(crowd, bidder, 2)
    cover = question_of(page)
    page.wait_for_function(CALM)
    cover.locator(".cover-title").click()
    expect(cover.locator("form.ask")).to_be_visible()
    page.wait_for_function(CALM)
    cover.locator(".cover-title").click()
    expect(cover.locator("form.ask")).to_be_visible()
    cover.locator("[data-keep-open]").click()
    expect(cover.locator("form.ask")).to_be_hidden()


@pytest.mark.long
def test_a_second_finger_answers_while_the_first_one_holds_the_cover(crowd: Crowd, bidder: Person) -> None:
    """Every tap of it counts, what it has changed is seen, and the cover closes with the finger that holds it."""
    page = opened(crowd, bidder, 2)
    cover = question_of(page)
    page.wait_for_function(CALM)
    fingers = bidder.context.new_cdp_session(page)
    holds = dict(zip(("x", "y"), middle(cover.locator("[data-hold]")), strict=True), id=1)

    def touches(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touches("touchStart", holds)
    number = cover.locator("input[name=answer]")
    expect(number).to_be_visible()
    before = int(number.input_value())
    for button in (cover.locator("[data-step='1']"), cover.locator("[data-act]")):
        page.wait_for_function(CALM)
        expect(button).to_be_enabled()
        taps = dict(zip(("x", "y"), middle(button), strict=True), id=2)
        touches("touchStart", holds, taps)
        touches("touchEnd", taps)
        if button.get_attribute("data-step"):
            expect(number).to_have_value(str(before + 1))
            expect(number).to_be_visible()
    expect(cover.locator("form")).to_contain_text("Change what is written?")
    assert crowd.companion.moment.awaited.must == (3,)
    touches("touchEnd", holds)
    expect(number).to_be_hidden()


def test_every_tap_of_a_second_finger_counts_while_the_page_changes_elsewhere(crowd: Crowd, bidder: Person) -> None:
    """Something has just come at another place: what is tapped stands where it stood."""
    page = opened(crowd, bidder, 2)
    cover = question_of(page)
    page.wait_for_function(CALM)
    fingers = bidder.context.new_cdp_session(page)
    holds = dict(zip(("x", "y"), middle(cover.locator("[data-hold]")), strict=True), id=1)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [holds]})
    number, more = cover.locator("input[name=answer]"), cover.locator("[data-step='1']")
    expect(number).to_be_visible()
    before = int(number.input_value())
    page.wait_for_function(CALM)
    for _ in range(3):
        page.evaluate(ADDS_A_BUTTON)
        taps = dict(zip(("x", "y"), middle(more), strict=True), id=2)
        fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [holds, taps]})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [taps]})
    expect(number).to_have_value(str(before + 3))
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [holds]})


ADDS_A_BUTTON = """() => changing(() => {
    const button = document.createElement("button");
    button.textContent = "New";
    document.getElementById("live").append(button);
})"""
"""Below all that stands on the page already."""


@pytest.mark.long
def test_a_finger_that_rests_on_the_page_keeps_a_cover_open(crowd: Crowd, bidder: Person) -> None:
    bidder.page.clock.install()
    page = opened(crowd, bidder, 2)
    cover = question_of(page)
    cover.locator("[data-keep-open]").click()
    page.mouse.move(*middle(page.locator("#sentence")))
    page.mouse.down()
    for _ in range(3):
        page.clock.fast_forward(15_000)
    expect(cover.locator("form.ask")).to_be_visible()
    page.mouse.up()
    page.clock.fast_forward(100)
    page.clock.fast_forward(121_000)
    expect(cover.locator("form.ask")).to_be_hidden()


@pytest.mark.long
def test_one_tap_shows_the_words_and_numbers_of_a_plan_together(crowd: Crowd) -> None:
    crowd.begun_play("antiquity", "Marco", "Lucía").answers(0)
    phone = crowd.phone(1)
    phone.opens_tab("mine")
    phone.page.locator("#panel-mine .together .cover-title").click()
    for words in ("Your plan", "Left after your plan", "Forecast by your plan"):
        expect(phone.page.get_by_role("heading", name=words, exact=True)).to_be_visible()


def test_one_tap_opens_all_of_a_page_which_says_when_it_closes(crowd: Crowd) -> None:
    crowd.begun_play("antiquity", "Marco", "Lucía").answers(0)
    phone = crowd.phone(1)
    page = phone.page
    page.clock.install()
    page.reload()
    expect(question_of(page)).to_be_visible()
    covers, shut = page.locator("#live [data-cover]"), page.locator("#live [data-cover]:not(.open)")
    assert covers.count() > 1
    expect(shut).to_have_count(covers.count())
    page.wait_for_function(CALM)
    question_of(page).locator("[data-keep-open]").click()
    expect(shut).to_have_count(0)
    closes = page.locator("#closes-in")
    expect(closes).to_have_text("Covers itself in 2:00")
    page.clock.run_for(35_000)
    expect(closes).to_have_text(re.compile(r"^Covers itself in 1:[12]\d$"))  # the clock goes on
    page.mouse.move(5, 300)
    page.clock.run_for(1_000)
    expect(closes).to_have_text("Covers itself in 1:59")
    page.locator(".band-cover").click()
    expect(shut).to_have_count(covers.count())
    expect(closes).to_be_hidden()


def test_a_page_without_a_secret_keeps_nothing_open_for_the_next_one(crowd: Crowd) -> None:
    """While nothing is secret no time is counted, and what is asked in secret later is covered again."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0)
    phone = crowd.phone(1)
    page = phone.page
    expect(question_of(page)).to_be_visible()
    page.wait_for_function(CALM)
    question_of(page).locator("[data-keep-open]").click()
    expect(page.locator("#closes-in")).to_be_visible()
    for seat in (1, 2):
        play.answers(seat, "ready")
    expect(page.locator("#live [data-cover]")).to_have_count(0)
    expect(page.locator("#closes-in")).to_be_hidden()
    for seat in (1, 2):
        while seat in play.moment.awaited.must and not (question := play.asked(seat).question).secret:
            play.answers(seat, question.preset if question.preset is not None else 0)
    expect(page.locator("#live [data-cover]:not(.open)").first).to_be_visible()
    expect(page.locator("#live [data-cover].open")).to_have_count(0)
