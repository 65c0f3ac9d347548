"""A seat corrects numbers: found by their words, set by a button that says what it does, told to everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person

GOLD = {
    "en": ("Gold", "Set my Gold to {n}", "Set Gold of Lucía to {n}", "Set them all: 2"),
    "es": ("Oro", "Poner mi Oro en {n}", "Poner Oro de Lucía en {n}", "Poner todos: 2"),
}


def opens_numbers(person: Person) -> None:
    person.page.locator("#menu > summary").click()
    person.page.locator(".menu a[href='/seat/numbers']").click()
    person.page.wait_for_url("**/seat/numbers")


def stepped(row: Locator) -> int:
    """One more of it: the number that then stands there."""
    row.locator("[data-step='1']").click()
    return int(row.locator("input").input_value())


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("language", ["en-GB", pytest.param("es-ES", marks=pytest.mark.long)])
def test_a_number_is_searched_by_thing_and_the_button_names_its_value(
    crowd: Crowd, language: str, size: tuple[int, int]
) -> None:
    crowd.begun_play("antike", "Marco", "Lucía", "Nuria").goes_on(3)
    tag, (word, mine, hers, both) = f"{language[:2]}-{size[0]}", GOLD[language[:2]]
    marco, lucia = (crowd.phone(seat, language=language, size=size) for seat in (1, 2))
    opens_numbers(marco)
    page = marco.page
    button = page.locator("#numbers-bar button")
    expect(button).to_be_hidden()
    marco.picture(f"numbers-{tag}")
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844
    page.fill("#find", word.upper())
    things = page.locator(".thing:visible")
    assert 0 < things.count() < 9
    thing = page.locator(f".thing[data-thing='{word}']")
    if thing.get_attribute("open") is None:
        thing.locator("summary").click()
    rows = thing.locator(".number-row")
    n = stepped(rows.nth(0))
    expect(button).to_have_text(mine.format(n=n))
    expect(button).to_be_in_viewport(ratio=1)
    marco.picture(f"numbers-gold-{tag}")
    more = stepped(rows.nth(1))
    expect(button).to_have_text(both)
    rows.nth(0).locator("[data-step='-1']").click()
    expect(button).to_have_text(hers.format(n=more))
    button.click()
    page.wait_for_url("**/seat")
    expect(lucia.page.locator("#strip")).to_contain_text(str(more))
    lucia.opens_tab("log")
    expect(lucia.page.locator(".recent")).to_contain_text("Marco")
    lucia.picture(f"numbers-told-{tag}")


@pytest.mark.long
def test_a_secret_number_stands_in_no_button_and_under_its_cover(crowd: Crowd) -> None:
    play = crowd.begun_play("olympos", "Marco", "Lucía", "Nuria")
    play.goes_on(2)
    marco, lucia = crowd.phone(1), crowd.phone(2)
    opens_numbers(marco)
    secret = marco.page.locator(".thing:has([data-set=hidden])").first
    if not secret.is_visible():
        marco.page.locator("#numbers-far > summary").click()
    secret.locator(":scope > summary").click()
    row = secret.locator(".number-row").first
    expect(row).to_be_hidden()
    secret.locator("[data-keep-open]").click()
    n = stepped(row)
    button = marco.page.locator("#numbers-bar button")
    expect(button).not_to_contain_text(str(n))
    button.click()
    marco.page.wait_for_url("**/seat")
    expect(lucia.page.locator("#panel-log")).to_contain_text("Marco corrects Prestige points (Marco)")
    lucia.opens_tab("log")
    lucia.picture("numbers-secret-told")
