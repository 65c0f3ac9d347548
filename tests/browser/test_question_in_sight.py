"""On the smallest phone the question, its first choices and the button stand in sight, whatever else is on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.golden.test_playthroughs import FOLDER

OUT_OF_SIGHT = """() => {
  scrollTo(0, 0);
  const box = (one) => one.getBoundingClientRect(), problems = [];
  const found = document.querySelectorAll(".seat-asks .asking");
  const first = found[0], said = (one) => one.textContent.trim(), over = document.getElementById("picture-prompt");
  const unseen = first && !over && !first.querySelector(".large-ask, details, [data-cover]")
    ? [...first.querySelectorAll(":scope > form > fieldset > .ask-prompt.sr")] : [];
  const mute = unseen.find((one) => said(one) !== said(document.getElementById("sentence")));
  if (mute) return [`nobody can read: ${said(mute)}`];
  // the heading of a small picture goes: the band says whose turn it is, the button what to do
  const hides = over && box(over).height === 0, band = document.getElementById("sentence");
  const asking = [...found].find((one) => one.querySelector(".bar.sticky"));
  if (!asking) return null;
  const bar = asking.querySelector(".bar.sticky");
  const words = [band, bar].map((one) => one.innerText.trim());
  if (hides && !words.every(Boolean)) return [`no heading, and band and button say "${words.join('" and "')}"`];
  const prompt = hides ? band : over || asking.querySelector(".ask-prompt:not(.sr)");
  const top = box(document.querySelector(".turn-band")).bottom, tabs = box(document.querySelector(".tab-bar")).top;
  const button = box(bar).height ? box(bar).top : tabs;
  const inSight = (one) => (one === band || box(one).top >= top - 1) && box(one).bottom <= button + 1;
  const ends = (one) => `ends at ${box(one).bottom}, ${top} to ${button} is in sight`;
  // above a picture that only fits without it, the band says what is asked
  const isAbove = prompt && prompt === over && over.closest(".small-picture") && !box(over).height;
  const isSaid = isAbove && document.querySelector(".turn-reason");
  if (prompt && !isSaid && !inSight(prompt)) problems.push(`the question ${ends(prompt)}`);
  const keys = [...asking.querySelectorAll("fieldset .throw-key")];
  const options = keys.length ? keys : [...asking.querySelectorAll(":scope > form > fieldset > .options .option")];
  // what a picture asks is chosen in the picture
  const hidden = !over && options.length <= 4 && options.find((one) => !inSight(one));
  if (hidden) problems.push(`choice ${options.indexOf(hidden) + 1} of ${options.length} ${ends(hidden)}`);
  if (box(bar).bottom > tabs + 1) problems.push("the button is below the tabs");
  const ways = document.querySelector(".folded #slips > .slip:not(.unfolded) .cover-keys");
  if (ways && box(ways).height) problems.push("a folded slip shows more of its cover than the lock");
  return problems;
}"""


class InSight(GoldenPages):
    """``wrong`` is what was out of sight, with its page."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.wrong: list[str] = []
        self.asked = 0
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        if not view.dialogues or view.dialogues[0].question.secret:
            return
        self.puts(main)
        found: Any = self.page.evaluate(OUT_OF_SIGHT)
        if found is None:
            return
        self.asked += 1
        self.wrong += [
            f"seat {seat} after {view.log[-1].number if view.log else 0} lines, {view.dialogues[0].question.key}: {one}"
            for one in found
        ]


SHORT = ("antike/sudden-end", "olympos/three-all-pass", "ancient-world/unknown-die")
"""Looked at in every run."""


@pytest.mark.parametrize("name", playthroughs(SHORT))
def test_question_choices_and_button_are_in_sight(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = InSight(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.measured
    assert pages.wrong == []


HINT_ROOM = """() => {
  const hint = document.querySelector(".asked .asking fieldset > .hint:not(.sr)");
  if (!hint) return null;
  hint.textContent = "Two blocks over each clear side, one over a mountain pass or a strait. ".repeat(3);
  return hint.scrollHeight - hint.clientHeight;
}"""


class LongHints(GoldenPages):
    """``hidden`` are the pixels of a hint of five lines that are not shown, for each page with a hint."""

    def __init__(self, folder: Path, page: Page) -> None:
        super().__init__(folder, page, 1)
        self.hidden: list[int] = []
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        if not view.dialogues or len(self.hidden) > 2:
            return
        self.puts(main)
        found: Any = self.page.evaluate(HINT_ROOM)
        if found is not None:
            self.hidden.append(found)


def test_a_hint_is_as_high_as_its_text(chromium: Browser, tmp_path: Path) -> None:
    page = chromium.new_page()
    pages = LongHints(tmp_path, page)
    pages.runs(FOLDER / "athens-sparta/amphipolis.txt")
    page.close()
    pages.room.close()
    assert pages.hidden
    assert max(pages.hidden) <= 1
