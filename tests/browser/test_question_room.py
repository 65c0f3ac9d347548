"""A phone that is asked: what is to do and what happened is seen whole above the question, if only as a line each; a
turn begins, and a move ends, at the top of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.screens.views import SeatView
from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.core.purses import Purses
from tests.golden.test_playthroughs import FOLDER

ANA, BEN = 1, 2
CUT = """() => {
  scrollTo(0, 0);
  const box = (one) => one.getBoundingClientRect(), problems = [];
  const bar = document.querySelector(".asking .bar.sticky"), rondel = document.querySelector(".seat-picture .rondel");
  const top = box(document.querySelector(".turn-band")).bottom;
  const bottom = bar && box(bar).height ? box(bar).top : box(document.querySelector(".tab-bar")).top;
  const told = document.querySelector(".since");
  if (told.scrollHeight > told.clientHeight + 1) problems.push("what happened is cut");
  const key = (one) => one.querySelector(".slip-done");
  const lines = [...told.querySelectorAll(".hit, .slip")]
    .filter((one) => !one.closest("details:not([open])") && box(one).height > 1);
  for (const line of lines) {
    const within = line.matches(".slip") ? [line, key(line)] : [line];
    const isOut = (one) => box(one).top < top - 1 || box(one).bottom > bottom + 1;
    if (within.some(isOut)) problems.push(`out of sight: ${line.id}`);
    if (!line.matches(".slip")) continue;
    if (box(key(line)).height < 40 || box(key(line)).right > innerWidth) problems.push(`no key: ${line.id}`);
  }
  const scale = rondel ? Math.min(box(rondel).width, box(rondel).height) / 400 : 1;
  const high = (one) => parseFloat(getComputedStyle(one).fontSize) * scale;
  for (const one of rondel ? rondel.querySelectorAll("text") : []) {
    if (high(one) < 11.99) problems.push(`${one.textContent}: ${high(one).toFixed(1)} px`);
  }
  if (rondel && box(rondel).bottom > bottom + 1) problems.push(`the rondel ends at ${box(rondel).bottom} of ${bottom}`);
  return problems;
}"""


class Whole(GoldenPages):
    """``wrong`` is what was cut or out of sight, with its page."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.wrong: list[str] = []
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        if not view.dialogues or not (view.slips.open or view.happened.cards):
            return
        self.puts(main)
        found: Any = self.page.evaluate(CUT)
        self.wrong += [f"seat {seat} after {view.log[-1].number} lines: {one}" for one in found]


