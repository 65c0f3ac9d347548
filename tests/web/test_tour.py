"""The short tour, in the menu of a seat's page."""

from __future__ import annotations

from collections.abc import Callable

from companion.service.seats.seating import TakeSeat
from tests.service.at_table import Room, token
from tests.web.flask_site import Site


def test_it_is_found_in_the_menu(rooms: Callable[..., Room]) -> None:
    room = rooms()
    assert room.table.ask(token(1), TakeSeat(1, "Ana")).taken
    ana = Site(room).browser(1)
    assert 'href="/tour"' in ana.get("/seat").text
    whole = ana.get("/tour").text
    assert all(words in whole for words in ("Your page", "What is covered", "Undo and votes"))
