"""Every question and form of the golden playthroughs on two phones, in all languages: it is no wider than the phone,
and none of its words is cut off; of a long playthrough all only with ``--every 1``. With ``--screenshots`` a picture of
each is kept.

A phone looks at what is asked as the page opens; in one playthrough of each game also at what every option leads to,
and at what every option of a form makes of it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.core.questions import AnyQuestion, Confirm, Pick, Place
from companion.locale import LANGUAGES
from companion.plays.play import Play
from companion.service.play.answers import AnswerStep, StepBack
from companion.service.play.play_views import Dialogue
from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import KeptPictures
from tests.browser.golden_pages import GoldenPages, main_of
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import token
from tests.web import flask_site
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES
from web.templating.helpers import as_text

SIZES = ((390, 844), (360, 640))
WALKED = (
    "ancient-world/every-move",
    "antike/turns",
    "antiquity/whole",
    "athens-sparta/full-to-the-end",
    "olympos/five-mixed",
)
"""The playthroughs in which options are followed."""
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
    for (const form of document.querySelectorAll("form.ask")) {
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


class Forms(GoldenPages):
    """Every page of a seat with a question, once in each language and size; of those with the same words the first."""

    def __init__(self, folder: Path, page: Page, kept: Path | None, every: int, *, walks: bool) -> None:
        super().__init__(folder, page, every)
        self.wrong: list[tuple[str, int, str]] = []
        self._kept = kept
        self._walks = walks
        self._phones: dict[int, list[tuple[str, flask_site.Browser]]] = {}
        self._led: set[object] = set()

    def sits_down(self, play: Play, site: Site) -> None:
        super().sits_down(play, site)
        self.page.evaluate("document.fonts.ready.then(() => 0)")
        self._phones = {seat: [(one, site.browser(seat, one)) for one in LANGUAGES] for seat in play.setup.numbers}

    def looks(self) -> None:
        for seat in self._phones:
            self._looks_at(seat, "/seat")
            if self._walks:
                self._goes_on(seat)

    def _asked(self, seat: int) -> list[Dialogue]:
        """What this phone is asked, but for votes and audits."""
        return [ask for ask in seat_view(self.room.moment, seat).dialogues if not ask.service]

    def _goes_on(self, seat: int, before: tuple[str, ...] = ()) -> None:
        """Look at what every option leads to that was not seen yet, and come back."""
        for at, ask in enumerate(self._asked(seat)):
            if ask.form is not None:
                self._changes(seat, ask)
                continue
            if not isinstance(ask.question, Pick | Place | Confirm):
                continue
            for value in _answers(ask.question):
                led = (*before, ask.question.key, "" if isinstance(ask.question, Place) else str(value))
                if led in self._led:
                    continue
                self._led.add(led)
                reply = self.room.table.ask(token(seat), AnswerStep(ask.seat, self._asked(seat)[at].digest, value))
                if reply.taken:
                    self._looks_at(seat, "/seat")
                    self._goes_on(seat, led)
                    assert self.room.table.ask(token(seat), StepBack(ask.seat)).taken

    def _changes(self, seat: int, ask: Dialogue) -> None:
        """Look at what every option of a form makes of it where other fields come with it."""
        assert ask.form is not None
        for field in ask.form.fields:
            if not isinstance(field.question, Pick | Confirm):
                continue
            for value in _answers(field.question):
                filled = self.room.table.view(token(seat)).play.fill_form(ask.seat, {field.key: value})
                if filled is None or filled.form is None:
                    continue
                led = (ask.form.key, field.key, tuple(one.key for one in filled.form.fields))
                if led not in self._led:
                    self._led.add(led)
                    name = f"{'yes' if isinstance(field.question, Confirm) else 'one'}.{field.key}"
                    self._looks_at(seat, "/seat/form/filled", {"seat": str(ask.seat), name: as_text(value)})

    def _looks_at(self, seat: int, path: str, given: dict[str, str] | None = None) -> None:
        for language, phone in self._phones[seat]:
            html = (phone.get(path) if given is None else phone.post(path, given, script=False, page="seat")).text
            main = main_of(html)
            begin = main.find('<form class="ask')
            if begin < 0:
                continue
            words = WORDS.sub(" ", main[begin : main.rindex("</form>")])
            if words in self.seen:
                continue
            self.seen.add(words)
            for width, height in SIZES:
                self.page.set_viewport_size({"width": width, "height": height})
                self.wrong += [
                    (f"{language} {width}", self.measured, words) for words in self.page.evaluate(LOOK, main)
                ]
                if self._kept is not None:
                    path_of = self._kept / f"{self.measured:03}-{language}-{width}x{height}.png"
                    self.page.screenshot(path=path_of, full_page=True, animations="disabled")
            self.measured += 1


def _answers(question: AnyQuestion) -> list[Any]:
    """What can be answered to a question with options; of many positions one."""
    if isinstance(question, Confirm):
        return [True, False]
    found = [option.value for option in question.reachable()] if isinstance(question, Pick | Place) else []
    return found[:1] if isinstance(question, Place) else found


def playthroughs() -> list[Any]:
    return [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]


@pytest.mark.long
@pytest.mark.parametrize("name", playthroughs())
def test_no_form_is_wider_than_a_phone_and_none_of_its_words_is_cut(
    chromium: Browser, tmp_path: Path, kept_pictures: KeptPictures, every: int, name: str
) -> None:
    kept, walks = kept_pictures(name), name in WALKED
    page = chromium.new_page()
    forms = Forms(tmp_path, page, kept, 1 if walks else every, walks=walks)
    forms.runs(FOLDER / f"{name}.txt")
    page.close()
    forms.room.close()
    assert forms.wrong == []
