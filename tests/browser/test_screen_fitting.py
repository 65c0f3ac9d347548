"""The table screen finds the letters that fit by few looks: each lays the whole screen out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.plays.play import Play
from companion.service.session.table_settings import SetLanguage
from tests.browser.golden_pages import GoldenPages, main_of
from tests.chromium import NAME
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import HOST
from tests.web import flask_site
from tests.web.flask_site import Site

PUT = """html => { document.getElementById("main").innerHTML = html; document.getElementById("link").hidden = true; }"""
FITTED = """() => [document.documentElement.className,
    [...document.querySelectorAll(".no-room, .wordless")].map((node) => node.id || node.textContent.trim())]"""
SETTLES, RESIZES = (
    """() => document.dispatchEvent(new Event("settling"))""",
    """() => dispatchEvent(new Event("resize"))""",
)


class FittedScreens(GoldenPages):
    """The table screen of every position, fitted as after a move, and then with nothing known of what fitted before."""

    def __init__(self, folder: Path, page: Page, language: str = "en") -> None:
        super().__init__(folder, page)
        self._language = language
        self.different: list[Any] = []
        self.layouts = {SETTLES: 0, RESIZES: 0}
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable")

    def sits_down(self, play: Play, site: Site) -> None:
        self._screen: flask_site.Browser = site.browser("screen")
        self.room.host()
        assert self.room.table.ask(HOST, SetLanguage(self._language)).taken
        self.whole = self._screen.get("/table").text
        self.has_size(1920, 1080)
        self.page.goto(f"http://{NAME}/table")
        self.page.evaluate("document.fonts.ready.then(() => 0)")

    def looks(self) -> None:
        main = main_of(self._screen.get("/table").text)
        after_a_move, anew = self._fitted(main, SETTLES), self._fitted(main, RESIZES)
        if after_a_move != anew:
            self.different.append((self.measured, after_a_move, anew))
        self.measured += 1

    def _fitted(self, main: str, event: str) -> Any:
        """How the screen is fitted. How often it was laid out for that is counted."""
        self.page.evaluate(PUT, main)
        before = self._count()
        self.page.evaluate(event)
        self.layouts[event] += self._count() - before
        return self.page.evaluate(FITTED)

    def _count(self) -> int:
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in metrics if each["name"] == "LayoutCount"))


@pytest.mark.parametrize(("name", "language"), [("antike/turns", "de"), ("antiquity/shared", "es")])
def test_a_screen_that_was_fitted_once_is_fitted_again_by_few_looks(
    chromium: Browser, tmp_path: Path, name: str, language: str
) -> None:
    page = chromium.new_page()
    screens = FittedScreens(tmp_path, page, language)
    screens.runs(FOLDER / f"{name}.txt")
    screens.room.close()
    page.close()
    assert screens.different == []
    assert screens.layouts[SETTLES] < 0.85 * screens.layouts[RESIZES]


NAMES_ON_SCREENS = """<div class="screen-head who"><p class="who-shapes"></p><div class="who-words">
    <p class="screen-sentence">Marga</p><p class="turn-reason">Marga</p></div></div>
<ul class="gather-seats"><li><p class="gather-name">Marga</p></li></ul>
<ol class="final-rows"><li><span class="final-who"><span>Marga</span></span></li></ol>
<p class="seat-card-who">Marga</p><p class="moment-who"><span>Marga</span></p>
<ol class="holding-rows in-line"><li><span class="holding-who"><span>Marga</span></span></li></ol>"""
CUT = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("#main *")].filter((node) => {
        const style = getComputedStyle(node), own = [...node.childNodes].some((each) => each.data && each.data.trim());
        if (!own || style.overflowY === "visible") return false;
        pen.font = style.font;
        const ink = pen.measureText("g"), line = parseFloat(style.lineHeight);
        const below = (line - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2 + ink.fontBoundingBoxDescent;
        return below + parseFloat(style.paddingBottom) < ink.actualBoundingBoxDescent - 0.5;
    }).map((node) => node.className || node.parentNode.className);
}"""


def test_no_name_loses_what_hangs_below_its_line(chromium: Browser, tmp_path: Path) -> None:
    page = chromium.new_page()
    screens = FittedScreens(tmp_path, page)
    screens.runs(FOLDER / "antike/sudden-end.txt")
    screens.room.close()
    page.evaluate("html => { document.getElementById('main').innerHTML = html; }", NAMES_ON_SCREENS)
    assert page.evaluate(CUT) == []
    page.close()


LONG_REASON = """words => {
    document.getElementById("main").innerHTML = `<div id="live" class="live"><header class="screen-head who">
        <p class="who-shapes"></p><div class="who-words"><p class="screen-sentence">Marga</p>
        <p class="turn-reason">${words}</p></div>
        <div class="who-game"><h1 class="screen-title">Marga</h1></div></header>
        <div class="screen-main"></div></div>`;
    dispatchEvent(new Event("resize"));
    const reason = document.querySelector(".turn-reason"), who = document.querySelector(".who").getBoundingClientRect();
    return [reason.scrollWidth - reason.clientWidth, reason.getBoundingClientRect().bottom - who.bottom];
}"""
"""How far a line of words is cut at its end, and how far it hangs below the head of the screen."""


def test_a_long_reason_still_says_who_comes_next(chromium: Browser, tmp_path: Path) -> None:
    page = chromium.new_page()
    screens = FittedScreens(tmp_path, page)
    screens.runs(FOLDER / "athens-sparta/one-battle.txt")
    screens.room.close()
    for words in (20, 26):
        cut, below = page.evaluate(LONG_REASON, "Marga " * words + "Ben")
        assert cut <= 1, words
        assert below <= 0, words
    page.close()


MANY_LINES = """async () => {
    const account = document.querySelector(".final-account"), list = account.querySelector(".final-lines");
    const total = list.querySelector(".final-sum");
    while (list.children.length < 14) list.insertBefore(list.children[1].cloneNode(true), total);
    document.documentElement.dataset.turn = "1";
    dispatchEvent(new Event("resize"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [total.getBoundingClientRect().bottom, document.getElementById("screen-foot").getBoundingClientRect().top];
}"""


def test_every_point_of_a_side_stands_above_the_foot_with_the_total(chromium: Browser, tmp_path: Path) -> None:
    page = chromium.new_page()
    screens = FittedScreens(tmp_path, page)
    screens.runs(FOLDER / "athens-sparta/light-to-the-end.txt")
    page.evaluate(PUT, main_of(screens._screen.get("/table").text))
    screens.room.close()
    bottom, foot = page.evaluate(MANY_LINES)
    assert 0 < bottom <= foot
    page.close()
