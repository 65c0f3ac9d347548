"""The rest of a seat's page lies behind tabs: they open by hand, stay open through updates, and need no script."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import token

SHOWN = """() => [...document.querySelectorAll(".tab-panel")]
    .filter((panel) => getComputedStyle(panel).display !== "none").map(({ id }) => id)"""
TWO_LINES = 60
"""Height of a strip of numbers with their labels under them, and half a line more."""
STRIP = "() => document.querySelector('#strip').getBoundingClientRect().top"
EDGES = """() => [...document.querySelectorAll("#strip .figure-value")]
    .map((value) => value.getBoundingClientRect()).map(({ left, right }) => [left, right])"""
LEAST = """() => Math.min(...[...document.querySelectorAll(".tab-name")]
    .map((name) => Math.min(name.getBoundingClientRect().width, name.getBoundingClientRect().height)))"""


def open_panels(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SHOWN)
    return found


def test_who_waits_sees_the_own_things_and_who_is_asked_the_question(crowd: Crowd) -> None:
    play = crowd.begun_play("antike", "Marco", "Lucía", "Nuria")
    play.goes_on(12)
    asked = next(seat for seat in (1, 2, 3) if play.moment.dialogues(seat))
    waiting = crowd.phone(next(seat for seat in (1, 2, 3) if not play.moment.dialogues(seat)))
    assert open_panels(waiting.page) == ["panel-mine"]
    expect(waiting.page.locator("#digest p").first).to_be_visible()
    waiting.page.evaluate("() => document.querySelectorAll('#digest, .slip, .hit').forEach((one) => one.remove())")
    assert open_panels(waiting.page) == ["panel-mine", "panel-table", "panel-log"], (
        "the last moves, and who stands where"
    )
    shown = waiting.page.locator("#panel-table > section:visible")
    assert shown.evaluate_all("all => all.map(({ id }) => id)") == ["w-rondel"]
    assert waiting.page.locator("#panel-log .log-line:visible").count() == 3
    assert open_panels(crowd.phone(asked).page) == []


@pytest.mark.long
def test_a_tab_stays_open_through_updates_and_closes_by_a_second_tap(crowd: Crowd) -> None:
    play = crowd.begun_play("antike", "Marco", "Lucía", "Nuria")
    play.goes_on(12)
    seat = next(seat for seat in (1, 2, 3) if not play.moment.dialogues(seat))
    person = crowd.phone(seat)
    person.opens_tab("all")
    while not play.moment.dialogues(seat):
        play.goes_on(1)
    expect(person.page.locator("form[data-ask], form[data-form]").first).to_be_attached()
    assert open_panels(person.page) == ["panel-all"]
    person.page.locator("label[for=tab-all]").click()
    assert open_panels(person.page) == []
    expect(person.page.locator("form[data-ask], form[data-form]").first).to_be_visible()
    while play.moment.dialogues(seat):
        play.goes_on(1)
    expect(person.page.locator("#panel-mine")).to_be_visible()


@pytest.mark.long
def test_the_strip_stays_at_the_top_and_hides_what_is_secret(crowd: Crowd) -> None:
    play = crowd.begun_play("antiquity", "Marco", "Lucía", "Nuria")
    play.goes_on(2)
    page = crowd.phone(1, size=(320, 640)).page
    page.locator("label[for=tab-table]").click()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert abs(page.evaluate(STRIP)) < 1
    hidden = page.locator("#strip-cover .cover-inside")
    expect(hidden).to_be_hidden()
    page.locator("#strip-cover [data-keep-open]").click()
    expect(hidden).to_be_visible()
    assert page.evaluate("document.querySelector('#strip').offsetHeight") < TWO_LINES
    page.locator(".band-cover").evaluate("button => button.click()")
    expect(hidden).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_tabs_open_without_script_and_are_named(crowd: Crowd) -> None:
    play = crowd.begun_play("olympos", "Marco", "Lucía", "Nuria")
    play.goes_on(6)
    person = crowd.person(script=False)
    person.holds(token(1))
    page = person.opens("/seat")
    for name, panel in (("Table", "table"), ("Everyone", "all"), ("Story", "log")):
        page.get_by_text(name, exact=True).and_(page.locator("label")).click()
        expect(page.locator(f"#panel-{panel}")).to_be_visible()
        expect(page.get_by_role("radio", name=name)).to_be_checked()


def test_a_thumb_finds_every_tab(crowd: Crowd) -> None:
    Evening("olympos/five-mixed").begins(crowd, line=34)
    page = crowd.phone(1, size=(320, 640), language="es-ES").page
    assert page.evaluate(LEAST) >= 44


@pytest.mark.parametrize(
    ("name", "line", "seat"), [("antike/two-seats-2006", 68, 1), ("athens-sparta/storming-athens", 26, 2)]
)
def test_the_numbers_of_the_strip_lie_side_by_side_on_a_narrow_phone(
    crowd: Crowd, name: str, line: int, seat: int
) -> None:
    """Two nations have two numbers in each figure; in a battle the side is named."""
    Evening(name).begins(crowd, line=line)
    page = crowd.phone(seat, size=(320, 640), language="es-ES").page
    edges = page.evaluate(EDGES)
    assert len(edges) >= 4
    assert [pair for pair in pairwise(edges) if pair[0][1] > pair[1][0] + 1] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
