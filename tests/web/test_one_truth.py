"""Whose turn it is: the same person, or the same set in the same order, on every screen of every golden position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.core.widgets import Ledger, Meter
from companion.core.wording import SeatName, seats_in
from companion.locale import speaker
from companion.plays.play import Play
from companion.render.faces import HomeFace
from companion.service.panel.faces import face_of
from companion.service.panel.joining import Joining
from companion.service.panel.place_states import PlaceState
from companion.service.panel.table_voice import spoken_turn
from companion.service.screens.view_builders import seat_view, table_view
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Browser, Site
from tests.web.golden_evening import GAMES, GoldenEvening

SHORT = ("olympos/five-mixed", "antiquity/first-round", "athens-sparta/amphipolis-rolled", "ancient-world/shared-place")
SHAPES = re.compile(r'class="shape seat-(\d)')
JOIN = Joining("http://table", "table")


class OneTruth(GoldenEvening):
    """What differs between the screens."""

    def __init__(self, folder: Path, every: int) -> None:
        super().__init__(folder, every)
        self.wrong: list[str] = []
        self.positions = 0
        self._screen: Browser | None = None
        self._numbers: tuple[int, ...] = ()

    def sits_down(self, play: Play, site: Site) -> None:
        self._screen = site.browser("screen")
        self._numbers = play.setup.numbers

    def looks(self) -> None:
        moment, view = self.room.moment, table_view(self.room.moment)
        if view.turn is None:
            return
        self.positions += 1
        seats = view.turn.seats
        self._same("public sentence", view.sentence, view.turn.headline)
        named = seats_in(view.turn.headline)
        self._same("people named in the headline", named, seats if len(seats) == 1 and seats[0] else ())
        for widget in view.widgets:
            rows: Any = widget.rows if isinstance(widget, Ledger) else widget.bars if isinstance(widget, Meter) else ()
            if rows and all(row.seat for row in rows):
                lit = {row.seat for row in rows if row.marked}
                self._same(f"lit rows of {widget.key}", lit, {row.seat for row in rows} & set(seats))
        spoken = spoken_turn(view)
        if len(seats) == 1 and seats[0]:
            self._same("voice", spoken.args.get("who"), SeatName(seats[0]))
        for seat in self._numbers:
            turn = seat_view(moment, seat).turn
            self._same(f"phone {seat}", turn.seats if turn else None, seats)
            face = face_of(moment, PlaceState(seat, page=0), speaker("en", {}), JOIN)
            if isinstance(face, HomeFace) and face.whose:
                self._same(f"display {seat}", face.whose, tuple(one for one in seats if one))
        assert self._screen is not None
        html = self._screen.get("/table").text
        head = html.partition('class="who-shapes"')[2].partition("</p>")[0]
        self._same("table screen", tuple(map(int, SHAPES.findall(head))), tuple(one for one in seats if one))
        reason = html.partition('id="turn-reason"')[2].partition("</p>")[0]
        self._same("full stops before more words", reason.count(".;"), 0)

    def _same(self, where: str, shown: object, true: object) -> None:
        if shown != true:
            self.wrong.append(f"{self.positions}: {where} shows {shown}, not {true}")


NAMES = [f"{key}/{path.stem}" for key in GAMES for path in sorted((FOLDER / key).glob("*.txt"))]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES])
def test_every_screen_names_the_same_people(tmp_path: Path, every: int, name: str) -> None:
    evening = OneTruth(tmp_path, every)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    assert evening.positions
    assert evening.wrong == []
