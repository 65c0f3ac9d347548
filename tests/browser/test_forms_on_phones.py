"""Every form of the golden playthroughs on two phones, in both languages: it is no wider than the phone, and none of
its words is cut off. With ``--screenshots`` a picture of each is kept.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.plays.play import Play
from tests.browser.test_page_length import Pages
from tests.golden.test_playthroughs import FOLDER
from tests.web import flask_site
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES

SIZES = ((390, 844), (360, 640))
LANGUAGES = ("en", "es")
WORDS = re.compile(r"<[^>]+>|[\d\s]+")
"""What is no word of a page."""
LOOK = """(html) => {
    document.getElementById("main").innerHTML = html;
    document.getElementById("link").hidden = true; // nobody answers this page
    for (const cover of document.querySelectorAll("[data-cover]")) {
        cover.classList.add("open");
        cover.querySelector("[data-keep-open]").setAttribute("aria-pressed", "true");
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const isCut = (node, line) => {
        const leaves = (box) => line.left < box.left - 1 || line.right > box.right + 1;
        if (leaves(node.closest("label, button, summary, legend")?.getBoundingClientRect() ?? line)) return true;
        for (let box = node; box !== document.body; box = box.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(box), edges = box.getBoundingClientRect();
            if (/auto|scroll/.test(overflowX + overflowY)) return false;
            if (overflowX !== "visible" && leaves(edges)) return true;
            if (overflowY !== "visible" && (line.top < edges.top - 3 || line.bottom > edges.bottom + 3)) return true;
        }
        return leaves({ left: 0, right: clientWidth });
    };
    const isShort = (node) => {
        for (let box = node; box !== document.body; box = box.parentElement) {
            const { clipPath, webkitLineClamp } = getComputedStyle(box);
            if (clipPath !== "none" || webkitLineClamp !== "none") return true;
        }
        return false;
    };
    for (const form of document.querySelectorAll("form[data-form]")) {
        const texts = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const text = texts.currentNode, node = text.parentElement, range = document.createRange();
            if (!text.textContent.trim() || !node.checkVisibility() || node.closest("svg") || isShort(node)) continue;
            range.selectNodeContents(text);
            if ([...range.getClientRects()].some((line) => isCut(node, line))) found.push(text.textContent.trim());
        }
    }
    return found;
}"""
"""Put a page there, with its covers open; what of it is too wide or cut off. What scrolls by itself may be longer,
what ends in an ellipsis after some lines too, and what only a screen reader reads is not looked at.
"""


class Forms(Pages):
    """Every page of a seat with a form, once in each language and size; of those with the same words the first."""

    def __init__(self, folder: Path, page: Page, kept: Path | None) -> None:
        super().__init__(folder, page)
        self.wrong: list[tuple[str, int, str]] = []
        self._kept = kept
        self._phones: list[tuple[str, flask_site.Browser]] = []

    def sits_down(self, play: Play, site: Site) -> None:
        super().sits_down(play, site)
        self._page.evaluate("document.fonts.ready.then(() => 0)")
        self._phones = [
            (language, site.browser(seat, language)) for seat in play.setup.numbers for language in LANGUAGES
        ]

    def looks(self) -> None:
        for language, phone in self._phones:
            html = phone.get("/seat").text
            main = html[html.index('<main id="main"') : html.index("</main>")].partition(">")[2]
            begin = main.find("data-form=")
            if begin < 0:
                continue
            words = WORDS.sub(" ", main[begin : main.index("</form>", begin)])
            if words in self._seen:
                continue
            self._seen.add(words)
            for width, height in SIZES:
                self._page.set_viewport_size({"width": width, "height": height})
                self.wrong += [
                    (f"{language} {width}", self.measured, words) for words in self._page.evaluate(LOOK, main)
                ]
                if self._kept is not None:
                    path = self._kept / f"{self.measured:03}-{language}-{width}x{height}.png"
                    self._page.screenshot(path=path, full_page=True, animations="disabled")
            self.measured += 1


def playthroughs() -> list[Any]:
    return [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]


@pytest.mark.long
@pytest.mark.parametrize("name", playthroughs())
def test_no_form_is_wider_than_a_phone_and_none_of_its_words_is_cut(
    chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest, pictures: Path, name: str
) -> None:
    kept = pictures / name.replace("/", "-") if request.config.getoption("--screenshots") else None
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
    page = chromium.new_page()
    forms = Forms(tmp_path, page, kept)
    forms.runs(FOLDER / f"{name}.txt")
    page.close()
    forms.room.close()
    assert forms.wrong == []
