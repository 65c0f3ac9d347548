"""Who waits finds what it can do on its turn not far below its own things."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages
from tests.golden.test_playthroughs import FOLDER

SHOWN = """(tab) => {
    document.getElementById(tab).checked = true;
    return document.querySelector("#panel-mine > .widget-meter")?.getClientRects().length ?? -1;
}"""
"""How often the way to a goal is seen while a tab is open; -1 if the seat has none."""


class Waiting(GoldenPages):
    """``found`` has a pair for each page of a seat that waits: how often its way to a goal is seen under *Now*, and how
    often under *Mine*.
    """

    def __init__(self, folder: Path, page: Page) -> None:
        super().__init__(folder, page, every=12)
        self.found: set[tuple[int, int]] = set()

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.has_size(390, 844)
        self.puts(main)
        if view.forecast and self.page.locator(".seat-page.asked").count() == 0:
            now, mine = (self.page.evaluate(SHOWN, tab) for tab in ("tab-now", "tab-mine"))
            self.found.add((now, mine))


def test_the_way_to_a_saint_lies_among_the_own_things_and_not_above_the_own_turn(
    chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page()
    pages = Waiting(tmp_path, page)
    pages.runs(FOLDER / "antiquity/four-seats.txt")
    page.close()
    pages.room.close()
    assert pages.found - {(-1, -1)} == {(0, 1)}
