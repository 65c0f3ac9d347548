"""A long evening's log comes in pages: the newest is live, the older ones stand still."""

from __future__ import annotations

import re
from pathlib import Path

from companion.service.play.play_requests import CorrectNumber
from tests.service.at_table import Room, token
from tests.web.flask_site import Site

SHOWN = 100


def numbers(html: str) -> list[int]:
    """The lines on a page, from the top."""
    return [int(number) for number in re.findall(r'id="log-(\d+)"', html)]


def test_older_lines_are_on_pages_of_their_own(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(2)
        room.set_up()
        for value in range(130):
            assert room.table.ask(token(1), CorrectNumber("1.glory", value % 9, room.nonce())).taken
        browser = Site(room).browser(1)
        newest = browser.get("/log").text
        shown = numbers(newest)
        assert shown == list(range(shown[0], shown[0] - SHOWN, -1))
        assert 'data-events="/events' in newest
        older = re.search(r'href="(/log\?to=\d+)"', newest)
        assert older
        rest = browser.get(older[1]).text
        assert numbers(rest) == list(range(shown[-1] - 1, 0, -1))
        assert 'data-events=""' in rest
        assert 'href="/log"' in rest


def test_an_address_that_names_no_line_shows_the_newest(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(2)
        browser = Site(room).browser(1)
        for wrong in ("x", "-1", "²", "9" * 30):
            assert browser.get("/log", query_string={"to": wrong}).status_code == 200
        assert numbers(browser.get("/log", query_string={"to": "99999"}).text) == numbers(browser.get("/log").text)
