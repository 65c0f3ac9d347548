"""Whose turn is it: three taps from the shelf, one tap a turn, the name across the room, and on to a score sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.service.clock.turn_clock import ClockRule, SetClock
from tests.browser.conftest import Crowd
from tests.browser.fast_play import token
from tests.browser.people import Person

BUTTON = ".large-ask [data-act]"
SAME_CLOCK = 'Array.from(document.querySelectorAll(".who-clock, .order-rows .marked .num"), (face) => face.textContent)'


def area(page: Page, selector: str) -> float:
    """The share of the screen that an element takes, as far as it is in sight."""
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    assert box
    assert size
    low, high = max(box["y"], 0), min(box["y"] + box["height"], size["height"])
    return box["width"] * (high - low) / (size["width"] * size["height"])


def places(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator(".order-rows .order-who").all_inner_texts()]


@pytest.mark.long
def test_three_taps_from_the_shelf_and_one_a_turn(crowd: Crowd) -> None:
    ana, ben = crowd.person(), crowd.person(language="es-ES", size=(360, 640))
    ana.sits_down(1, "Ana")
    ben.sits_down(2, "Ben")
    page = ana.page
    page.locator("#lobby .act").tap()
    page.wait_for_url("**/game")
    first = page.locator("button.game").first
    expect(first).to_contain_text("Whose turn is it?")
    first.tap()
    page.locator("#begin .act").tap()
    ben.page.locator(".lobby-dock .act").tap()
    expect(page.locator("#sentence")).to_have_text("Who begins?")
    page.locator(".option", has_text="Ben").tap()
    expect(ben.page.locator(BUTTON)).to_contain_text("Listo")
    expect(ben.page.locator("#sentence")).to_have_text("Te toca, Ben")
    ben.picture("whose-turn-small")
    assert area(ben.page, BUTTON) > 0.45
    expect(ben.page.locator(".go-key")).to_be_in_viewport(ratio=1)
    ben.page.locator(BUTTON).tap()
    expect(page.locator(BUTTON)).to_contain_text("then round 2, Ben begins")
    assert area(page, BUTTON) > 0.4
    assert places(page) == ["Ana now", "Ben goes next"]
    expect(ben.page.locator(BUTTON)).to_have_count(0)
    ana.picture("whose-turn")
    page.locator(".go-key").tap()
    expect(ben.page.locator(BUTTON)).to_be_visible()
    assert places(page) == ["Ben now", "Ana has passed"]


@pytest.mark.long
def test_the_table_screen_says_it_across_the_room_with_one_clock(crowd: Crowd) -> None:
    play = crowd.begun_play("whose-turn", "Ana", "Ben", "Eva", "Tom")
    opened = crowd.companion.table
    screen = crowd.person(size=(1920, 1080), scale=1)
    page = screen.opens("/table")
    eva, tom = crowd.phone(3), crowd.phone(4)
    play.answers(0, "3")
    expect(page.locator(".turn-now-name")).to_have_text("Eva")
    sizes = ".screen-sentence, .turn-now-name, .order-who"
    least = page.evaluate(
        "all => Math.min(...[...document.querySelectorAll(all)].map(n => parseFloat(getComputedStyle(n).fontSize)))",
        sizes,
    )
    assert least >= 30
    assert opened.ask(token(2), SetClock(ClockRule("fischer", 600, 0))).taken
    eva.page.locator(BUTTON).tap()
    expect(page.locator(".turn-now-name")).to_have_text("Tom")
    expect(tom.page.locator(".order-rows .marked .num")).to_contain_text(":")
    page.wait_for_function(f"(faces => faces.length === 2 && faces[0] === faces[1])({SAME_CLOCK})")
    screen.picture("whose-turn-table")
    # the same number of another seat begins anew
    clock = page.locator(".who-clock")
    clock.evaluate("face => { face.dataset.clock = '300'; }")
    expect(clock).to_have_text("4:57", timeout=15_000)
    clock.evaluate("face => { face.dataset.of = '1'; }")
    expect(clock).to_have_text(re.compile("4:5[0-9]"))


@pytest.mark.long
def test_points_are_counted_on_a_sheet_afterwards(crowd: Crowd) -> None:
    play = crowd.begun_play("whose-turn", "Ana", "Ben")
    play.answers(0, "1")
    play.answers(0, "finish")
    play.answers(0, "count")
    ana: Person = crowd.phone(1)
    ana.page.locator("#again a.act").tap()
    ana.page.wait_for_url("**/game")
    shelf = ana.page.locator("#choose .games").first.locator("button.game")
    expect(shelf.first).to_be_visible()
    assert all(value.startswith("sheet:") for value in shelf.evaluate_all("all => all.map(one => one.value)"))
    with ana.page.expect_navigation():
        ana.page.locator('button.game[value="sheet:academy"]').tap()
    expect(ana.page.locator("#begin .act")).to_contain_text("Academy")
