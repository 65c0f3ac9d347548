"""What the sheet of the key that takes back says on a small phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.core.wording import Message, say
from companion.service.play import play_now
from companion.service.play.play_views import UndoOffer
from tests.browser.conftest import Crowd

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
