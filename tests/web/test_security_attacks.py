"""Attacks from the same network: refused, said once in the log, and the game goes on undisturbed."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from msgspec import structs
from werkzeug.test import TestResponse

from companion.service.screens.views import TableView
from companion.service.seats.host_role import TRIES
from companion.service.seats.seat_transfer import TRIES as CODES
from companion.service.seats.seat_transfer import ConfirmSeat
from companion.service.seats.seating import BecomeHost, ClaimSeat
from companion.service.seats.seats_state import Gathering
from companion.serving import connection
from tests.core.torture import Torture
from tests.service.at_table import Room, token
from tests.web.flask_site import AWAY, NAME, Site, answered
from tests.web.test_security import served
from web.http.guard import BODY

Rooms = Callable[..., Room]


@pytest.fixture
def site(rooms: Rooms, caplog: pytest.LogCaptureFixture) -> Iterator[Site]:
    """A play in its midst; after the attack it stands as before, and one line at most was logged for each kind."""
    caplog.set_level(logging.INFO)
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    room.set_up()
    before = standing(room)
    yield Site(room)
    assert standing(room) == before
    told = [message for message in caplog.messages if message.startswith("turned away")]
    assert len(told) == len(set(told))
    ask = room.asked(2)[0]
    assert room.give(2, ask, "ready").taken, "the game goes on"


def standing(room: Room) -> tuple[int, TableView, Gathering]:
    """All that everybody sees, but for how long some have not been heard of, which only time changes."""
    view = room.view().screens.table()
    seats = tuple(structs.replace(seat, awake=False, lost=False) for seat in view.seats)
    view = structs.replace(view, version="", sleepers=(), seats=seats)
    return room.entries, view, room.moment.gathering


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [message.partition(": ")[2] for message in caplog.messages if message.startswith("turned away from ")]


def at(address: str) -> dict[str, str]:
    return {"REMOTE_ADDR": address}


# -- who may act -----------------------------------------------------------------------------------------------------


def test_a_stranger_answers_nothing(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    stranger, ask = site.browser("stranger"), site.room.asked(1)[0]
    for path in ("/seat/answer", "/seat/undo", "/host/code", "/host/end"):
        for _ in range(8):
            reply = stranger.post(path, {**answered(ask, "ready"), "key": "bank", "value": "1"})
            assert reply.json["taken"] is False
    assert told(caplog) == ["acting without a seat"]


def test_a_seat_does_nothing_for_another(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    ask = site.room.asked(1)[0]
    for _ in range(8):
        for path in ("/seat/answer", "/host/code", "/host/hand-over"):
            assert site.browser(2).post(path, answered(ask, "ready")).json["taken"] is False
    assert sorted(told(caplog)) == ["acting as host", "acting for another seat"]
    assert "Ana" not in caplog.text, "names are not logged"


def test_a_program_without_a_seat_is_refused(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    stranger, ask = site.browser("stranger"), site.room.asked(1)[0]
    sent = {"digest": ask.digest, "answer": "ready", "nonce": "n"}
    for _ in range(8):
        assert stranger.call("POST", "/seats/1/answer", sent).status_code >= 400
    assert len(told(caplog)) <= 1


def test_a_request_that_is_repeated_counts_once(rooms: Rooms) -> None:
    """Whoever records an answer and sends it again and again changes nothing."""
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    room.set_up()
    site = Site(room)
    form = answered(room.asked(1)[0], "ready", nonce="the-same")
    first = site.browser(1).post("/seat/answer", form)
    assert first.json["taken"]
    entries, state = room.entries, room.view().screens.table().version
    for _ in range(20):
        again = site.browser(1).post("/seat/answer", form)
        assert again.status_code == 200
    assert (room.entries, room.view().screens.table().version) == (entries, state)
    assert not site.browser("thief").post("/seat/answer", form).json["taken"], "and from elsewhere it is nobody's"


# -- forged --------------------------------------------------------------------------------------------------------


def test_forged_forms_and_names_are_one_line_each(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    browser = site.browser(1)
    for _ in range(30):
        sent = browser.client.post(
            "/seat/answer",
            data={"seat": "1", "answer": "ready"},
            headers={"Origin": "http://evil.example", "Referer": "http://evil.example/x"},
            base_url=f"http://{NAME}",
            environ_overrides=AWAY,
        )
        assert sent.status_code == 403
        assert browser.get("/seat", headers={"Host": "evil.example"}).status_code == 421
        assert browser.get("/seat", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200
    assert sorted(told(caplog)) == ["a foreign host name", "a forged form"]
    assert "evil" not in caplog.text, "what was sent is not written down"


def test_a_made_up_sender_is_not_believed(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    """Who sits on a local network is known by the address of the connection, not by a header that says another."""
    for n in range(TRIES + 1):
        headers = {"X-Forwarded-For": f"192.0.2.{n}", "X-Real-IP": f"192.0.2.{n}", "Forwarded": f"for=192.0.2.{n}"}
        reply = site.browser("guesser").post("/host/pin", {"pin": "0000"}, headers=headers)
    assert reply.json["code"] == "too-often"


# -- guessing --------------------------------------------------------------------------------------------------------


def guess(site: Site, who: str, pin: str) -> TestResponse:
    return site.browser(who).post("/host/pin", {"pin": pin})


@pytest.mark.long
def test_ten_thousand_wrong_pins_shut_nobody_out(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    roles = site.room.table.roles
    roles.pins.show()
    for n in range(40):
        assert guess(site, "guesser", f"{n:06d}").json["code"] == ("wrong-pin" if n < TRIES else "too-often")
    assert guess(site, "guesser", roles.pins.shown).json["code"] == "too-often"
    # The rest past the pages, which would only take longer, each from a device of its own.
    for n in range(10_000):
        assert site.room.table.ask(f"{n}".ljust(22, "x"), BecomeHost("000000")).code == "wrong-pin"
    assert guess(site, "late", roles.pins.shown).json["taken"], "from the same address as all of them"
    assert sorted(told(caplog)) == ["guessing at a PIN or a code", "too many tries"]


def test_who_only_looks_at_the_page_does_not_become_host_by_the_hosts_own_key(site: Site) -> None:
    stranger, host = site.browser("stranger"), site.browser("late")
    host.get("/host")
    stranger.get("/host")
    site.room.tell("hold panel ok")
    site.room.past(1)
    site.room.tell("release panel ok")
    site.room.past(0.2)
    assert not site.room.is_host(token("stranger"))
    pin = site.room.face(0).pin
    for page in ("/host", "/table", "/log"):
        assert pin not in stranger.get(page).text
    assert guess(site, "late", pin).json["taken"]
    assert guess(site, "stranger", pin).json["code"] == "wrong-pin"


def test_codes_for_a_seat_are_not_guessed_and_nobody_is_shut_out(site: Site) -> None:
    for n in range(60):
        code = f"{n:08d}"
        reply = site.browser("thief").post("/claim", {"code": code}).json
        assert reply["code"] == ("wrong-code" if n < CODES else "too-often")
        assert site.room.table.ask(f"thief-{n}".ljust(22, "x"), ClaimSeat(code)).code == "wrong-code"
    offered = site.browser(3).post("/move").json["notice"]
    code = re.search(r"\d{4} \d{4}", offered)
    assert code
    claimed = site.browser("new").post("/claim", {"code": code[0]}).json
    assert claimed["taken"]
    site.room.table.ask(token("nobody"), ConfirmSeat(3, agreed=True))
    assert site.room.seat_of(token("new")) is None, "a code alone gives nothing"
    site.room.past(61)


# -- large and crooked -------------------------------------------------------------------------------------------------


def test_large_bodies_are_one_line(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(8):
        assert site.browser("x").post("/sit", {"name": "x" * (BODY + 1)}, script=False).status_code == 413
    assert told(caplog) == ["too large a request"]


CROOKED = (
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/companion.db",
    "....//companion.db",
    "..\\..\\companion.db",
    "/etc/passwd",
    "file:///etc/passwd",
    "companion.db",
    "\x00companion.db",
    "CON",
)


@pytest.mark.parametrize("path", CROOKED)
def test_no_path_leads_out_of_the_house(site: Site, path: str, tmp_path: Path) -> None:
    before = sorted(item.name for item in tmp_path.iterdir())
    host = site.browser("host")
    for where in ("/static/", "/host/sheet/", "/host/box/", "/host/box-file/", "/history/", "/api/v1/plays/"):
        answer = host.get(where + path)
        assert answer.status_code in (200, 301, 302, 308, 400, 401, 403, 404, 405, 409)
        assert "root:" not in answer.text
        assert "SQLite format" not in answer.text
    assert sorted(item.name for item in tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", CROOKED)
def test_the_name_of_a_file_is_never_a_path(site: Site, name: str, tmp_path: Path) -> None:
    """A sheet and a box are brought as files; what the browser calls them is of no concern."""
    before = sorted(str(item) for item in tmp_path.rglob("*"))
    text = f'key = "{name}"\ntitle = "{name}"\n[[row]]\nkey = "../x"\n'.encode(errors="replace")
    for path in ("/host/sheet-save", "/host/box-file/torture"):
        browser = site.browser("host")
        sent: dict[str, Any] = {"text": text.decode(errors="replace"), "key": name, "csrf": browser.csrf}
        answer = browser.client.post(
            path,
            data={**sent, "file": (BytesIO(text), name)},
            base_url=f"http://{NAME}",
            environ_overrides=AWAY,
            buffered=True,
        )
        assert answer.status_code < 500
    assert sorted(str(item) for item in tmp_path.rglob("*")) == before
    disposition = site.browser("host").get("/host/box-file/torture").headers.get("Content-Disposition", "")
    assert "/" not in disposition
    assert ".." not in disposition


# -- slow ------------------------------------------------------------------------------------------------------------


class Slow:
    """Connections from another address of this machine that say a byte now and then, as long as they may."""

    def __init__(self, port: int, head: bytes, n: int) -> None:
        self._over = Event()
        self.wires = [self._opened(port, head) for _ in range(n)]
        self._thread = Thread(target=self._drip, daemon=True)
        self._thread.start()

    @staticmethod
    def _opened(port: int, head: bytes) -> socket.socket:
        wire = socket.create_connection(("127.0.0.1", port), 10, source_address=("127.0.0.2", 0))
        wire.sendall(head)
        return wire

    def _drip(self) -> None:
        while not self._over.wait(0.1):
            for wire in self.wires:
                try:
                    wire.send(b"x")
                except OSError:
                    continue

    def closed(self) -> int:
        """How many have been ended by the server."""
        ended = 0
        for wire in self.wires:
            wire.settimeout(0)
            try:
                while wire.recv(4096):
                    pass
                ended += 1
            except BlockingIOError:
                pass
            except OSError:
                ended += 1
        return ended

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        for wire in self.wires:
            wire.close()


def answered_in(port: int) -> float:
    """Seconds until the table screen came, asked for from a third address."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), 10, source_address=("127.0.0.3", 0)) as wire:
        wire.sendall(b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while part := wire.recv(65536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 200")
    return time.monotonic() - start


@pytest.mark.long
@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"G",
        b"GET /table HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /sit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 60000\r\n\r\nname=",
        b"POST /sit HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
    ],
    ids=["silent", "line", "head", "body", "chunked"],
)
def test_slow_requests_hold_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, head: bytes
) -> None:
    monkeypatch.setattr(connection, "HEAD_IN", 2.0)
    monkeypatch.setattr(connection, "BODY_IN", 2.0)
    with served(tmp_path) as app, ExitStack() as stack:
        slow = Slow(app.addresses.port, head, 150)
        stack.callback(slow.end)
        times = []
        for _ in range(8):
            times.append(answered_in(app.addresses.port))
            time.sleep(0.3)
        assert max(times) < 3, times
        assert slow.closed() >= 140, "each had its seconds and not more"
    assert len([message for message in caplog.messages if "many slow requests" in message]) <= 1
    assert "Traceback" not in caplog.text


@pytest.mark.long
def test_connections_that_say_nothing_take_no_thread(tmp_path: Path) -> None:
    with served(tmp_path) as app, ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(
                socket.create_connection(("127.0.0.1", app.addresses.port), 10, source_address=("127.0.0.2", 0))
            )
        assert answered_in(app.addresses.port) < 2
