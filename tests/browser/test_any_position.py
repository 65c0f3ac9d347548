"""The page of a seat in any position of the golden playthroughs (of a long one all only with ``--every 1``): nothing is
wider than a narrow phone, nor than a usual one with letters twice as large, everything to tap is large enough for a
thumb, and axe-core finds no fault.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.browser.test_faults import OPEN_ALL, WIDER, faults
from tests.golden.test_playthroughs import FOLDER

NARROW, PHONE = (320, 640), (390, 844)
THEMES = ("light", "dark")
HAS_THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
TWICE = """(twice) => { document.documentElement.style.fontSize = twice ? "34px" : ""; }"""
THUMB = 44
"""Pixels of a thumb, in both directions."""
SMALL = """(least) => {
    const tapped = "button, a[href], summary, label:has(input), select, textarea, [data-pick], input:not(label input)";
    const small = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return width && height && (width < least - 0.5 || height < least - 0.5);
    };
    const inWords = (node) => node.matches("p a, li a, dd a");
    return [...document.querySelectorAll("#main :is(" + tapped + ")")]
        .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((node) => !node.matches("[type=hidden], .sr, .sr *, :disabled") && !inWords(node) && small(node))
        .map((node) => {
            const { width, height } = node.getBoundingClientRect();
            return node.outerHTML.slice(0, 150) + " " + Math.round(width) + "x" + Math.round(height);
        });
}"""
"""What can be tapped and is smaller than a thumb."""


class AnyPosition(GoldenPages):
    """Looks at every page; by axe-core, in the themes by turns, at those that ask in new words."""

    def __init__(self, folder: Path, page: Page, every: int) -> None:
        super().__init__(folder, page, every)
        self.faults: list[tuple[str, str]] = []
        self._met: set[str] = set()

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        sentence = str(view.sentence.text)
        self.has_size(*NARROW)
        self.puts(main)
        self.page.evaluate(OPEN_ALL)
        if beyond := self.page.evaluate(WIDER):
            self.faults.append((sentence, f"{beyond} px wider than a narrow phone"))
        self.has_size(*PHONE)
        self.faults += [(sentence, small) for small in self.page.evaluate(SMALL, THUMB)]
        if sentence not in self._met:
            self._met.add(sentence)
            theme = THEMES[len(self._met) % 2]
            self.page.evaluate(HAS_THEME, theme)
            self.faults += [(sentence, f"{theme}, {fault}: {nodes}") for fault, nodes in faults(self.page)]
        self.page.evaluate(TWICE, True)
        if beyond := self.page.evaluate(WIDER):
            self.faults.append((sentence, f"letters twice as large: {beyond} px wider than a phone"))
        self.page.evaluate(TWICE, False)


@pytest.mark.parametrize("name", playthroughs(()))
def test_a_page_has_no_fault_in_any_position(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = AnyPosition(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.measured > 5
    assert {what: sentence for sentence, what in reversed(pages.faults)} == {}
