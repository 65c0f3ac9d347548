"""Draws what follows the room, once for all who look at it: for each page and language the newest is kept."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from importlib.metadata import version as version_of_package
from math import ceil
from typing import Any, Literal

import flask
import msgspec
from markupsafe import Markup
from msgspec import Struct

from companion.club.live_room.club_room import ClubRoom
from companion.club.live_room.room_views import LiveRoom, RoomTable
from companion.club.results.result_views import ResultView
from companion.locale import speaker
from web.club.club_context import time_of_day
from web.templating.fragment_parts import DrawnFragment
from web.templating.translation import text_functions

RoomPage = Literal["room", "wall"]

PROGRAM = version_of_package("table-companion")
"""A page that was drawn by another program loads itself again."""
AT_ONCE = 20
"""Tables that the wall shows at once; further ones by turns."""
GRIDS = (1, 2, 3, 4, 6, 9, 12, 16, AT_ONCE)
"""Places of the grids in which they stand."""


class RoomDrawing(Struct, frozen=True):
    """A fragment and its version, which is the same wherever the same is shown."""

    version: str
    fragment: DrawnFragment


class RoomDrawings:
    """Any thread, within an application context."""

    def __init__(self, room: ClubRoom) -> None:
        self.room = room
        self._kept: dict[tuple[RoomPage, str], tuple[object, RoomDrawing]] = {}

    def latest(self, page: RoomPage, language: str) -> RoomDrawing:
        """What this page shows now, in a language."""
        view, results = self.room.view, self.room.results
        before = self._kept.get((page, language))
        if before is not None and before[0] == (view, results):
            return before[1]
        drawing = _drawn(page, language, view, results)
        self._kept[page, language] = ((view, results), drawing)
        return drawing

    def page_of(self, number: int, language: str) -> tuple[Markup, int]:
        """One page of the wall alone, for a screen that runs no scripts; and how many there are."""
        view = self.room.view
        shown, grid = _on_wall(view.tables)
        pages = max(1, ceil(len(shown) / grid.each))
        first = number % pages * grid.each
        given = _given(view, language) | {"shown": shown[first : first + grid.each], "grid": grid, "version": ""}
        html = flask.render_template("club/wall_fragment.html", **given, results=self.room.results)
        return Markup(html), pages  # noqa: S704  (what the template has drawn)


class WallGrid(Struct, frozen=True):
    """``each`` of the pages shows so many tables in a grid of so many ``places``."""

    each: int
    places: int


def _drawn(page: RoomPage, language: str, view: LiveRoom, results: Sequence[ResultView]) -> RoomDrawing:
    shown = results if page == "wall" else ()
    told = msgspec.json.encode((PROGRAM, language, view, shown, *_spoken_times(view)))
    given = _given(view, language) | {"version": blake2b(told, digest_size=10).hexdigest()}
    if page == "wall":
        tables, grid = _on_wall(view.tables)
        given |= {"shown": tables, "grid": grid, "results": results}
    html = flask.render_template(f"club/{page}_fragment.html", **given)
    # Nobody is shown anything that others are not.
    return RoomDrawing(given["version"], DrawnFragment(html, public=True))


def _given(view: LiveRoom, language: str) -> dict[str, Any]:
    spoken = speaker(language, {})
    there = [table for table in view.tables if table.away is None]
    return {
        **text_functions(spoken),
        "lang": language,
        "program": PROGRAM,
        "room": view,
        "groups": _groups(view.tables),
        "playing": sum(table.phase == "playing" for table in there),
        "free_chairs": sum(table.free or 0 for table in there),
        "free_tables": sum(table.idle for table in there),
        "time_of_day": time_of_day,
    }


def _groups(tables: Sequence[RoomTable]) -> dict[str, list[RoomTable]]:
    """The tables by what somebody who comes in looks for."""
    found: dict[str, list[RoomTable]] = {"chairs": [], "playing": [], "idle": [], "away": []}
    for table in tables:
        found[_group(table)].append(table)
    return found


def _group(table: RoomTable) -> str:
    if table.away is not None:
        return "away"
    if table.idle:
        return "idle"
    return "chairs" if table.phase == "gathering" and table.free != 0 else "playing"


def _on_wall(tables: Sequence[RoomTable]) -> tuple[list[RoomTable], WallGrid]:
    """The tables that the wall shows: where they do not fit at once, those at which nobody sits are only counted."""
    shown = list(tables)
    if len(shown) > AT_ONCE:
        shown = [table for table in shown if not table.idle]
    pages = max(1, ceil(len(shown) / AT_ONCE))
    each = max(1, ceil(len(shown) / pages))
    return shown, WallGrid(each, next(places for places in GRIDS if places >= each))


def _spoken_times(view: LiveRoom) -> list[str]:
    """Times change their words at midnight."""
    times = [view.cut, *(table.away for table in view.tables)]
    return [time_of_day(time) for time in times if time is not None]
