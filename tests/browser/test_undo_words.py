"""What the sheet of the key that takes back says on a small phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.core.wording import Message, say
from companion.service.play import play_now
from companion.service.play.play_views import UndoOffer
from companion.service.screens.views import SeatView
from tests.browser.conftest import Crowd
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.golden.test_playthroughs import FOLDER

STEP = say("Descubrimientos y maravillas quedan como muestra el tablero, y todo lo demás como estaba antes de empezar.")
SHOWN = """words => {
    const range = document.createRange();
    range.selectNodeContents(words);
    const lines = [...range.getClientRects()];
    for (let box = words; box !== document.body; box = box.parentElement) {
        const edges = box.getBoundingClientRect(), { overflowY } = getComputedStyle(box);
        if (overflowY !== "visible" && lines.some((line) => line.bottom > edges.bottom + 3)) return false;
    }
    return lines.every((line) => line.width > 1 && line.bottom <= innerHeight && line.right <= innerWidth);
}"""


def test_however_long_the_step_is_the_sheet_shows_it_whole(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(_what: Message, _way: str, _marked: bool) -> UndoOffer:
        return UndoOffer(STEP, "vote", marked=True)

    monkeypatch.setattr(play_now, "UndoOffer", offered)
    play = crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    play.answers(1, 3)
    page = crowd.phone(1, language="es-ES", size=(360, 640)).page
    button = page.locator("button[form=undo-form]")
    expect(button).to_be_hidden()
    page.locator("#undo > summary").click()
    assert page.locator(".undo-sheet b").evaluate(SHOWN)
    assert button.locator(".tag").evaluate(SHOWN)
    page.locator("#sentence").click()
    expect(button).to_be_hidden()


OPEN = """() => {
    const key = document.getElementById("undo");
    if (!key || !key.getClientRects().length) return null;
    key.open = true;
    const sheet = document.querySelector(".undo-sheet").getBoundingClientRect();
    return sheet.left >= 0 && sheet.right <= innerWidth;
}"""
"""Open the key's sheet: whether it lies between both edges of the screen; null where nothing can be taken back."""


class UndoSheets(GoldenPages):
    """How many sheets were opened; the sentences over which one left the screen."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.opened = 0
        self.outside: set[str] = set()
        self.has_size(360, 640)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.puts(main)
        within = self.page.evaluate(OPEN)
        self.opened += within is not None
        if within is False:
            self.outside.add(self.page.locator("#sentence").inner_text())


@pytest.mark.parametrize("name", playthroughs(("antiquity/starting-cities",)))
def test_the_sheet_lies_on_the_screen_wherever_its_key_has_room(
    chromium: Browser, tmp_path: Path, every: int, name: str
) -> None:
    page = chromium.new_page()
    pages = UndoSheets(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.opened or name != "antiquity/starting-cities"
    assert pages.outside == set()
