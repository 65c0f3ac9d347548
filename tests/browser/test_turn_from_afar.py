"""From across the table a phone shows whose turn it is: at an eighth of its size only the awaited has a clay band."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from companion.core.step import TABLE
from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.golden.test_playthroughs import FOLDER

CLAY = {"dark": (0xE2, 0x79, 0x4B), "light": (0xB4, 0x52, 0x1F)}
"""The band of the one whose turn it is, by theme."""
NEAR = 90
"""So far apart, summed over red, green and blue, two colours still look alike: letters lie over the band."""
SHORT = ("antike/sudden-end", "olympos/three-all-pass")
"""Looked at in every run."""


class FromAfar(GoldenPages):
    """``wrong`` are the pages whose blurred band says something else than the table awaits."""

    def __init__(self, folder: Path, page: Page, every: int, theme: str) -> None:
        super().__init__(folder, page, every)
        self.clay = CLAY[theme]
        self.wrong: list[str] = []
        self.turns: set[bool] = set()
        self.has_size(390, 844)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        play = self.room.moment.play
        if view.turn is None or play is None or play.awaited.over:
            return
        self.puts(main)
        self.page.wait_for_function("document.getAnimations().every((one) => one.playState !== 'running')")
        with Image.open(BytesIO(self.page.screenshot())) as picture:
            blurred = picture.convert("RGB").resize((picture.width // 8, picture.height // 8), Image.Resampling.BOX)
        top = blurred.crop((0, 0, blurred.width, blurred.height // 5))
        rows = (top.crop((0, y, top.width, y + 1)).resize((1, 1), Image.Resampling.BOX) for y in range(top.height))
        colours = [row.getpixel((0, 0)) for row in rows]
        shown = any(sum(abs(a - b) for a, b in zip(one, self.clay, strict=True)) < NEAR for one in colours)  # type: ignore[arg-type]
        mine = not {seat, TABLE}.isdisjoint(play.awaited.must)
        self.turns.add(mine)
        if shown != mine:
            self.wrong.append(f"seat {seat} after {view.log[-1].number if view.log else 0} lines is {mine}")


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", playthroughs(SHORT))
def test_the_band_alone_says_whose_turn_it_is(
    chromium: Browser, tmp_path: Path, every: int, name: str, theme: str
) -> None:
    page = chromium.new_page(color_scheme=theme)  # type: ignore[arg-type]
    pages = FromAfar(tmp_path, page, every, theme)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.turns == {True, False}
    assert pages.wrong == []
