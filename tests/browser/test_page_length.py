"""No page of a seat is longer than two screens of a phone, in any position of the golden playthroughs (of a long one
all only with ``--every 1``). On a small phone that holds for pages with a question, but for ``LISTS``: who waits has
the own pieces on the page, in Antiquity a picture for each city.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.golden.test_playthroughs import FOLDER

PHONE, SMALL_PHONE = (390, 844), (360, 640)
SHORT = ("antike/sudden-end",)
"""Looked at in every run."""
LISTS = {"Countryside: {n} cart shop to use": 1450}
"""Questions that are longer on a small phone, and how long: Antiquity says of each site where it may lie."""

HIGH = """() => [document.documentElement.scrollHeight, Boolean(document.querySelector(".seat-page.asked"))]"""
"""How high the page is, and whether it asks something."""


class Lengths(GoldenPages):
    """Measures every page, on a small phone first: one that fits there fits on the other as well."""

    def __init__(self, folder: Path, page: Page, every: int) -> None:
        super().__init__(folder, page, every)
        self.too_long: list[tuple[int, int, int, str]] = []

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        sentence = str(view.sentence.text)
        for size in (SMALL_PHONE, PHONE):
            width, screen = size
            self.has_size(width, screen)
            self.puts(main)
            height, asked = self.page.evaluate(HIGH)
            if height <= 2 * screen:
                return
            if size == SMALL_PHONE and height <= LISTS.get(sentence, 0):
                continue
            if asked or size == PHONE:
                self.too_long.append((width, height, seat, sentence))


@pytest.mark.long
@pytest.mark.parametrize("name", playthroughs(SHORT))
def test_a_page_is_at_most_two_screens_long(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = Lengths(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.measured > 5
    assert sorted(pages.too_long, reverse=True) == []