@pytest.mark.parametrize("name", playthroughs(("antike/sudden-end",)))
def test_what_is_to_do_and_a_rondel_are_seen_whole_above_the_button(
    chromium: Browser, tmp_path: Path, every: int, name: str
) -> None:
    page = chromium.new_page()
    pages = Whole(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.wrong == []


KEYS = """() => [...document.querySelectorAll(".seat-asks .act")]
  .filter((key) => key.checkVisibility({ contentVisibilityAuto: true }))
  .map((key) => key.textContent.trim())"""
"""Large buttons in sight."""


class OffTurn(GoldenPages):
    """``offered`` are how often a seat may do something on another's turn; ``live`` the buttons for it in sight."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.offered = 0
        self.live: list[str] = []
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        mine = [each for each in view.dialogues if each.seat == seat and not each.service and not each.question.secret]
        if not mine or view.turn is None or seat in view.turn.seats:
            return
        self.offered += 1
        self.puts(main)
        self.live += self.page.evaluate(KEYS)


@pytest.mark.parametrize("name", ["antike/six-seats"])
def test_what_may_be_done_on_anothers_turn_is_a_line_that_opens_first(
    chromium: Browser, tmp_path: Path, every: int, name: str
) -> None:
    page = chromium.new_page()
    pages = OffTurn(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.offered
    assert pages.live == []


TORN = """() => [...document.querySelectorAll(".sentence, .turn-reason, .row > .form-label")].flatMap((one) => {
  const found = [], walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(walk.currentNode, word.index);
    range.setEnd(walk.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
  }
  return found;
})"""
"""Words that stand on two lines."""


class LargeLetters(GoldenPages):
    """``torn`` are words that a page in large letters has broken."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.torn: set[str] = set()
        self.has_size(390, 844)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.page.evaluate("document.documentElement.style.fontSize = '24px'")
        self.puts(main)
        self.torn |= set(self.page.evaluate(TORN))


@pytest.mark.parametrize("name", playthroughs(("antike/sudden-end", "antiquity/four-seats")))
def test_large_letters_break_no_word(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = LargeLetters(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.torn == set()


class WaitingInLargeLetters(GoldenPages):
    """How many pages of somebody who waits were looked at; how many of them show no last move."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.waiting = 0
        self.silent = 0
        self.has_size(260, 563)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.puts(main)
        if self.page.locator(".playing:not(.asked)").count() and self.page.locator("#panel-log .log-line").count():
            self.waiting += 1
            self.silent += not self.page.locator("#panel-log .log-line").first.is_visible()


@pytest.mark.parametrize("name", playthroughs(("antike/sudden-end",)))
def test_who_waits_reads_the_last_moves_in_large_letters(
    chromium: Browser, tmp_path: Path, every: int, name: str
) -> None:
    page = chromium.new_page()
    pages = WaitingInLargeLetters(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.waiting or name != "antike/sudden-end"
    assert pages.silent == 0


UNSAID = """() => [...document.querySelectorAll(".folded .slip")].filter((slip) => slip.innerText).filter((slip) => {
  const isShown = ({ offsetWidth, offsetHeight }) => offsetWidth > 2 && offsetHeight > 2;
  const lines = [...slip.querySelectorAll(":scope > div > p:not(.slip-more, .soft)")];
  const hidden = lines.filter((line) => !isShown(line)).length, more = slip.querySelector(".slip-more");
  const isCut = lines.some((line) => isShown(line) && line.scrollHeight > line.clientHeight + 1);
  const says = more && isShown(more) ? Number(more.innerText.match(/\\d+/)[0]) : 0;
  return hidden !== says || ((hidden || isCut) && !(slip.closest(".hit") || slip).querySelector(".unfold"));
}).map((slip) => slip.innerText)"""
"""Folded slips that hide lines without saying how many, or whose rest no tap shows."""


class FoldedSlips(GoldenPages):
    """How many slips were folded; what those say that hide lines without telling."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.folded = 0
        self.unsaid: set[str] = set()
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.puts(main)
        self.folded += self.page.locator(".folded .slip").count()
        self.unsaid |= set(self.page.evaluate(UNSAID))


@pytest.mark.parametrize("name", playthroughs(("antiquity/starting-cities",)))
def test_a_folded_slip_says_how_many_lines_it_hides(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = FoldedSlips(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.folded or name != "antiquity/starting-cities"
    assert pages.unsaid == set()


@pytest.fixture
def crowd(chromium: Browser, tmp_path: Path, pictures: Path) -> Iterator[Crowd]:
    companion = Companion(tmp_path / "data", games=(Purses(),))
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


def test_a_turn_begins_and_a_move_ends_at_the_top_of_the_page(crowd: Crowd) -> None:
    play = crowd.begun_play("purses", "Ana", "Ben")
    phone = crowd.phone(ANA, size=(360, 640))
    page = phone.page
    page.evaluate("document.getElementById('main').style.minHeight = '3000px'")
    page.locator("form.ask .option").first.tap()
    page.locator("form.ask input[type=number]").first.wait_for()
    page.locator("form.ask input[type=number]").first.fill("2")
    page.evaluate("scrollTo(0, 400)")
    page.get_by_role("button", name="Enter 2").tap()
    expect(page.locator(".slip").first).to_contain_text("coin")
    page.wait_for_function("() => scrollY === 0")
    page.evaluate("scrollTo(0, 400)")
    play.answers(BEN, "wait")
    expect(page.locator("form.ask")).to_be_visible()
    page.wait_for_function("() => scrollY === 0")
