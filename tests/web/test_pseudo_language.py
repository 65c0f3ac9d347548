"""There is room for another language: in one that is two fifths longer and in parts right to left, no page is cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.core.wording import Speaker
from tests.locale.pseudo import PLACE, WORD, PseudoCatalogue, said
from tests.web.fake_server import FakeServer
from tests.web.sample_pages import NAMES, PAGES, DrawnPages, Words

OPEN_ALL = """() => {
  document.querySelectorAll("[data-keep-open]").forEach((button) => button.click());
  document.querySelectorAll("details").forEach((part) => (part.open = true));
  document.querySelectorAll(".tab-panel").forEach((panel) => (panel.style.display = "grid"));
}"""
CUT = """() => {
  const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const seen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 2;
  return [...document.querySelectorAll("main *, header *, footer *")]
    .filter((node) => own(node) && seen(node) && !node.closest("svg, .sr, [data-cover]"))
    .filter((node) => {
      const style = getComputedStyle(node);
      const cut = (flow) => flow === "hidden" || flow === "clip";
      return (cut(style.overflowX) && node.scrollWidth > node.clientWidth + 1) ||
        (cut(style.overflowY) && node.scrollHeight > node.clientHeight + 1);
    })
    .map((node) => `${node.tagName.toLowerCase()}.${node.className}: ${node.textContent.trim().slice(0, 60)}`);
}"""
"""Texts of which a part is not shown."""


class PseudoWords(Words):
    """What a page says in the language that nobody speaks."""

    def __init__(self) -> None:
        super().__init__("en")
        self.catalogue = PseudoCatalogue()
        self.speaker = Speaker("en", self.catalogue, NAMES)


@pytest.fixture(scope="module")
def pages() -> DrawnPages:
    return DrawnPages(PseudoWords())


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


@pytest.mark.browser
@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_cut(page: Page, pages: DrawnPages, name: str) -> None:
    FakeServer(page, pages=pages).open(name)
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(CUT) == []
