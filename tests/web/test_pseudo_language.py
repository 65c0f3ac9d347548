"""There is room for another language: in one that is two fifths longer and in parts right to left, no page is cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest
from playwright.sync_api import Browser, Page

from companion.core.wording import Speaker
from companion.locale import Direction
from tests.locale.pseudo import PLACE, WORD, PseudoCatalogue, said
from tests.web.fake_server import FakeServer
from tests.web.sample_pages import NAMES, PAGES, DrawnPages, Words

IN_EACH_RUN = {"seat-everything", "scribe", "table-full", "host-options"}
OPEN_ALL = """() => {
  document.querySelectorAll("[data-keep-open]").forEach((button) => button.click());
  document.querySelectorAll("details:not(#menu)").forEach((part) => (part.open = true));
  document.querySelectorAll(".tab-panel").forEach((panel) => (panel.style.display = "grid"));
}"""
OPEN_MENU = """() => document.querySelectorAll("#menu").forEach((menu) => (menu.open = true))"""
CUT = """() => {
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 2;
  const scrolls = (node) =>
    node && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  return [...document.querySelectorAll("main *, header *, footer *")]
    .filter((node) => own(node) && seen(node) && !node.closest("svg, .sr, [data-cover], SHORTENED"))
    .filter((node) => {
      const style = getComputedStyle(node);
      const cut = (flow) => flow === "hidden" || flow === "clip";
      const { left, right } = node.getBoundingClientRect();
      return (cut(style.overflowX) && node.scrollWidth > node.clientWidth + 1) ||
        (cut(style.overflowY) && node.scrollHeight > node.clientHeight + 1) ||
        ((left < -1 || right > innerWidth + 1) && !scrolls(node.parentElement));
    })
    .map((node) => `${node.tagName.toLowerCase()}.${node.className}: ${node.textContent.trim().slice(0, 60)}`);
}"""
"""Texts of which a part is not shown, or lies beside the screen."""
SHORTENED = ".figure-label, .top-sub, .bar-small .small > span, .form-told, .folded .hit-words > span"
"""What ends in three dots where it is too long, by intention: names of figures that their icon tells too, the game,
what would be taken back, which the question after it says in full, what a folded row of a form has in it, and what
happened, which a tap unfolds.
"""
OVERLAPS = """() => {
  const lies = (node) => node && (/fixed|sticky/.test(getComputedStyle(node).position) || lies(node.parentElement));
  const clipped = (node) => node && (getComputedStyle(node).clipPath !== "none" || clipped(node.parentElement));
  // lines after the last one that is shown
  const isFolded = (node, top) => node && (getComputedStyle(node).overflowY === "hidden" &&
    top >= node.getBoundingClientRect().bottom - 3 || isFolded(node.parentElement, top));
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement, words = texts.currentNode.textContent.trim();
    if (!words || !node.checkVisibility() || node.closest("svg, [data-cover]") || lies(node) || clipped(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (!isFolded(node, top)) found.push({ left, top, right, bottom, node, words: words.slice(0, 40) });
    }
  }
  found.sort((one, other) => one.top - other.top);
  const over = [];
  found.forEach((one, at) => {
    for (const other of found.slice(at + 1)) {
      if (other.top >= one.bottom) break;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      // letters do not fill their line
      if (one.node !== other.node && wide > 2 && high > 6) over.push(`${one.words} / ${other.words}`);
    }
  });
  return over;
}"""
"""Texts that lie over each other, apart from bars that stay where they are while the page scrolls below them."""


def faults(page: Page) -> list[str]:
    """What is cut, lies beside the screen or over something else of the page that is open."""
    page.evaluate(OPEN_ALL)
    found: list[str] = []
    if (beyond := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
        found.append(f"{beyond} px wider than the screen")
    found += page.evaluate(CUT.replace("SHORTENED", SHORTENED))
    found += page.evaluate(OVERLAPS)
    page.evaluate(OPEN_MENU)
    return found + page.evaluate(CUT.replace("SHORTENED", SHORTENED))


class PseudoWords(Words):
    """What a page says in the language that nobody speaks."""

    def __init__(self, direction: Direction) -> None:
        super().__init__("en")
        self.catalogue = PseudoCatalogue(from_right=direction == "rtl")
        self.direction = direction
        self.speaker = Speaker("en", self.catalogue, NAMES)


@pytest.fixture(scope="module", params=get_args(Direction))
def pages(request: pytest.FixtureRequest) -> DrawnPages:
    return DrawnPages(PseudoWords(request.param))


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page(viewport={"width": 390, "height": 844})
    yield opened
    opened.close()


def letters(text: str) -> str:
    """All but the places for arguments, and what stands between words."""
    return "".join(WORD.findall(PLACE.sub("", text)))


def test_it_is_two_fifths_longer_and_keeps_its_places() -> None:
    for text in ("Coins", "{who} takes {n} coins.", "Nobody knows it yet, so the table asks everybody who sits at it."):
        spoken = said(text)
        assert len(letters(spoken)) >= 1.35 * len(letters(text)), spoken
        assert spoken.count("{") == text.count("{")
    assert "שלום" in said("Nobody knows it yet, so the table asks everybody.")


FAULTY = """<main style="position: relative">
<p style="width: 40px; overflow: hidden; white-space: nowrap">Much too long for this</p>
<p style="position: absolute; left: 700px; width: 90px">Beside</p>
<p style="position: absolute; left: 0; top: 200px">Below</p>
<b style="position: absolute; left: 9px; top: 216px">Above</b>
</main>"""


@pytest.mark.browser
def test_what_is_wrong_with_a_page_is_found(page: Page) -> None:
    page.set_content(FAULTY)
    wide, *others = faults(page)
    assert wide.endswith("px wider than the screen")
    assert {"p.: Much too long for this", "p.: Beside", "Below / Above"} <= set(others)


@pytest.mark.browser
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in IN_EACH_RUN else pytest.mark.long) for name in PAGES]
)
def test_no_page_is_cut(page: Page, pages: DrawnPages, name: str) -> None:
    FakeServer(page, pages=pages).open(name)
    assert faults(page) == []
