"""Thirty phones behind one address, one of them hostile: real connections to a real server."""

from __future__ import annotations

import http.client
import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from companion.app import App
from companion.core.setup import SEATS
from companion.service.screens.streams import MOST, number_of
from tests.service.at_table import NAMES
from tests.web.test_security import served

SHARED = "127.0.0.2"
"""The address all phones come from; the machine's own is another."""
PHONES = 29
PATIENCE = 30.0


class Phone:
    """A device of a phone or a program, with connections of its own."""

    def __init__(self, app: App, source: str = SHARED) -> None:
        self.token = secrets.token_urlsafe(16)
        self._app = app
        self._source = source

    def _ask(self, method: str, path: str, sent: Any = None) -> tuple[http.client.HTTPConnection, Any]:
        wire = http.client.HTTPConnection(
            "127.0.0.1", self._app.addresses.port, timeout=PATIENCE, source_address=(self._source, 0)
        )
        headers = {"Authorization": f"Bearer {self.token}", "Cookie": f"device={self.token}", "Host": "localhost"}
        wire.request(method, path, None if sent is None else json.dumps(sent), headers)
        return wire, wire.getresponse()

    def call(self, method: str, path: str, sent: Any = None) -> tuple[int, Any]:
        """One call of the API: its status and what came."""
        wire, answer = self._ask(method, f"/api/v1{path}", sent)
        with closing(wire), closing(answer):
            return answer.status, json.loads(answer.read())

    def get(self, path: str) -> tuple[int, bytes]:
        wire, answer = self._ask("GET", path)
        with closing(wire), closing(answer):
            return answer.status, answer.read()

    def stream(self, stack: ExitStack, page: str) -> tuple[int, bytes]:
        """Open the stream of a page and keep it open: its status, and the beginning of what it says."""
        wire, answer = self._ask("GET", f"/events?page={page}")
        stack.callback(wire.close)
        stack.callback(answer.close)
        return answer.status, answer.read1(40)


class Hostile:
    """The thirtieth phone: as many cookies as it likes, and no manners."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._over = Event()
        self._stack = ExitStack()
        self.replies: list[str] = []
        self._threads = [Thread(target=act, daemon=True) for act in (self._streams, self._pins, self._seats)]

    def __enter__(self) -> Hostile:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        self._stack.close()

    def wait_for(self, replies: int) -> None:
        """Until it has had so many replies."""
        for _ in range(600):
            if len(self.replies) >= replies:
                return
            self._over.wait(0.05)
        raise AssertionError(f"only {len(self.replies)} replies")

    def _streams(self) -> None:
        while not self._over.is_set():
            status, _ = Phone(self._app).stream(self._stack, "table")
            self.replies.append(f"stream {status}")
            self._over.wait(0.01)

    def _pins(self) -> None:
        while not self._over.is_set():
            _, said = Phone(self._app).call("POST", "/host", {"pin": f"{secrets.randbelow(10**6):06d}"})
            self.replies.append(said["code"])

    def _seats(self) -> None:
        while not self._over.is_set():
            for seat in SEATS:
                _, said = Phone(self._app).call("POST", f"/seats/{seat}", {"name": "H\u200bost"})
                self.replies.append(said["code"])
                _, said = Phone(self._app).call("POST", "/claims", {"code": "12345678"})
                self.replies.append(said["code"])


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with served(tmp_path) as app:
        yield app


@pytest.fixture
def hostile(app: App) -> Iterator[Hostile]:
    with Hostile(app) as hostile:
        yield hostile


def test_twenty_nine_phones_have_their_evening(app: App, hostile: Hostile) -> None:
    hostile.wait_for(60)
    table, broadcast = app.opened.table, app.opened.broadcast
    with ExitStack() as stack:
        phones = [Phone(app) for _ in range(PHONES)]
        seated, others = phones[: len(SEATS)], phones[len(SEATS) :]
        # Sitting down needs no stream, and nobody is kept from it.
        for seat, phone in zip(SEATS, seated, strict=True):
            assert phone.get("/")[0] == 200
            status, said = phone.call("POST", f"/seats/{seat}", {"name": NAMES[seat]})
            assert (status, said["code"]) == (200, ""), seat
        for phone in seated:
            status, said_first = phone.stream(stack, "seat")
            assert (status, said_first[:6]) == (200, b"retry:")
        assert broadcast.seats() == set(SEATS)
        # The host stands at the panel, has no seat and sits behind the same address.
        table.roles.pins.show()
        host = others[0]
        # A PIN that is guessed at may grow while it is typed, once.
        typed = [host.call("POST", "/host", {"pin": table.roles.pins.shown})[1]["code"] for _ in range(2)]
        assert typed[0] == "" or typed == ["wrong-pin", ""]
        assert host.stream(stack, "host")[0] == 200
        # The table screen, on the machine and elsewhere.
        assert Phone(app, "127.0.0.1").stream(stack, "table")[0] == 200
        screen = others[1]
        assert screen.get("/events/look?page=table")[0] == 200
        table.streams.screens.awaits(number_of(screen.token))
        assert screen.stream(stack, "table")[0] == 200
        # Whoever only looks on may get no stream, and sees all the same.
        for phone in others[2:]:
            status, _ = phone.stream(stack, "watch")
            assert status in (200, 503)
            status, looked = phone.get("/events/look?page=watch&seen=")
            assert status == 200
            assert json.loads(looked)["html"]
        # The play begins and goes on.
        for path, sent in (("/choice", {"game": "sheet:yacht"}), ("/begin", {})):
            status, said = host.call("POST", path, sent)
            assert (status, said["code"]) == (200, ""), path
        assert seated[0].call("GET", "/seat")[1]["table"]["phase"] == "playing"
        before = len(hostile.replies)
        hostile.wait_for(before + 60)
        assert broadcast.seats() == set(SEATS), "their streams are still there"
    got = [reply for reply in hostile.replies if reply == "stream 200"]
    assert len(got) <= MOST["sender"]
    assert {"stream 503", "wrong-pin", "illegible-name"} <= set(hostile.replies)


def test_another_address_has_streams_left(app: App, hostile: Hostile) -> None:
    hostile.wait_for(100)
    with ExitStack() as stack:
        assert Phone(app, "127.0.0.5").stream(stack, "watch")[0] == 200


def test_one_seat_does_not_take_the_places_of_all(app: App) -> None:
    """A seat's own secret in many hands: the newest few have a stream, and the other seats theirs."""
    one, other = Phone(app), Phone(app)
    assert one.call("POST", "/seats/1", {"name": "Ana"})[0] == 200
    assert other.call("POST", "/seats/2", {"name": "Berta"})[0] == 200
    with ExitStack() as stack:
        assert other.stream(stack, "seat")[0] == 200
        for _ in range(20):
            assert one.stream(stack, "seat")[0] == 200
        assert app.opened.broadcast.seats() == {1, 2}
        streams = [stream for stream in app.opened.broadcast._streams if not stream.ended]
        assert len(streams) == 2
