"""No page of a seat is longer than two screens of a phone, in any position of the golden playthroughs (of a long one
all only with ``--every 1``). On a small phone that holds for pages with a question, but for ``LISTS``: who waits has
the own pieces on the page, in Antiquity a picture for each city.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from companion.plays.play import Play
from companion.service.screens.view_builders import seat_view
from tests.chromium import NAME
from tests.golden.test_playthroughs import FOLDER
from tests.web import flask_site
from tests.web.fake_server import KINDS, STATIC
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening

PHONE, SMALL_PHONE = (390, 844), (360, 640)
SHORT = ("antike/sudden-end",)
"""Looked at in every run."""
LISTS = {"Countryside: {n} cart shop to use": 1450}
"""Questions that are longer on a small phone, and how long: Antiquity says of each site where it may lie."""

PUT = """async (html) => {
    changing(() => { document.getElementById("main").innerHTML = html; });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [document.documentElement.scrollHeight, Boolean(document.querySelector(".seat-page.asked"))];
}"""
"""Put a page there as an update does; how high it is when it has been laid out, and whether it asks something."""


class Pages(GoldenEvening):
    """The page of every seat as it opens, by turns in English and Spanish, put into a browser and measured."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, every)
        self.too_long: list[tuple[int, int, int, str]] = []
        self.measured = 0
        self._page = page
        self._seats: dict[int, flask_site.Browser] = {}
        self._seen: set[str] = set()
        self._whole = ""
        self._size = (0, 0)
        page.route("**/*", self._answer)

    def sits_down(self, play: Play, site: Site) -> None:
        for number, seat in enumerate(play.setup.numbers):
            self._seats[seat] = site.browser(seat, ("en", "es")[number % 2])
            # the tour of a first evening lies on a page only until it is read or put away
            self._seats[seat].post("/tour", {"toured": "3"}, script=False)
        self._whole = next(iter(self._seats.values())).get("/seat").text
        self._page.goto(f"http://{NAME}/seat")

    def looks(self) -> None:
        for seat, browser in self._seats.items():
            view = seat_view(self.room.moment, seat)
            if view.version in self._seen:
                continue
            self._seen.add(view.version)
            html = browser.get("/seat").text
            main = html[html.index('<main id="main"') : html.index("</main>")].partition(">")[2]
            self.measured += 1
            for size in (SMALL_PHONE, PHONE):
                width, screen = size
                if self._size != size:
                    self._page.set_viewport_size({"width": width, "height": screen})
                    self._size = size
                height, asked = self._page.evaluate(PUT, main)
                sentence = str(view.sentence.text)
                if height <= 2 * screen:
                    # on a larger phone it is no longer
                    break
                if size == SMALL_PHONE and height <= LISTS.get(sentence, 0):
                    continue
                if asked or size == PHONE:
                    self.too_long.append((width, height, seat, sentence))

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
        elif path in ("/seat", "/table"):
            route.fulfill(body=self._whole, content_type="text/html")
        else:
            route.fulfill(status=204)


def playthroughs() -> list[Any]:
    names = [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]
    return [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in names]


@pytest.mark.parametrize("name", playthroughs())
def test_a_page_is_at_most_two_screens_long(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = Pages(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.measured > 5
    assert sorted(pages.too_long, reverse=True) == []
