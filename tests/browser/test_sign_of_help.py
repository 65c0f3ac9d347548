"""The sign that explains a question has a place of its own: in no position, at no size and in no large letters does it
lie over words, a picture or an edge.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.browser.test_huge_letters import LARGE, USUAL, Look, sizes
from tests.golden.test_playthroughs import FOLDER

LOOKS = (Look(1, 360, 640, USUAL), Look(1, 390, 844, USUAL), LARGE, Look(1.5, 360, 640, 24))
OPEN = "document.querySelectorAll('.seat-asks .covered:not(.open) [data-keep-open]').forEach((key) => key.click())"
"""Uncover what is asked."""
OVER = """() => {
    const meets = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
        && one.top < two.bottom - 1 && two.top < one.bottom - 1;
    const isSeen = (node) => node.getClientRects().length > 0 && !node.closest(".sr")
        && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const found = [];
    for (const sign of [...document.querySelectorAll(".meaning > summary")].filter(isSeen)) {
        // the circle is drawn by a style: what has its size stands in its place for a moment
        const { width, height } = getComputedStyle(sign, "::before"), circle = document.createElement("i");
        Object.assign(circle.style, { display: "block", width, height });
        sign.classList.add("measured");
        sign.append(circle);
        const round = circle.getBoundingClientRect();
        circle.remove();
        sign.classList.remove("measured");
        const others = [...document.querySelectorAll("#main *")].filter((node) => !sign.contains(node) && isSeen(node));
        for (const node of others.filter((each) => !each.closest(".bar.sticky, .tab-bar, .seat-top"))) {
            const box = node.getBoundingClientRect(), { borderTopWidth, borderTopColor } = getComputedStyle(node);
            const hasEdge = parseFloat(borderTopWidth) > 0 && borderTopColor !== "rgba(0, 0, 0, 0)";
            const isAround = node.contains(sign) && box.left < round.left && box.right > round.right
                && box.top < round.top && box.bottom > round.bottom;
            if (!meets(box, round)) continue;
            if (hasEdge && !isAround) found.push(`edge of ${node.id || node.className}`);
            if (node.tagName === "svg") found.push(`picture in ${node.parentElement.className}`);
            for (const text of [...node.childNodes].filter((each) => each.nodeType === 3 && each.data.trim())) {
                const words = document.createRange();
                words.selectNodeContents(text);
                const isOver = [...words.getClientRects()].some((line) => meets(line, round));
                if (isOver) found.push(`words: ${text.data.trim()}`);
            }
        }
    }
    return found;
}"""
"""What the sign lies over."""


class Signs(GoldenPages):
    """Looks at every page that asks something in new words, in every size."""

    def __init__(self, folder: Path, page: Page, every: int) -> None:
        super().__init__(folder, page, every)
        self.over: dict[str, str] = {}
        self.signs = 0
        self._met: set[str] = set()
        self._sets = sizes(page)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        asked = " ".join(str((one.form or one.question).prompt.text) for one in view.dialogues)
        if 'class="meaning"' not in main or asked in self._met:
            return
        self._met.add(asked)
        self.puts(main)
        self.page.evaluate(OPEN)
        self.page.add_style_tag(content=".measured::before { display: none !important }")
        for look in LOOKS:
            self._sets(look)
            self.signs += 1
            self.over |= dict.fromkeys(self.page.evaluate(OVER), f"{look}, seat {seat}: {asked}")


@pytest.mark.parametrize("name", playthroughs(("olympos/price-unknown", "antike/defended")))
def test_the_sign_of_help_lies_over_nothing(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = Signs(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.signs > len(LOOKS)
    assert pages.over == {}
