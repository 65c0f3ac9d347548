"""A long evening's log comes in pages: the newest is live, the older ones stand still."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.service.play.answers import CorrectNumber
from tests.service.at_table import Room, token
from tests.web.flask_site import Site
from web.pages.play import log

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
        assert sorted(numbers(rest)) == list(range(1, shown[-1]))
        assert 'data-events=""' in rest
        assert 'href="/log"' in rest


def test_the_newest_step_stands_first_and_its_lines_as_they_happened(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(2)
        room.set_up()
        browser = Site(room).browser(1)
        room.table.ask(token(1), CorrectNumber("1.glory", 3, room.nonce()))
        lines = room.view(1).play.log()
        begins = [line.number for line in lines if line.begins]
        ends = [number - 1 for number in begins[1:]] + [len(lines)]
        steps = [list(range(first, last + 1)) for first, last in zip(begins, ends, strict=True)]
        assert any(len(step) > 1 for step in steps)
        html = browser.get("/log").text
        assert numbers(html) == [number for step in reversed(steps) for number in step]
        assert re.findall(r'<li class="log-line ends [^"]*" id="log-(\d+)"', html) == [
            str(one) for one in reversed(ends)
        ]


def test_a_page_begins_with_a_whole_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(2)
        room.set_up()
        room.table.ask(token(1), CorrectNumber("1.glory", 3, room.nonce()))
        browser = Site(room).browser(1)
        lines = room.view(1).play.log()
        inner = next(line.number for line in lines if not line.begins)
        first = next(line.number for line in lines[inner:] if line.begins)
        monkeypatch.setattr(log, "LINES", len(lines) - inner + 1)
        newest = browser.get("/log").text
        assert min(numbers(newest)) == first
        older = re.search(r'href="(/log\?to=\d+)"', newest)
        assert older
        monkeypatch.setattr(log, "LINES", SHOWN)
        assert max(numbers(browser.get(older[1]).text)) == first - 1


def test_an_address_that_names_no_line_shows_the_newest(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db") as room:
        room.begin(2)
        browser = Site(room).browser(1)
        for wrong in ("x", "-1", "²", "9" * 30):
            assert browser.get("/log", query_string={"to": wrong}).status_code == 200
        assert numbers(browser.get("/log", query_string={"to": "99999"}).text) == numbers(browser.get("/log").text)
