"""The tour of the first evening: three screens on a seat's page, never beside a question, and once a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.service.seats.seating import TakeSeat
from tests.service.at_table import Room, token
from tests.web.flask_site import Browser, Site

CARD = 'id="tour"'


@pytest.fixture
def ana(rooms: Callable[..., Room]) -> Browser:
    room = rooms()
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken
    return Site(room).browser(1)


def test_three_screens_then_never_again(ana: Browser) -> None:
    for screen in (1, 2, 3):
        html = ana.get("/seat").text
        assert CARD in html
        assert f">{screen}/3<" in html
        assert ("Skip for ever" in html) == (screen < 3)
        reply = ana.post("/tour", {"toured": str(screen)}, script=False)
        assert reply.status_code == 303
        assert reply.headers["Location"].endswith("/seat")
    assert CARD not in ana.get("/seat").text


def test_it_is_skipped_for_ever_and_found_in_the_menu(ana: Browser) -> None:
    ana.post("/tour", {"toured": "3"}, script=False)
    html = ana.get("/seat").text
    assert CARD not in html
    assert 'href="/tour"' in html
    whole = ana.get("/tour").text
    assert all(words in whole for words in ("Your page", "What is covered", "Undo and votes"))
    assert CARD not in ana.get("/seat").text, "reading it again begins nothing anew"


def test_what_is_no_number_of_screens_is_not_kept(ana: Browser) -> None:
    ana.post("/tour", {"toured": "7"}, script=False)
    assert ">1/3<" in ana.get("/seat").text


def test_other_choices_leave_it_alone(ana: Browser) -> None:
    ana.post("/tour", {"toured": "3"}, script=False)
    ana.post("/look", {"theme": "light", "back": "seat"}, script=False)
    assert CARD not in ana.get("/seat").text
