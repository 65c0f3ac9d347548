"""Every limit on who may ask how often, and what it counts: none of them locks out by address alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import pytest

from companion.plays.log.card_codes import new_card_code
from companion.service.seats.evening_host import OFFERS
from companion.service.seats.host_role import TRIES
from companion.service.seats.seat_transfer import TRIES as CODES
from companion.service.session.sending import TRIES as CARDS
from companion.service.session.sending import SetReporting
from tests.core.torture import Torture
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, PIN, Room, token
from tests.web.flask_site import Browser, Site, Stream

Rooms = Callable[..., Room]
ROOT = Path(__file__).parents[2]
NO_CARDS = [new_card_code(lambda count, n=n: bytes([n] * count)) for n in range(1, 2 * CARDS + 2)]  # type: ignore[misc]
"""Codes that might be those of cards."""

Counts = Literal["device", "seat", "all", "fair share"]
"""What a limit counts. A ``fair share`` counts by address whom to serve or cut first where all together are too many,
and turns nobody away for good: who is cut or gets no stream asks again, and is answered.
"""

LIMITS: Mapping[str, Mapping[str, Counts]] = {
    "companion/service/seats/host_role.py": {"wrong PINs": "device"},
    "companion/service/seats/seat_transfer.py": {"wrong codes of seats": "device"},
    "companion/service/seats/evening_host.py": {"choosing the game": "device"},
    "companion/service/agreement/proposals.py": {"what would begin": "device"},
    "companion/service/assembly.py": {"changes of hands": "seat"},
    "companion/service/panel/remote_keys.py": {"presses from afar": "seat"},
    "companion/service/panel/tags/tag_answers.py": {"tags that are read": "seat"},
    "companion/service/session/sending.py": {"cards shown": "seat"},
    "companion/service/session/photos.py": {"photos on their way": "all"},
    "companion/service/screens/streams.py": {"streams of a seat": "seat", "streams of strangers": "fair share"},
    "companion/club/live_room/room_streams.py": {"streams of the room": "fair share"},
    "companion/mqtt/broker/broker_link.py": {"bytes from the broker": "all"},
    "companion/mqtt/remote_buttons.py": {"bytes from the broker": "all"},
    "companion/club/live_room/room_follower.py": {"bytes from the club's broker": "all"},
    "companion/network/reachability/late_answers.py": {"wrong codes in a club": "all", "waiting": "fair share"},
    "companion/serving/server.py": {"connections": "fair share", "threads that wait": "fair share"},
}
"""The limits by the module that has them. Think before you add one: a whole room may come through one address."""
NO_LIMITS = {
    "companion/service/seats/rate_limit.py": "is what limits are made of",
    "companion/serving/connection.py": "names the sender of a connection",
    "web/club/club_context.py": "names the sender of a wrong code",
    "web/http/guard.py": "logs from where something was refused",
    "web/http/identity.py": "reads the address",
    "web/api/routes.py": "names the place of a stream",
    "web/club/report_pages.py": "notes where a table is",
    "web/club/room/room_pages.py": "names the place of a stream",
    "web/http/proxies.py": "reads who asks behind other servers",
    "web/pages/captive_portal.py": "notes which phones may stay on the Wi-Fi",
    "web/pages/live/event_stream.py": "names the place of a stream",
}
"""Modules that know addresses, and turn nobody away by them."""

LIMITING = ("RateLimit", "RateLimits", "ReadingLimits", "BoundedSemaphore", "sender_of")
ADDRESS = "web.http.identity"


def calls(tree: ast.Module) -> Iterator[str]:
    """What a module has to do with limits: one of ``LIMITING``, an address that it reads, a count of senders."""
    imported = {
        name.asname or name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("remote_addr", "REMOTE_ADDR"):
            yield "address"
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        if name in LIMITING:
            yield name
        if name == "address" and imported.get(name) == ADDRESS:
            yield name
        if name == "Counter" and "sender" in ast.unparse(node):
            yield name


def test_every_limit_is_in_the_list() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("companion", "web")
        for path in (ROOT / folder).rglob("*.py")
        if any(calls(ast.parse(path.read_text("utf-8"))))
    }
    assert found == {*LIMITS, *NO_LIMITS}


# -- two at one address ----------------------------------------------------------------------------------------------


@pytest.fixture
def site(rooms: Rooms) -> Site:
    """A play of three, and cards of a club count; every browser has the same address."""
    room = rooms(Torture(), sheets=True, reporter=FakeReporter().made)
    room.host()
    assert room.table.ask(HOST, SetReporting(on=True)).taken
    room.sit(1, 2)
    return Site(room)


def code(browser: Browser, path: str, **form: str) -> str:
    """The code with which a form was refused; empty where it was taken."""
    reply = browser.post(path, form).get_json()
    return str(reply["code"])


def test_who_guesses_at_the_pin_keeps_nobody_out_at_the_same_address(site: Site) -> None:
    for n in range(2 * TRIES):
        assert code(site.browser("guesses"), "/host/pin", pin="1") == ("wrong-pin" if n < TRIES else "too-often")
    assert code(site.browser("admin"), "/host/pin", pin=PIN) == ""


def test_who_guesses_at_codes_of_seats_keeps_nobody_out_at_the_same_address(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.begin(2)
    site = Site(room)
    for n in range(2 * CODES):
        assert code(site.browser("guesses"), "/claim", code="1") == ("wrong-code" if n < CODES else "too-often")
    said = site.browser(1).post("/move", {}).get_json()["notice"]
    digits = "".join(sign for sign in said if sign.isdigit())
    assert code(site.browser("new phone"), "/claim", code=digits) == ""


def test_who_offers_to_host_again_and_again_keeps_nobody_out_at_the_same_address(rooms: Rooms) -> None:
    room = rooms(Torture(), sheets=True)
    room.sit(1, 2)
    site = Site(room)
    for n in range(2 * OFFERS):
        assert code(site.browser(1), "/host/offer") == ("" if n < OFFERS else "too-often")
        code(site.browser(1), "/host/stop")
    assert code(site.browser(2), "/host/offer") == ""


def test_who_shows_card_after_card_keeps_nobody_out_at_the_same_address(site: Site) -> None:
    for n in range(2 * CARDS):
        reply = code(site.browser(1), "/card", seat="1", code=NO_CARDS[n])
        assert reply == ("" if n < CARDS else "too-often")
    assert code(site.browser(2), "/card", seat="2", code=NO_CARDS[-1]) == ""


def test_strangers_who_open_stream_after_stream_keep_nobody_out_at_the_same_address(site: Site) -> None:
    opened = [Stream(Browser(site.app, token(f"s{n}")), "watch") for n in range(30)]
    assert {stream.response.status_code for stream in opened} == {200, 503}
    seated = Stream(site.browser(1), "seat")
    assert seated.response.status_code == 200
    late = site.browser("late")
    assert late.get("/watch").status_code == 200
    assert late.get("/events/look?page=watch").get_json()["html"], "its page looks again by itself"
    for stream in (*opened, seated):
        stream.close()
