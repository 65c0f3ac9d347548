"""No two elements of a page have one id, in every position of the golden playthroughs: whatever looks an id up, as
labels and updates of a page do, would find only the first.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.plays.play import Play
from companion.service.seats.seating import BecomeHost
from tests.golden.test_playthroughs import FOLDER
from tests.service.at_table import HOST, PIN
from tests.web import flask_site
from tests.web.flask_site import Site
from tests.web.golden_evening import GAMES, GoldenEvening

ID = re.compile(r'\sid="([^"]*)"')
OWN = ("/seat", "/seat/print", "/seat/numbers")
"""The pages of a seat."""
PUBLIC = ("/table", "/scribe", "/watch", "/log", "/score", "/audit", "/print", "/host", "/")
SEVERAL = ("ancient-world/every-move", "antike/two-seats-2006")
"""Playthroughs with forms that ask the same again, and with two sides a seat: looked at in every run."""
PLAYTHROUGHS = sorted(f"{key}/{path.stem}" for key in GAMES for path in (FOLDER / key).glob("*.txt"))


def twice(html: str) -> set[str]:
    """Ids that more than one element has."""
    return {name for name, times in Counter(ID.findall(html)).items() if times > 1}


class Ids(GoldenEvening):
    """Looks at the pages of every seat, and at those that are the same for everybody."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found: dict[str, str] = {}
        """Ids that were there twice, and on which page first."""
        self.looked = 0
        self._pages: list[tuple[flask_site.Browser, str]] = []

    def sits_down(self, play: Play, site: Site) -> None:
        assert self.room.table.ask(HOST, BecomeHost(PIN)).taken
        self._pages = [(site.browser(seat), path) for seat in play.setup.numbers for path in OWN]
        self._pages += [(site.browser("host"), path) for path in PUBLIC]

    def looks(self) -> None:
        for browser, path in self._pages:
            html = browser.get(path).text
            self.looked += 1
            for name in twice(html):
                self.found.setdefault(name, f"{path} {self.looked}")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SEVERAL)) for name in PLAYTHROUGHS]
)
def test_no_id_is_on_a_page_twice(tmp_path: Path, name: str) -> None:
    ids = Ids(tmp_path)
    ids.runs(FOLDER / f"{name}.txt")
    ids.room.close()
    assert ids.found == {}
    assert ids.looked > len(PUBLIC)
