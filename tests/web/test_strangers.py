"""Phones without a seat: what they make the table remember is bounded, and apart from what its own people read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.core.setup import SEATS
from companion.network.own_wifi.connection_settings import ADDRESS
from companion.network.reachability.senders import MOST_ADDRESSES
from companion.plays.log.card_codes import new_card_code
from companion.plays.printed.collected import LARGEST_PRINT
from companion.plays.printed.sheet_codes import Code
from companion.service.asking.requests import requests
from companion.service.screens.streams import MOST, UNKNOWN_SENDERS
from companion.service.seats.rate_limit import REMEMBERED as TRYING
from companion.service.seats.seating import KNOWN
from companion.service.session.past_plays import KEPT as PLAYS
from companion.service.session.past_plays import Computed
from companion.service.session.printed_plays import STRANGERS, PrintState
from companion.service.session.sending import SetReporting
from tests.core.torture import Torture
from tests.reporting.test_club_page import FakeReporter
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import AWAY, Browser, Site, words_of
from tests.web.paired_tables import ACTS, CALLS, FORMS, LOOKS, PUTS
from web.http import flash_messages
from web.http.table_addresses import TableAddresses
from web.page_request import KEY, AppContext
from web.pages.seats import club_card
from web.templating.drawn_pieces import OWN_PIECES, PUBLIC, PUBLIC_PIECES, VIEWERS

Rooms = Callable[..., Room]
CROWD = 300
"""Strangers at once, more than any memory keeps of them."""


@pytest.fixture
def empty(rooms: Rooms) -> Site:
    """Two sit here, and nothing is played yet; cards of a club count."""
    room = rooms(Torture(), file="empty.sqlite", profile="simulated", sheets=True, reporter=FakeReporter().made)
    room.host()
    room.sit(1, 2)
    assert room.table.ask(HOST, SetReporting(on=True)).taken
    return Site(room, TableAddresses(80, ADDRESS, "table.local", frozenset({"table.local"})))


def crowd(site: Site) -> Iterator[tuple[Browser, dict[str, Any]]]:
    """A browser of each of many strangers, and where it asks from."""
    for n in range(CROWD):
        yield Browser(site.app, token(f"x{n}")), {"environ_overrides": {"REMOTE_ADDR": f"10.0.{n // 200}.{n % 200}"}}


# -- codes of printed sheets -----------------------------------------------------------------------------------------


def printed_codes(rooms: Rooms) -> list[str]:
    """All codes of a play of two: of the public sheet, then of the own ones."""
    room = rooms(Torture())
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    own = [room.view(seat).prints.codes().own for seat in (1, 2)]
    return [*room.view().prints.codes().public, *own]


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


# -- what the pages keep ---------------------------------------------------------------------------------------------


def test_strangers_push_out_no_word_for_somebody_at_the_table(empty: Site) -> None:
    ana = empty.browser(1)
    ana.post("/rename", {"name": "Table"}, script=False)
    for stranger, given in crowd(empty):
        assert stranger.post("/rename", {"name": "x"}, script=False, **given).status_code == 303
    assert "The table itself is called that" in words_of(ana.get("/seat").text)


def test_strangers_push_out_no_card_that_somebody_at_the_table_brought(empty: Site) -> None:
    ana, code = empty.browser(1), new_card_code(bytes)
    ana.get(f"/card/{code}")
    for stranger, given in crowd(empty):
        stranger.get(f"/card/{code}", **given)
    assert f'value="{code}"' in ana.get("/card").text.replace("-", "")


def test_strangers_push_out_no_address_of_the_table(empty: Site) -> None:
    """Else its phone would be shown the captive portal again, and leave the Wi-Fi."""
    check = {"base_url": "http://connectivitycheck.gstatic.com", "buffered": True}
    asks = empty.app.test_client()
    empty.browser(1).get("/seat")
    for stranger, given in crowd(empty):
        stranger.get("/", **given)
    assert asks.get("/generate_204", environ_overrides=AWAY, **check).status_code == 204
    first = {"REMOTE_ADDR": "10.0.0.0"}
    assert asks.get("/generate_204", environ_overrides=first, **check).status_code == 302, "the oldest stranger's went"


# -- every request that anybody may ask ------------------------------------------------------------------------------

MEMORY: Mapping[str, tuple[int, int]] = {
    "drawn pieces": (OWN_PIECES, OWN_PIECES * VIEWERS),
    "public pieces": (PUBLIC_PIECES, PUBLIC_PIECES),
    "words": (1, flash_messages.KEPT),
    "addresses": (1, MOST_ADDRESSES),
    "no seat": (1, KNOWN),
    "card": (1, club_card.REMEMBERED),
    "print": (LARGEST_PRINT, STRANGERS),
    "tries": (5, 5 * TRYING),
    "waits for a seat": (len(SEATS), len(SEATS)),
    "stream": (MOST["sender"], UNKNOWN_SENDERS),
    "past plays": (PLAYS, PLAYS),
    "seat": (len(SEATS), len(SEATS)),
    "first admin": (1, 1),
}
"""What strangers can make the table remember: at most so much for one of them (of a stream: an address), and for all of
them. In bytes ``print``, in HTML pieces ``drawn pieces`` and ``public pieces``, the rest by number. ``public pieces``
and ``past plays`` are the same for everybody, and made again where they were pushed out; ``tries`` that are pushed out
are had again. The others are kept apart from what people of the table have.
"""
PAGE = ("drawn pieces", "public pieces", "words", "addresses", "no seat")
"""What every page may cost."""

OPEN: Mapping[str, tuple[str, ...]] = {
    "static": (),
    "portal.page": ("drawn pieces",),
    "portal.stay": ("drawn pieces", "addresses"),
    "join.page": PAGE,
    "join.sit": (*PAGE, "waits for a seat", "seat"),
    "join.scanned": PAGE,
    "join.claim": (*PAGE, "tries", "waits for a seat"),
    "presence.share": (*PAGE, "waits for a seat", "seat"),
    "presence.hand_on": PAGE,
    "seat.page": PAGE,
    "seat.step": PAGE,
    "seat.preview": PAGE,
    "pads.write": PAGE,
    "pads.typed": PAGE,
    "host.again": PAGE,
    "game.page": PAGE,
    "reading.digest": PAGE,
    "reading.read": PAGE,
    "forms.fill": PAGE,
    "forms.filled": PAGE,
    "forms.submit": PAGE,
    "meaning.page": PAGE,
    "meaning.words": PAGE,
    "numbers.page": PAGE,
    "printed.page": PAGE,
    "printed.grid": PAGE,
    "printed.keep": PAGE,
    "paper.public": PAGE,
    "paper.own": PAGE,
    "codes.page": PAGE,
    "codes.scanned": PAGE,
    "codes.read": (*PAGE, "print"),
    "sheet.shared": PAGE,
    "sheet.shared_file": PAGE,
    "card.page": PAGE,
    "card.brought": (*PAGE, "card"),
    "card.not_mine": PAGE,
    "table.page": PAGE,
    "table.qr": PAGE,
    "watch.page": PAGE,
    "log.page": PAGE,
    "score.page": PAGE,
    "signs.page": PAGE,
    "history.page": (*PAGE, "past plays"),
    "history.statistics": (*PAGE, "past plays"),
    "history.play": (*PAGE, "past plays"),
    "history.export": (*PAGE, "past plays"),
    "history.chance": (*PAGE, "past plays"),
    "history.conclude": PAGE,
    "records.person": (*PAGE, "past plays"),
    "records.game": (*PAGE, "past plays"),
    "records.everything": (*PAGE, "past plays"),
    "records.bring": (*PAGE, "past plays"),
    "records.remove": PAGE,
    "records.same": PAGE,
    "audit.page": PAGE,
    "audit.start_from": PAGE,
    "audit.put_in": PAGE,
    "photo.page": PAGE,
    "photo.file": PAGE,
    "photo.remove": PAGE,
    "host.page": PAGE,
    "host.pin": (*PAGE, "tries"),
    "host.set_up": (*PAGE, "first admin"),
    "scribe.page": PAGE,
    "scribe.step": PAGE,
    "scribe.sit": (*PAGE, "waits for a seat", "seat"),
    "box_lending.page": PAGE,
    "box_lending.file": PAGE,
    "look.change": PAGE,
    "look.manifest": PAGE,
    "game_picture.png": PAGE,
    "tour.page": PAGE,
    "events.stream": (*PAGE, "stream"),
    "events.look": PAGE,
    "events.alive": PAGE,
    "api.whoami": PAGE,
    "api.games": PAGE,
    "api.plays": (*PAGE, "past plays"),
    "api.export": (*PAGE, "past plays"),
    "api.chance": (*PAGE, "past plays"),
    "api.public": PAGE,
    "api.seats": PAGE,
    "api.TakeSeat": (*PAGE, "waits for a seat", "seat"),
    "api.ClaimSeat": (*PAGE, "tries", "waits for a seat"),
    "api.log": PAGE,
    "api.score": PAGE,
    "api.inventory": PAGE,
    "api.facts": PAGE,
    "api.alive": PAGE,
    "api.BecomeHost": (*PAGE, "tries"),
    "api.stream": (*PAGE, "stream"),
    "api.openapi": (),
}
"""What is answered to whoever has no seat and no PIN, by endpoint, and whose memory it uses. Think before you add one:
what a stranger chooses (a name, a code, an address, a cookie) may neither grow nor push out what others need.
"""

ASKED_BY_ANYBODY = {
    "AnswerBeat": "stream",
    "BecomeHost": "tries",
    "ClaimSeat": "tries",
    "CoverPhone": "",
    "PressKey": "",
    "ReadPrint": "print",
    "SetUpTable": "first admin",
    "TakeSeat": "seat",
    "UncoverPhone": "",
}
"""Requests that any device may ask, and the memory that each uses beside the page's."""

