"""The pages of the seats in a golden playthrough, put one after the other into a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route

from companion.plays.play import Play
from companion.service.screens.view_builders import seat_view
from companion.service.screens.views import SeatView
from tests.chromium import NAME
from tests.golden.test_playthroughs import FOLDER
from tests.web import flask_site
from tests.web.fake_server import KINDS, STATIC
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening

PUT = """async (html) => {
    changing(() => { document.getElementById("main").innerHTML = html; });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Put a page there as an update does, until it has been laid out."""


class GoldenPages(GoldenEvening):
    """The page of every seat as it opens, by turns in English and Spanish. ``sees`` is what a test does with each."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, every)
        self.page = page
        self.whole = ""
        """The page into which the others are put."""
        self.seen: set[str] = set()
        self.measured = 0
        self._seats: dict[int, flask_site.Browser] = {}
        self._size = (0, 0)
        page.route("**/*", self._answer)

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        """A page that was not seen before: its view, and what lies in its ``main``."""

    def sits_down(self, play: Play, site: Site) -> None:
        for number, seat in enumerate(play.setup.numbers):
            self._seats[seat] = site.browser(seat, ("en", "es")[number % 2])
        self.whole = next(iter(self._seats.values())).get("/seat").text
        self.page.goto(f"http://{NAME}/seat")

    def looks(self) -> None:
        for seat, browser in self._seats.items():
            view = seat_view(self.room.moment, seat)
            if view.version in self.seen:
                continue
            self.seen.add(view.version)
            self.measured += 1
            self.sees(seat, view, main_of(browser.get("/seat").text))

    def has_size(self, width: int, height: int) -> None:
        """The screen is so large."""
        if self._size != (width, height):
            self.page.set_viewport_size({"width": width, "height": height})
            self._size = width, height

    def puts(self, main: str) -> None:
        """Put the page there."""
        self.page.evaluate(PUT, main)

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
        elif path in ("/seat", "/table"):
            route.fulfill(body=self.whole, content_type="text/html")
        else:
            route.fulfill(status=204)


def main_of(html: str) -> str:
    """What lies in the ``main`` of a page."""
    return html[html.index('<main id="main"') : html.index("</main>")].partition(">")[2]


def playthroughs(short: tuple[str, ...]) -> list[Any]:
    """All those of the five games; ``short`` are looked at in every run."""
    names = [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]
    return [pytest.param(name, marks=[pytest.mark.long] * (name not in short)) for name in names]
