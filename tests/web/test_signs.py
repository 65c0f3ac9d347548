"""Every sign that is drawn on a page of the play is explained on the page of the signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.widgets import Card, Cell, Grid, Hand, LegendEntry, Note, Rondel, Space
from companion.core.wording import N_, say
from companion.plays.play import Play
from companion.service.screens.view_builders import seat_view, table_view
from companion.service.screens.views import TableView
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import Room
from tests.web import flask_site
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening
from web.templating.legend import EVERYWHERE, Sign, signs_of

SHORT = ("athens-sparta/one-battle", "ancient-world/late-start-tie")
"""Looked at in every run."""
DRAWN = re.compile(r"icons\.svg#i-([a-z0-9-]+)")
MENU = re.compile(r'<details class="menu".*?</header>', re.DOTALL)
"""Its signs stand beside their words."""


def icons(html: str) -> set[str]:
    return {name for name in DRAWN.findall(MENU.sub("", html, count=1)) if not name.startswith("seat-")}


class Drawn(GoldenEvening):
    """The icons on the pages of all seats and on the table screen, and those that the legend does not explain."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.unexplained: set[tuple[str, str]] = set()
        self.looked = 0
        self._browsers: dict[int, flask_site.Browser] = {}
        self._seen: set[str] = set()

    def sits_down(self, play: Play, site: Site) -> None:
        self._browsers = {seat: site.browser(seat) for seat in play.setup.numbers}

    def looks(self) -> None:
        for seat, browser in self._browsers.items():
            view = seat_view(self.room.moment, seat)
            self._look(browser, "/seat", view.version, view)
        table = table_view(self.room.moment)
        self._look(next(iter(self._browsers.values())), "/table", table.version, table)

    def _look(self, browser: flask_site.Browser, path: str, version: str, view: Any) -> None:
        if (key := path + version) not in self._seen:
            self._seen.add(key)
            self.looked += 1
            missing = icons(browser.get(path).text) - signs_of(view).icons
            self.unexplained |= {(path, name) for name in missing}


def playthroughs() -> list[Any]:
    names = [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]
    return [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in names]


@pytest.mark.parametrize("name", playthroughs())
def test_every_icon_of_a_play_is_explained(tmp_path: Path, name: str) -> None:
    evening = Drawn(tmp_path)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    assert evening.looked > 5
    assert evening.unexplained == set()


def test_the_page_shows_every_sign_that_it_explains(tmp_path: Path) -> None:
    class Legend(Drawn):
        shown = 0

        def looks(self) -> None:
            seat, browser = next(iter(self._browsers.items()))
            view = seat_view(self.room.moment, seat)
            if self.shown < 3 and view.version not in self._seen:
                self._seen.add(view.version)
                Legend.shown += 1
                html = browser.get("/signs").text
                rest = {f"die-{face}" for face in range(2, 7)}
                assert signs_of(view).icons - rest <= icons(html)

    evening = Legend(tmp_path)
    evening.runs(FOLDER / "antike/sudden-end.txt")
    evening.room.close()
    assert evening.shown == 3


def view(*widgets: Any) -> TableView:
    return TableView("v", "playing", say("Play"), say("Go on"), widgets=widgets)


def test_a_name_counts_more_than_what_stands_beside_an_icon() -> None:
    note = Note(key="n", title=say("Look here"), lines=(), icon="ship")
    track = Rondel(key="r", title=say("Round"), spaces=(Space("a", say("Galley"), "ship"),))
    assert signs_of(view(note, track)).open == (Sign("ship", (say("Galley"),)),)
    assert signs_of(view(note)).open == (Sign("ship", (say("Look here"),)),)


def test_a_name_with_and_without_a_short_form_is_said_once() -> None:
    spaces = (Space("a", say("Galley"), "ship"), Space("b", say("Galley", N_("Galley")), "ship"))
    found = signs_of(view(Rondel(key="r", title=say("Round"), spaces=spaces)))
    assert found.open == (Sign("ship", (say("Galley"),)),)


def test_a_square_without_words_is_what_the_legend_says() -> None:
    grid = Grid(
        key="g", title=say("City"), width=1, height=1,
        cells=(Cell(0, 0, "f", "fish"),), legend=(LegendEntry("f", say("Fishery")),),
    )  # fmt: skip
    assert signs_of(view(grid)).open == (Sign("fish", (say("Fishery"),)),)


def test_what_is_covered_is_explained_under_a_cover() -> None:
    hand = Hand(key="h", title=say("Hand"), secret=True, cards=(Card("c", say("Zeus card"), icon="bolt"),))
    found = signs_of(view(hand))
    assert found.open == ()
    assert found.covered == (Sign("bolt", (say("Zeus card"),)),)


def test_before_a_play_the_signs_of_every_page_are_there(rooms: Callable[..., Room]) -> None:
    html = Site(rooms()).browser(1).get("/signs").text
    assert set(EVERYWHERE) <= icons(html)
