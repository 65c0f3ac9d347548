"""Who waits finds what it can do on its turn not far below its own things."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages
from tests.golden.test_playthroughs import FOLDER

SHOWN = """([tab, what]) => {
    document.getElementById(tab).checked = true;
    return document.querySelector(`#panel-mine > ${what}`)?.getClientRects().length ?? -1;
}"""
"""How often a thing of a seat is seen while a tab is open; -1 if the seat has none."""
GOAL, CALCULATION = ".widget-meter", "[id^=w-forecast-]"
"""The way to a goal, and the sum behind what a seat will lose."""


class Waiting(GoldenPages):
    """``found`` has for each page of a seat that waits what was looked for, how often it is seen under *Now*, and how
    often under *Mine*.
    """

    def __init__(self, folder: Path, page: Page) -> None:
        super().__init__(folder, page, every=12)
        self.found: set[tuple[str, int, int]] = set()

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.has_size(390, 844)
        self.puts(main)
        if view.forecast and self.page.locator(".seat-page.asked").count() == 0:
            for what in (GOAL, CALCULATION):
                now, mine = (self.page.evaluate(SHOWN, [tab, what]) for tab in ("tab-now", "tab-mine"))
                self.found.add((what, now, mine))


def test_the_way_to_a_saint_and_the_sum_of_famine_lie_among_the_own_things_and_not_above_the_own_turn(
    chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page()
    pages = Waiting(tmp_path, page)
    pages.runs(FOLDER / "antiquity/four-seats.txt")
    page.close()
    pages.room.close()
    assert {seen for seen in pages.found if seen[1:] != (-1, -1)} == {(GOAL, 0, 1), (CALCULATION, 0, 1)}
