"""Moves in rows on a small phone: what is done with is folded, and what will happen shows that there is more of it."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.people import Person

CLAY = (0xE2, 0x79, 0x4B)
FOLDED = re.compile(r"^$")
"""What ``open`` is on a row that is open; a folded one has none."""


@pytest.fixture
def phone(crowd: Crowd) -> Person:
    """Somebody with four points to spend on moves."""
    evening = Evening("athens-sparta/light-moves")
    evening.begins(crowd, next(made.line for made in evening.moves if type(made.move).__name__ == "EndMoves"))
    return crowd.phone(1, size=(360, 640), language="es-ES")


def marches(rows: Locator, row: int) -> Locator:
    """The choice of a row to move a block."""
    return rows.nth(row).locator("label:has(input[value=march])").first


@pytest.mark.long
def test_a_row_that_is_done_with_is_folded_unless_somebody_opened_it(phone: Person) -> None:
    rows = phone.page.locator(".form-row")
    for row in range(2):
        expect(rows).to_have_count(row + 1)
        expect(rows.nth(row)).to_have_attribute("open", FOLDED)
        marches(rows, row).click()
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).not_to_have_attribute("open", FOLDED)
    expect(rows.nth(1)).to_have_attribute("open", FOLDED)
    phone.picture("form-rows-folded-es", whole=True)
    rows.nth(0).locator("> summary").click()
    marches(rows, 2).click()
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).not_to_have_attribute("open", FOLDED)
    expect(rows.nth(0)).to_have_attribute("open", FOLDED)


def corner(listed: Locator) -> bool:
    """Whether the mark that more follows is in the lower corner of the list."""
    with Image.open(io.BytesIO(listed.screenshot())) as taken:
        picture = taken.convert("RGB")
        lower = picture.crop((picture.width - 40, picture.height - 40, *picture.size))
    colours = [colour for _, colour in lower.getcolors(lower.width * lower.height) or []]
    return any(max(abs(one - other) for one, other in zip(colour, CLAY, strict=True)) < 12 for colour in colours)


def test_what_will_happen_is_cut_between_lines_and_marked_while_more_follows(phone: Person) -> None:
    phone.page.locator("label:has(input[value=last])").first.click()
    listed = phone.page.locator(".form-will")
    expect(listed).to_be_visible()
    assert not corner(listed), "all of it is in sight"
    listed.evaluate("list => { for (let n = 0; n < 9; n += 1) list.append(list.firstElementChild.cloneNode(true)); }")
    shown = listed.evaluate("list => list.clientHeight / parseFloat(getComputedStyle(list).lineHeight)")
    assert abs(shown - round(shown)) < 0.05
    assert corner(listed)
    listed.evaluate("list => { list.scrollTop = list.scrollHeight; }")
    assert not corner(listed), "the end is reached"
