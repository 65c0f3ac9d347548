"""The table screen in the positions of the golden playthroughs (of a long one all only with ``--every 1``) and at every
size of a screen: nothing lies over anything else or is cut off, no letter is smaller than a thirty-sixth of the height,
and no third of it is empty. With ``--screenshots`` a picture of each is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.locale import LANGUAGES
from companion.plays.play import Play
from companion.service.screens.view_builders import table_view
from companion.service.session.table_settings import SetLanguage
from tests.browser.conftest import KeptPictures
from tests.browser.golden_pages import GoldenPages, main_of
from tests.browser.test_forms_on_phones import WORDS
from tests.chromium import NAME
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import HOST
from tests.web import flask_site
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES
from tests.web.test_fragment_diff import drawn

SIZES = ((1024, 600), (1280, 800), (1920, 1080), (3840, 2160), (800, 1280), (1080, 1920))
"""Small and large screens, and tablets that stand upright."""
SHORT = ("antike/sudden-end", "olympos/three-all-pass")
"""Looked at in every run, at their last position."""
SOME = ("antike/six-seats", "olympos/three-light")
"""Looked at in every run, at a dozen of their positions."""
SAMPLES = (
    "table-over",
    "table-ledger",
    "table-address-shown",
    "table-votes",
    "table-mistakes",
    "table-own-wifi",
    "table-large-all",
    "table-laying",
    "table-rondel",
)
"""Drawn from values: the end, a long headline above a ledger of many columns, the code beside it, several votes at
once, lobbies with more to say, many pictures together, a set-up, a rondel above a meter.
"""
LETTERS = 36
"""How many of the smallest letters the height of a screen may hold; of a screen that stands upright, its width."""
LOOK = (Path(__file__).parent / "table_screen.js").read_text("utf-8")
"""Put a table screen there and fit it; what is wrong with it. ``turn`` is the page of the end that is shown."""


class Screens(GoldenPages):
    """The table screen of every position whose words differ, not only its numbers, in all languages by turns."""

    _screen: flask_site.Browser

    def __init__(self, folder: Path, page: Page, kept: Path | None, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.wrong: list[str] = []
        self._kept = kept
        self._at_end = False

    def sits_down(self, play: Play, site: Site) -> None:
        self._screen = site.browser("screen")
        self.room.host()
        self.whole = self._screen.get("/table").text
        self.page.goto(f"http://{NAME}/table")
        self.page.evaluate("document.fonts.ready.then(() => 0)")

    def looks(self) -> None:
        version = table_view(self.room.moment).version
        if version in self.seen:
            return
        self.seen.add(version)
        main = self._drawn()
        words = WORDS.sub(" ", main[main.index('class="screen-main') : main.index('id="screen-foot"')])
        if words not in self.seen:
            self.seen.add(words)
            self.looks_at(main)

    def looks_at_the_end(self) -> None:
        self._at_end = True
        self.looks_at(self._drawn())

    def _drawn(self) -> str:
        language = LANGUAGES[self.measured % len(LANGUAGES)]
        assert self.room.table.ask(HOST, SetLanguage(language)).taken
        html = self._screen.get("/table").text
        assert f'<html lang="{language}"' in html
        return main_of(html)

    def _sizes(self) -> Sequence[tuple[int, int]]:
        """All at the end; before that two for each position, by turns."""
        at = self.measured % 3
        return SIZES if self._at_end else SIZES[at::3]

    def looks_at(self, main: str) -> None:
        sides = main.count('class="final-page') or 1
        for width, height in self._sizes():
            self.page.set_viewport_size({"width": width, "height": height})
            for turn in range(sides):
                place = f"{self.measured:03}-{turn}-{width}x{height}"
                self.wrong += [f"{place}: {words}" for words in self.page.evaluate(LOOK, [main, turn, LETTERS])]
                if self._kept is not None:
                    self.page.screenshot(path=self._kept / f"{place}.png", animations="disabled")
        self.measured += 1


class LastScreen(Screens):
    """Only the last position."""

    def looks(self) -> None:
        pass


def playthroughs() -> list[Any]:
    return [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]


@pytest.mark.long
@pytest.mark.parametrize("name", playthroughs())
def test_the_table_screen_is_whole_in_every_position(
    chromium: Browser, tmp_path: Path, kept_pictures: KeptPictures, every: int, name: str
) -> None:
    page = chromium.new_page()
    assert _wrong(Screens(tmp_path, page, kept_pictures(f"table/{name}"), every), name) == []
    page.close()


@pytest.mark.parametrize("name", SOME)
def test_the_table_screen_is_whole_in_some_positions(
    chromium: Browser, tmp_path: Path, kept_pictures: KeptPictures, name: str
) -> None:
    page = chromium.new_page()
    assert _wrong(Screens(tmp_path, page, kept_pictures(f"table/{name}"), every=10_000), name) == []
    page.close()


@pytest.mark.parametrize("name", SHORT)
def test_the_table_screen_is_whole_at_the_end(
    chromium: Browser, tmp_path: Path, kept_pictures: KeptPictures, name: str
) -> None:
    page = chromium.new_page()
    assert _wrong(LastScreen(tmp_path, page, kept_pictures(f"table/{name}")), name) == []
    page.close()


class Sample(Screens):
    """A screen with eight sides and long names, drawn from values."""

    def __init__(self, name: str, language: str, folder: Path, page: Page, kept: Path | None) -> None:
        super().__init__(folder, page, kept)
        self._name, self._language = name, language

    def looks(self) -> None:
        if not self._at_end:
            self._at_end = True
            self.looks_at(main_of(drawn(self._language)[self._name]))

    def looks_at_the_end(self) -> None:
        pass


@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in SAMPLES), ("table-votes", "es")])
def test_a_screen_with_eight_sides_and_long_names_is_whole(
    chromium: Browser, tmp_path: Path, kept_pictures: KeptPictures, name: str, language: str
) -> None:
    page = chromium.new_page()
    sample = Sample(name, language, tmp_path, page, kept_pictures(f"table/{name}-{language}"))
    assert _wrong(sample, SHORT[0]) == []
    page.close()


def _wrong(screens: Screens, name: str) -> list[str]:
    screens.runs(FOLDER / f"{name}.txt")
    screens.looks_at_the_end()
    screens.room.close()
    for words in screens.wrong:
        print(words)  # noqa: T201  (all of them where the test fails)
    return screens.wrong
