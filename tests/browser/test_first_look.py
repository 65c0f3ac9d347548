"""What one sees without scrolling: on a phone what to do and the button for it, on the table screen everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Crowd

BOX = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [top, bottom];
}"""


def box(page: Page, selector: str) -> tuple[float, float]:
    """Top and bottom of the first such element, from the top of the window."""
    top, bottom = page.evaluate(BOX, selector)
    return top, bottom


sizes = pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640)], ids=str)
languages = pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.long), "es-ES"])


@sizes
@languages
@pytest.mark.parametrize(("game", "answers"), [("sheet:harbour-market", 3), ("sheet:provinces", 0)])
def test_keys_and_button_of_a_pad_are_in_sight(
    crowd: Crowd, game: str, answers: int, language: str, size: tuple[int, int]
) -> None:
    play = crowd.begun_play(game, "Marco", "Lucía", "María del Carmen", "Maximiliano")
    for _ in range(answers):
        play.answers(0 if 0 in play.moment.awaited.must else 1)
    page = crowd.phone(1, size=size, language=language).page
    expect(page.locator("#pad-number")).to_be_in_viewport(ratio=1)
    row, bar, asked = (box(page, f"#pad {part}") for part in ("tr.now", ".bar.sticky", "#pad-asked"))
    keys, last, button = (box(page, f"#pad-{part}") for part in ("keys", "key-0", "act"))
    assert 0 < row[0] < row[1] <= bar[0] + 1, "the row that is written stands above the keypad"
    assert bar[0] <= asked[0] < asked[1] <= keys[0] < last[1] <= button[0] < button[1] <= bar[1] <= size[1]
    assert page.evaluate("scrollY") == 0 or bar[0] - row[1] < 20, "scrolled no further than the row needs"
    assert box(page, ".tab-bar")[0] >= bar[1] - 1, "the tabs are below the button"


@sizes
@languages
def test_dial_and_button_are_in_sight(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    crowd.begun_play("antiquity", "Marco", "Lucía", "María del Carmen", "Maximiliano")
    page = crowd.phone(1, size=size, language=language).page
    dial, button = box(page, "form[data-ask] input[type=number]"), box(page, "[data-act]")
    bar = box(page, ".asking .bar.sticky")
    assert dial[0] > 0
    assert dial[1] <= bar[0] < button[0] < button[1] <= size[1]
    assert page.evaluate("scrollY") == 0
    assert page.locator(".ask-prompt").first.get_attribute("class") == "ask-prompt ", (
        "whose turn it is says no question"
    )
    tabs = box(page, ".tab-bar")
    assert tabs[0] >= bar[1] - 1, "the tabs are below the button"


ABOVE_BAR = """async (higher) => {
  const bar = document.querySelector(".asking .bar.sticky");
  bar.style.minHeight = `${bar.offsetHeight + higher}px`;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  scrollTo(0, document.documentElement.scrollHeight);
  return bar.getBoundingClientRect().top - document.querySelector(".seat-asks").getBoundingClientRect().bottom;
}"""

BAR_GOES_AND_COMES = """async () => {
  const bar = document.querySelector(".asking .bar.sticky"), place = bar.parentElement;
  bar.remove();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  changing(() => place.append(bar.cloneNode(true)));
}"""


def test_a_page_ends_just_above_the_button(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces", "Marco", "Lucía", "María del Carmen", "Maximiliano")
    phone = crowd.phone(1, size=(360, 640))
    phone.settles()
    assert 0 <= phone.page.evaluate(ABOVE_BAR, 0) <= 20
    assert 0 <= phone.page.evaluate(ABOVE_BAR, 90) <= 20
    phone.page.evaluate(
        "() => { const bar = document.querySelector('.asking .bar.sticky'); bar.replaceWith(bar.cloneNode(true)); }"
    )
    assert 0 <= phone.page.evaluate(ABOVE_BAR, 30) <= 20
    phone.page.evaluate(BAR_GOES_AND_COMES)
    assert 0 <= phone.page.evaluate(ABOVE_BAR, 60) <= 20


@pytest.mark.long
def test_what_the_table_may_do_besides_is_unfolded_by_a_tap(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    page = crowd.phone(1, size=(360, 640)).page
    fold = page.locator("details.aside")
    option = fold.locator("button.option:not([disabled])").first
    expect(option).to_be_hidden()
    fold.locator("summary").first.click()
    option.click()
    back = fold.locator("button[value=back]")
    expect(back).to_be_visible()
    back.click()
    expect(back).to_have_count(0)
    expect(option).to_be_visible()


@pytest.mark.long
def test_what_the_table_may_do_lies_folded_for_who_waits_too(crowd: Crowd) -> None:
    play = crowd.begun_play("athens-sparta", "Marco", "Lucía")
    awaited = play.moment.awaited
    while 0 not in awaited.may or {1, 2} <= {*awaited.must, *awaited.may}:
        play.goes_on(1)
        awaited = play.moment.awaited
    (waits,) = {1, 2} - {*awaited.must, *awaited.may}
    page = crowd.phone(waits, size=(360, 640)).page
    fold = page.locator("details.aside")
    option = fold.locator("button.option:not([disabled])").first
    expect(page.locator(".asking .bar.sticky")).to_be_hidden()
    expect(option).to_be_hidden()
    fold.locator("summary").first.click()
    option.click()
    expect(fold.locator("button[value=back]")).to_be_visible()


def test_two_columns_on_a_tablet(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces")
    page = crowd.phone(1, size=(1024, 768), scale=1).page
    asks = page.locator(".seat-asks").bounding_box()
    more = page.locator(".tabs").bounding_box()
    assert asks
    assert more
    assert asks["x"] > more["x"] + more["width"]
    assert abs(asks["y"] - more["y"]) < 30


SIZES = """() => {
  const pixels = (selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize);
  const rooms = [...document.querySelectorAll(".screen [data-fit]")];
  return {
    number: pixels(".screen-board .num"),
    name: pixels("#table-sentence"),
    whole: rooms.every(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1),
    page: document.documentElement.scrollHeight <= innerHeight,
  };
}"""


@pytest.mark.parametrize(("seats", "number"), [pytest.param(3, 60, marks=pytest.mark.long), (5, 50)])
def test_the_table_screen_uses_its_room(crowd: Crowd, seats: int, number: int) -> None:
    names = ("Marco", "Lucía", "Nuria", "Pau", "Ximena")[:seats]
    play = crowd.begun_play("sheet:provinces", *names)
    play.goes_on(4)
    page = crowd.person(size=(1920, 1080), scale=1).opens("/table")
    found = page.evaluate(SIZES)
    assert found["whole"]
    assert found["page"]
    assert found["number"] >= number
    assert found["name"] >= 60


def test_eight_seats_are_all_on_the_table_screen(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:yacht", *(f"Somebody {n}" for n in range(1, 9)))
    play.goes_on(5)
    found = crowd.person(size=(1920, 1080), scale=1).opens("/table").evaluate(SIZES)
    assert found["whole"]
    assert found["page"]
