"""Pages in huge letters, set in the browser or by enlarging the page: none is wider than the screen, and what lies at
the foot of one leaves most of the screen free and can be scrolled through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.screens.views import SeatView
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import token
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.browser.test_faults import OPEN_ALL, WIDER
from tests.golden.test_playthroughs import FOLDER
from tests.web.fake_server import FakeServer
from tests.web.sample_pages import PAGES

USUAL = 16
"""Pixels of the letters that a browser is set to."""


class Look(NamedTuple):
    """How many times as large as usual everything is; the pixels that a page has; the letters set in the browser."""

    times: float
    width: int
    height: int
    letters: int = USUAL


LARGE = Look(1.5, 390, 844, 24)
LETTERS = (Look(2, 360, 640, 32), Look(2, 390, 844, 32), Look(3.1, 360, 640, 50), Look(3.1, 390, 844, 50))
ENLARGED = (Look(2, 180, 320), Look(2, 195, 422), Look(3.1, 116, 206), Look(3.1, 126, 272))
"""The same phones with the page enlarged: it has so much less room."""
LOOKS = LETTERS + ENLARGED
SOME = (
    "seat-turn",
    "ask-count",
    "join-shared",
    "host-options",
    "lobby-chosen-1",
    "numbers",
    "history",
    "audit-proposal",
    "box-part",
    "sheet-wrong",
)
"""Pages looked at in every run: those that were too wide, or whose foot was too high, in letters twice as large."""
BARS = """() => [...document.querySelectorAll("body *:not(.film, .taken-over)")].filter((node) => {
    const { position, bottom } = getComputedStyle(node);
    const isAtFoot = node.getClientRects().length && /fixed|sticky/.test(position) && bottom === "0px";
    return isAtFoot && node.offsetHeight > 0.4 * innerHeight + 1;
}).map((node) => `${node.className} has ${node.offsetHeight} of ${innerHeight} pixels`)"""
"""What stays at the foot of the screen and takes more than two fifths of it."""
TORN = """() => {
    const isLaidOut = (node) => node.offsetWidth > 2 && !node.closest("svg, .sr") && node.checkVisibility();
    const walk = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT), found = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        if (!isLaidOut(text.parentElement)) continue;
        for (const { 0: word, index } of text.data.matchAll(/\\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
            if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
    }
    return found;
}"""
"""Words that stand in two lines."""
LAID_OUT = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page()
    yield opened
    opened.close()


def sizes(page: Page) -> Callable[[Look], None]:
    """Gives the page a size and its browser letters, as its settings do."""
    browser = page.context.new_cdp_session(page)

    def sets(look: Look) -> None:
        page.set_viewport_size({"width": look.width, "height": look.height})
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": look.letters}})
        page.evaluate(LAID_OUT)

    return sets


def faults(page: Page, look: Look) -> list[str]:
    """What is wrong with the page in this look."""
    beyond = page.evaluate(WIDER)
    found = [f"{beyond} px too wide"] if beyond > 0 else []
    if look.times == 2:
        found += page.evaluate(BARS)
    return [f"{look.width}x{look.height}, {look.times} times as large: {each}" for each in found]


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "es"])
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SOME)) for name in PAGES])
def test_a_page_fits_the_screen(page: Page, name: str, language: str) -> None:
    FakeServer(page, language).open(name)
    page.evaluate(OPEN_ALL)
    sets, found = sizes(page), []
    for look in LOOKS:
        sets(look)
        found += faults(page, look)
    assert found == []


class HugeLetters(GoldenPages):
    """Looks at the pages that ask in new words, in every size."""

    def __init__(self, folder: Path, page: Page, every: int) -> None:
        super().__init__(folder, page, every)
        self.faults: list[tuple[str, str]] = []
        self.torn: list[tuple[int, str]] = []
        self._met: set[str] = set()
        self._sets = sizes(page)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.puts(main)
        self.page.evaluate(OPEN_ALL)
        self._sets(LARGE)
        self.torn += [(seat, word) for word in self.page.evaluate(TORN)]
        sentence = str(view.sentence.text)
        if sentence in self._met:
            return
        self._met.add(sentence)
        for look in LOOKS:
            self._sets(look)
            self.faults += [(sentence, each) for each in faults(self.page, look)]


@pytest.mark.parametrize("name", playthroughs(("antiquity/first-round",)))
def test_a_seat_fits_the_screen_in_any_position(page: Page, tmp_path: Path, every: int, name: str) -> None:
    pages = HugeLetters(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    pages.room.close()
    assert pages.measured > 5
    assert (pages.faults, pages.torn) == ([], [])


def test_the_bar_is_scrolled_through_by_keyboard_and_finger(crowd: Crowd) -> None:
    Evening("antike/turns").begins(crowd, 29)
    person = crowd.person(size=(360, 640))
    person.holds(token(1))
    page = person.opens("/seat")
    sizes(page)(LETTERS[0])
    bar = page.locator(".asking .bar.sticky")
    bar.locator(".preview").evaluate("preview => { preview.style.minHeight = '60vh'; }")  # as where much will happen
    height, whole = bar.evaluate("(bar) => [bar.offsetHeight / innerHeight, bar.scrollHeight > bar.clientHeight + 1]")
    assert height <= 0.4
    assert whole, "it is higher than what is seen of it"
    last = bar.locator("button").last
    last.focus()
    expect(last).to_be_in_viewport(ratio=0.5)
    bar.evaluate("(bar) => { bar.scrollTop = 0; }")
    last.tap(force=True)  # it says what is still to be chosen, and leads there
    expect(page.locator(".form-field.missing").first).to_be_focused()