ROLES = ("no-seat", "not-host", "not-yours", "not-admin", "not-table-host")


def asks(site: Site, endpoint: str, method: str) -> Iterator[TestResponse]:
    """A stranger asks all that the tests know to ask there."""
    stranger, play = Browser(site.app, token(endpoint[-8:])), site.room.moment.gathering.play_id

    def filled(value: Any) -> Any:
        return value.format(play=play, own=2, other=1) if isinstance(value, str) else value

    if method == "GET":
        for path in LOOKS.get(endpoint) or (ACTS[endpoint],):
            api, rest = path.startswith("/api/v1"), filled(path).removeprefix("/api/v1")
            yield stranger.call("GET", rest) if api else stranger.get(filled(path))
    elif endpoint in CALLS:
        how, path, bodies = CALLS[endpoint]
        for body in bodies:
            sent = {
                name: int(filled(value)) if value in ("{own}", "{other}") else value for name, value in body.items()
            }
            yield stranger.call(how, filled(path), sent)
    elif endpoint in PUTS:
        yield stranger.put(*PUTS[endpoint])
    else:
        for form in FORMS.get(endpoint, ({},)):
            yield stranger.post(filled(ACTS[endpoint]), {filled(name): filled(value) for name, value in form.items()})


def is_turned_away(answer: TestResponse) -> bool:
    """Whether it says that one has no part in this; the host's own pages lead to where the PIN is given."""
    if answer.status_code in (401, 403) or answer.headers.get("Location") == "/host":
        return True
    content = answer.get_json(silent=True)
    return isinstance(content, dict) and content.get("code") in ROLES


