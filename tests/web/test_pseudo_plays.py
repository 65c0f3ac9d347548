"""There is room for another language on the pages of the five games as they are played, whichever way it runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser

from companion import locale
from companion.locale import Direction
from companion.plays.play import Play
from companion.service.screens.view_builders import seat_view, table_view
from tests.golden.test_playthroughs import FOLDER
from tests.locale.pseudo import PseudoCatalogue
from tests.web.fake_server import FakeServer
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening
from tests.web.test_pseudo_language import faults

pytestmark = pytest.mark.browser

SPOKEN = "es"
"""The language in whose place the one stands that nobody speaks."""
SHORT = {"antike/turns", "olympos/price-unknown"}
"""Of these a few pages are looked at in each run."""
FILES = sorted(f"{key}/{path.stem}" for key in GAMES for path in (FOLDER / key).glob("*.txt"))
WAYS = [(name, get_args(Direction)[number % 2]) for number, name in enumerate(FILES)]
"""Each playthrough runs one way, and those of a game by turns both."""
FEW = 3
"""Pages of each of them there."""
SPARSE = 10_000
"""As few positions as may be are looked at: a dozen of each playthrough."""


@pytest.fixture(params=get_args(Direction))
def direction(request: pytest.FixtureRequest) -> Iterator[Direction]:
    """The language that nobody speaks is one of those of the product, and runs so."""
    with patch.object(locale, "translation", lambda *_, **__: PseudoCatalogue(from_right=request.param == "rtl")):
        locale.catalogue.cache_clear()
        yield request.param
    locale.catalogue.cache_clear()


class PagesOfEvening(GoldenEvening):
    """The pages of two seats by turns in a playthrough, and that of a spectator, by the version of what they show."""

    def __init__(self, folder: Path, most: int) -> None:
        super().__init__(folder, SPARSE)
        self.pages: dict[str, str] = {}
        self._most = most
        self._seats: tuple[int, ...] = ()
        self._looks = 0
        self._site: Site | None = None

    def sits_down(self, play: Play, site: Site) -> None:
        self._site, self._seats = site, play.setup.numbers

    def looks(self) -> None:
        assert self._site is not None
        moment = self.room.moment
        self._looks += 1
        by_turns = {self._seats[(self._looks + each) % len(self._seats)] for each in (0, 1)}
        shown = {f"seat-{seat}": (seat, "/seat", seat_view(moment, seat).version) for seat in by_turns}
        shown["watch"] = ("guest", "/watch", table_view(moment).version)
        for name, (who, path, version) in shown.items():
            key = f"{name}-{version}"
            if key not in self.pages and len(self.pages) < self._most:
                self.pages[key] = self._site.browser(who, SPOKEN).get(path).text


def looked_at(chromium: Browser, folder: Path, name: str, direction: Direction, most: int) -> None:
    evening = PagesOfEvening(folder, most)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    assert len(evening.pages) >= FEW
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    server = FakeServer(page, pages=evening.pages)
    found: dict[str, str] = {}
    for key, html in evening.pages.items():
        assert ('dir="rtl"' in html.partition("<head>")[0]) == (direction == "rtl")
        assert "שלום" in html
        server.open(key)
        found |= dict.fromkeys(faults(page), key)
    page.close()
    assert found == {}


@pytest.mark.parametrize("name", sorted(SHORT))
def test_a_page_of_a_play_is_not_cut(chromium: Browser, tmp_path: Path, name: str, direction: Direction) -> None:
    looked_at(chromium, tmp_path, name, direction, FEW)


@pytest.mark.long
@pytest.mark.parametrize(("name", "direction"), WAYS, indirect=["direction"])
def test_no_page_of_a_play_is_cut(chromium: Browser, tmp_path: Path, name: str, direction: Direction) -> None:
    looked_at(chromium, tmp_path, name, direction, 1000)
