"""What a seat's own sheet shows once it is printed, and what it hides on a screen: by the styles of a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.chromium import NAME
from tests.golden.test_playthroughs import FOLDER
from tests.web.fake_server import KINDS, STATIC
from tests.web.golden_evening import GoldenEvening

pytestmark = pytest.mark.long

SHEETS = [
    ("athens-sparta/sicily-and-persia", 2, ("Your replacements", "Points left: 22")),
    ("antiquity/whole", 1, ("Your plan", "Left after your plan", "City of ")),
]
"""A playthrough, a seat, and secret words that are on its sheet together at some position."""


class Sheets(GoldenEvening):
    """The sheet of a seat at the first position that has all the words."""

    def __init__(self, folder: Path, seat: int, words: tuple[str, ...]) -> None:
        super().__init__(folder)
        self._seat, self._words, self.html = seat, words, ""

    def looks(self) -> None:
        assert self.site is not None
        if not self.html:
            html = self.site.browser(self._seat).get("/seat/print").text
            self.html = html if all(word in html for word in self._words) else ""


@pytest.fixture
def printed(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 794, "height": 1123})
    yield page
    page.close()


def opens(page: Page, html: str) -> None:
    def answer(route: Route) -> None:
        file = STATIC / urlsplit(route.request.url).path.removeprefix("/static/")
        if file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
        else:
            route.fulfill(body=html, content_type="text/html")

    page.route("**/*", answer)
    page.goto(f"http://{NAME}/seat/print")


@pytest.mark.parametrize(("play", "seat", "words"), SHEETS, ids=[name for name, _, _ in SHEETS])
def test_secrets_are_hidden_on_a_screen_and_printed_on_the_own_sheet(
    tmp_path: Path, printed: Page, play: str, seat: int, words: tuple[str, ...]
) -> None:
    sheets = Sheets(tmp_path, seat, words)
    sheets.runs(FOLDER / f"{play}.txt")
    sheets.room.close()
    assert sheets.html
    opens(printed, sheets.html)
    covers = printed.locator(".own .covered")
    assert covers.count()
    inside = printed.locator(".own .cover-inside")
    assert set(inside.evaluate_all("all => all.map((one) => getComputedStyle(one).display)")) == {"none"}
    printed.emulate_media(media="print")
    for found in (covers, inside):
        assert set(found.evaluate_all("all => all.map((one) => getComputedStyle(one).display)")) == {"block"}
    shown = printed.locator(".own").inner_text()
    for word in words:
        assert word in shown
        title = printed.locator(".own").get_by_text(word).first
        expect(title).to_be_visible()
        box = title.bounding_box()
        assert box is not None
        assert box["width"] > 40
        assert box["height"] > 8
    for face in printed.locator(".own .cover-face").all():
        expect(face).to_be_hidden()