def open_to_strangers(site: Site) -> set[str]:
    """The endpoints where a stranger is not turned away."""
    return {
        rule.endpoint
        for rule in site.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not any(map(is_turned_away, asks(site, rule.endpoint, method)))
    }


def test_every_address_that_is_open_to_strangers_says_whose_memory_it_uses(empty: Site, rooms: Rooms) -> None:
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    room.set_up()
    found = open_to_strangers(empty) | open_to_strangers(Site(room))
    assert found == set(OPEN)
    assert {name for used in OPEN.values() for name in used} == set(MEMORY)
    assert all(0 < each <= every for each, every in MEMORY.values())


def test_every_request_that_anybody_may_ask_says_so_too() -> None:
    asked = {name: kind for name, kind in requests().items() if kind.may_ask == "anyone"}
    assert set(asked) == set(ASKED_BY_ANYBODY)
    assert {*ASKED_BY_ANYBODY.values(), ""} <= {*MEMORY, ""}
    with_nonce = [name for name, kind in asked.items() if "nonce" in kind.__struct_fields__]
    assert not with_nonce, "replies are remembered by nonce, of people of the table only"


def test_a_crowd_of_strangers_fills_no_memory_beyond_its_bound(empty: Site) -> None:
    ana = empty.browser(1)
    ana.get("/seat")
    made: AppContext = empty.app.extensions[KEY]
    pieces = made.own_pieces.of(token(1))
    for n, (stranger, given) in enumerate(crowd(empty)):
        stranger.get("/", **given)
        stranger.post("/rename", {"name": "x"}, script=False, **given)
        stranger.post("/host/pin", {"pin": "x"}, **given)
        stranger.get(f"/card/{new_card_code(bytes)}", **given)
        for index in range(2):
            code = Code("open", n.to_bytes(6, "big"), index, 9, (), bytes(640))
            stranger.post("/codes", {"code": str(code)}, **given)
    seats = made.table.seats
    held = {
        "drawn pieces": len(made.own_pieces._caches._strangers) * OWN_PIECES,
        "public pieces": PUBLIC.count,
        "words": len(empty.app.extensions[flash_messages.KEY]._strangers),
        "card": len(empty.app.extensions[club_card.KEY]._strangers),
        "addresses": len(made.recent_addresses._strangers),
        "no seat": len(seats._known),
        "print": sum(each.read.size for each in empty.room.opened.rooms.state.now[PrintState].strangers.values()),
        "tries": sum(len(limit._times) for limit in seats.roles.pins._tries._of.values()),
    }
    assert all(0 < held[name] <= MEMORY[name][1] for name in held), held
    assert made.own_pieces.of(token(1)) is pieces


def test_of_past_plays_what_was_computed_last_is_kept() -> None:
    computed, made = Computed[int](), list[int]()

    def compute(n: int) -> int:
        made.append(n)
        return n

    for n in range(PLAYS + 1):
        assert computed.get((f"play {n}", 9), lambda n=n: compute(n)) == n  # type: ignore[misc]
    assert len(computed._found) == PLAYS
    computed.get((f"play {PLAYS}", 9), lambda: compute(PLAYS))
    assert made == list(range(PLAYS + 1))
