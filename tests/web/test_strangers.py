"""Phones without a seat: what they make the table remember is bounded, and apart from what its own people read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.plays.printed.sheet_codes import Code
from companion.service.session.session_looks import SeePrintedCodes
from tests.core.torture import Torture
from tests.service.at_table import Room
from tests.web.flask_site import Browser, Site, words_of

Rooms = Callable[..., Room]


@pytest.fixture
def empty(rooms: Rooms) -> Site:
    """Two sit here, and nothing is played yet."""
    room = rooms(Torture(), file="empty.sqlite", sheets=True)
    room.host()
    room.sit(1, 2)
    return Site(room)


# -- codes of printed sheets -----------------------------------------------------------------------------------------


def printed_codes(rooms: Rooms) -> list[str]:
    """All codes of a play of two: of the public sheet, then of the own ones."""
    room = rooms(Torture())
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    own = [room.look(SeePrintedCodes(), seat).own for seat in (1, 2)]
    return [*room.look(SeePrintedCodes()).public, *own]


def reads(browser: Browser, code: object) -> str:
    """What the page says to a code that was read."""
    reply = browser.post("/codes", {"code": str(code)}, page="codes").get_json()
    assert reply["taken"], reply
    return str(reply["notice"])


def test_a_stranger_wipes_nothing_that_the_table_has_read(empty: Site, rooms: Rooms) -> None:
    *most, last = printed_codes(rooms)
    for code in most:
        reads(empty.browser(1), code)
    before = words_of(empty.browser(2).get("/codes").get_data(as_text=True))
    for mark in range(4):
        reads(empty.browser("stranger"), Code("own", bytes([mark]) * 6, 1, 1, (1,), bytes(32)))
    assert words_of(empty.browser(2).get("/codes").get_data(as_text=True)) == before
    reads(empty.browser(2), last)
    assert "All is read." in empty.browser(1).get("/codes").get_data(as_text=True)


def test_a_phone_that_sits_down_brings_what_it_has_read(empty: Site, rooms: Rooms) -> None:
    first, *others = printed_codes(rooms)
    newcomer = empty.browser("newcomer")
    assert reads(newcomer, first) == "The code is read. It counts for the table as soon as you take a seat."
    assert "So far only this phone has read that." in newcomer.get("/codes").get_data(as_text=True)
    for code in others:
        reads(empty.browser(1), code)
    assert "All is read." not in empty.browser(1).get("/codes").get_data(as_text=True)
    assert newcomer.post("/sit", {"seat": "3", "name": "Carla"}).get_json()["taken"]
    assert "All is read." in empty.browser(1).get("/codes").get_data(as_text=True)
