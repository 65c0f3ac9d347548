"""What stands on the table screen during a play, and what does not."""

from __future__ import annotations

from collections.abc import Callable

from companion.service.clock.turn_clock import ClockRule, SetClock
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room
from tests.web.flask_site import Site

Rooms = Callable[..., Room]


def screen(site: Site) -> str:
    return site.browser("screen").get("/table").text


def test_a_code_stands_there_only_while_somebody_is_away(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"))
    site = Site(room)
    assert "<svg" in screen(site).partition('class="gather')[2], "before a play people scan it"
    room.begin(2, "asking")
    assert "foot-qr" not in screen(site)
    room.past(600)
    assert "foot-qr" in screen(site).partition("</header>")[0]


def test_a_clock_stands_there_only_where_the_table_chose_one(rooms: Rooms) -> None:
    room = rooms(AskingGame("pick"))
    site = Site(room)
    room.begin(2, "asking")
    assert 'id="clocks"' not in screen(site)
    assert room.table.ask(HOST, SetClock(ClockRule("up"))).taken
    assert 'id="clocks"' in screen(site)
