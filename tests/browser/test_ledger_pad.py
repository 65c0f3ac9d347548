"""The pad of a ledger: minus and plus, amounts by the keypad, goals, passing; alone and for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST

LEDGER = "sheet:terraforming-mars-ledger"


@pytest.mark.long
def test_taps_on_plus_are_one_move_and_amounts_are_added(crowd: Crowd) -> None:
    crowd.begun_play(LEDGER, "Ana", "Luis")
    ana, luis = crowd.phone(1), crowd.phone(2, language="es-ES", size=(360, 640))
    page = ana.page
    cell = page.locator('.pad-cell[data-row="money-rate"]')
    plus = page.locator(f'.pad-step[data-of="{cell.get_attribute("id")}"]').last
    for _ in range(3):
        plus.tap()
    expect(cell.locator("span").first).to_have_text("3")
    ana.picture("ledger-pending")
    expect(cell).to_have_attribute("data-is", "3")
    expect(page.locator("#pad-note-0-0")).to_have_text("+23")
    money = page.locator('.pad-cell[data-row="money"]')
    for taps, button, after in (("42", "more", "42"), ("9", "less", "33"), ("50", "equal", "50")):
        money.tap()
        for digit in taps:
            page.locator(f"#pad-key-{digit}").tap()
        page.locator(f"#pad-{button}").tap()
        expect(money).to_have_attribute("data-is", after)
    luis.page.locator(".pad-acts button", has_text="Océanos").tap()
    expect(luis.page.locator('.pad-cell[data-row="rating"]')).to_have_attribute("data-is", "21")
    luis.picture("ledger-small")
    for person in (luis, ana):
        person.page.locator("#pad-done button").tap()
    expect(money).to_have_attribute("data-is", "73")  # 50 + 20 + 3


@pytest.mark.long
def test_one_person_moves_the_numbers_of_all(crowd: Crowd) -> None:
    crowd.begun_play(LEDGER, "Ana", "Luis")
    scribe = crowd.person()
    scribe.holds(HOST)
    page = scribe.opens("/scribe")
    page.locator("#pad-cell-1-1").tap()
    page.locator("#pad-key-4").tap()
    scribe.picture("ledger-scribe")
    page.locator("#pad-more").tap()
    expect(page.locator("#pad-cell-1-1")).to_have_attribute("data-is", "4")
    page.locator("#pad-side-0 summary").tap()
    page.locator("#pad-side-0 button", has_text="Pass").tap()
    expect(page.locator("#pad-side-0 button", has_text="Pass")).to_have_count(0)
