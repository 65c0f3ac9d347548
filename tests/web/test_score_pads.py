"""Score pads on the pages of seats: which cells are buttons, and what a tap on one and a number write."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.web.flask_site import Browser, Site

Rooms = Callable[..., Room]

CELL = re.compile(r'<button type="button" class="pad-cell"[^>]*>')


def cells(browser: Browser) -> dict[str, dict[str, str]]:
    """The cells that are buttons, by row and column: their attributes."""
    found = [re.findall(r'([a-z-]+)="([^"]*)"', one) for one in CELL.findall(browser.get("/seat").text)]
    return {f"{at['data-row']} {at['data-column']}": at for at in map(dict, found)}


def now(browser: Browser) -> dict[str, str]:
    """The cell that is written now."""
    return next(cell for cell in cells(browser).values() if cell["aria-pressed"] == "true")


def write(browser: Browser, cell: dict[str, str], number: object) -> None:
    """Write a number into a cell as its button says."""
    sent = {"seat": cell["data-seat"], "digest": cell["data-digest"], "before": html.unescape(cell["data-before"])}
    assert browser.post("/seat/pad", {**sent, "number": str(number), "do": "write"}).json["taken"]


def test_an_earlier_number_is_one_tap_away_where_numbers_are_asked_in_turn(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.begin(4, "sheet:mus")
    browser = Site(room).browser(1)
    assert list(cells(browser)) == ["grande 0", "chica 0", "pares 0", "juego 0"]
    write(browser, cells(browser)["grande 0"], 2)
    write(browser, cells(browser)["grande 0"], 8)
    assert [json.loads(html.unescape(cell["data-before"])) for cell in cells(browser).values()] == [
        ["grande"],
        [],
        ["pares"],
        ["juego"],
    ], "what is missing is asked on"
    write(browser, cells(browser)["juego 0"], 3)
    write(browser, cells(browser)["chica 0"], 1)
    pad = room.moment.score_pad(1)
    assert pad is not None
    assert [row.cells[0].points for row in pad.rows] == [8, 1, None, 3]


def test_an_earlier_number_can_be_tapped_while_something_is_asked_below_the_pad(rooms: Rooms) -> None:
    """The guilds are picked from a list, below the pad."""
    room = rooms(Torture(), sheets=True)
    room.begin(2, "sheet:harbour-market")
    browser = Site(room).browser(1)
    for number in (1, 2, 3, 4):
        write(browser, cells(browser)["wares.cloth 0"] if number == 1 else now(browser), number)
    for number in (2, 3):
        write(browser, now(browser), number)
    assert room.asked(1)[0].question.key == "guilds"
    assert list(cells(browser)) == ["wares.cloth 0", "catch.tuna 0"]
    assert 'aria-pressed="true"' not in browser.get("/seat").text, "the list goes first"
    write(browser, cells(browser)["wares.cloth 0"], 7)
    for number in (2, 3, 4):
        write(browser, now(browser), number)
    assert room.asked(1)[0].question.key == "guilds"
    pad = room.moment.score_pad(1)
    assert pad is not None
    assert [row.cells[0].numbers for row in pad.rows[:4]] == [(7,), (2,), (3,), (4,)]


def test_what_the_table_may_say_besides_lies_folded_below_the_pad_until_somebody_opens_it(rooms: Rooms) -> None:
    """The menu of the table has one answer here, which nobody is asked for."""
    room = rooms(Torture(), sheets=True)
    room.begin(2, "sheet:antiquity-points")
    page = Site(room).browser(1).get("/seat").text
    [fold] = re.findall(r'<details class="far aside" id="[^"]*"([^>]*)><summary[^>]*>(.*?)</summary>', page)
    assert fold == ("", "Somebody wins outright")
    assert page.index('id="pad"') < page.index('class="far aside"')
