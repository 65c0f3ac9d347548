"""Who reads or writes slowly on purpose holds nobody up: real connections to a real server."""

from __future__ import annotations

import re
import socket
import ssl
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from companion.app import REQUESTS, App
from companion.network.reachability.senders import RefusalLog
from companion.serving import connection
from companion.serving.connection import HEADERS, SMALL, whole_request
from companion.serving.server import CONNECTIONS, HELD, TableServer
from companion.serving.stream_thread import StreamThread
from tests.service.at_table import HandClock
from tests.web.test_security import served
from tests.web.test_security_attacks import answered_in

SOON = 9.0
"""Seconds in which an honest phone is answered: much less than the minute a slow one has, even on a busy machine."""

GET = b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with served(tmp_path) as app:
        yield app


def wire(app: App, source: str = "127.0.0.2", *, narrow: bool = False) -> socket.socket:
    """A connection; a ``narrow`` one takes in next to nothing before somebody reads it."""
    made = socket.socket()
    if narrow:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    made.bind((source, 0))
    made.settimeout(10)
    made.connect(("127.0.0.1", app.addresses.port))
    return made


def read_to_end(made: socket.socket) -> bytes:
    answer = b""
    while part := made.recv(65536):
        answer += part
    return answer


def test_tls_on_the_plain_port_is_closed_at_once(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_IN", 60.0)
    browser = ssl.create_default_context()
    with wire(app) as plain, pytest.raises((ssl.SSLError, ConnectionError)):
        browser.wrap_socket(plain, server_hostname="table.local")


# -- what is a whole request -------------------------------------------------------------------------------------------


POST = b"POST / HTTP/1.1\r\n"


@pytest.mark.parametrize(
    ("first", "behind"),
    [
        (GET, b""),
        (GET, GET),
        (POST + b"content-LENGTH: 3\r\n\r\nabc", b""),
        (POST + b"Content-Length: 3\r\n\r\nabc", b"GET"),
        (POST + b"Content-Length: %d\r\n\r\n" % (SMALL + 1), b"x"),
        (POST + b"Content-Length: x\r\n\r\n", b"x"),
        (POST + b"Content-Length: 1\r\nContent-Length: 9\r\n\r\n", b"x"),
        (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", b"x"),
        (POST + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n", b""),
        (b"x" * (HEADERS + 1), b""),
    ],
)
def test_a_thread_is_found_when_a_request_is_whole(first: bytes, behind: bytes) -> None:
    assert whole_request(first + behind) == len(first)


@pytest.mark.parametrize(
    "part",
    [b"", POST, POST + b"Content-Length: 3\r\n\r\nab", POST + b"Content-Length: %d\r\n\r\n" % SMALL, b"x" * HEADERS],
)
def test_none_is_found_before(part: bytes) -> None:
    assert whole_request(part) == 0


@pytest.mark.parametrize("cut", [1, *(pytest.param(cut, marks=pytest.mark.long) for cut in (5, 14, 16, 37, 39)), 40])
def test_a_request_in_two_pieces(app: App, cut: int) -> None:
    with wire(app) as made:
        made.sendall(GET[:cut])
        time.sleep(0.1)
        made.sendall(GET[cut:].replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") if cut < 39 else GET[cut:])
        assert made.recv(15) == b"HTTP/1.1 200 OK"


def test_a_body_in_pieces(app: App) -> None:
    with wire(app) as made:
        body = b'{"pin": "0"}'
        head = b"POST /api/v1/host HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
        made.sendall(head + b"x" * 22 + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:4])
        time.sleep(0.1)
        made.sendall(body[4:])
        assert b'"code":"wrong-pin"' in read_to_end(made)


def test_a_large_body_in_pieces(app: App) -> None:
    with wire(app) as made:
        body = b'{"pin": "' + b"0" * 2 * SMALL + b'"}'
        head = b"POST /api/v1/host HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
        made.sendall(head + b"x" * 22 + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:SMALL])
        time.sleep(0.1)
        made.sendall(body[SMALL:])
        assert b'"code":"malformed"' in read_to_end(made)


# -- pipelined ---------------------------------------------------------------------------------------------------------


def test_requests_one_after_the_other_are_all_answered_in_order(app: App) -> None:
    with wire(app) as made:
        none = GET.replace(b"/table", b"/none")
        last = GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        made.sendall(none + none + last)
        answer = read_to_end(made)
    assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [b"404", b"404", b"200"]


@pytest.mark.long
def test_who_sends_many_requests_and_reads_no_answer_holds_nobody_up(app: App) -> None:
    with ExitStack() as stack:
        for _ in range(2 * HELD):
            stack.enter_context(wire(app, narrow=True)).sendall(GET * 40)
        assert max(answered_in(app.addresses.port) for _ in range(3)) < SOON


# -- slow --------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_who_reads_slowly_from_the_same_address_holds_nobody_up(
    app: App, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "ANSWER_ROOM", 4096)
    with ExitStack() as stack:
        # More than there are threads, each of which would wait for a minute.
        for _ in range(REQUESTS + 30):
            stack.enter_context(wire(app, narrow=True)).sendall(GET)
        with wire(app) as made:
            made.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            start = time.monotonic()
            assert read_to_end(made).startswith(b"HTTP/1.1 200")
            assert time.monotonic() - start < SOON
        # The connection that was answered is let go of a moment after its end was read.
        until = time.monotonic() + SOON
        while len(app.server._held) > HELD and time.monotonic() < until:
            time.sleep(0.01)
        assert len(app.server._held) <= HELD
    assert len([message for message in caplog.messages if "many slow requests" in message]) == 1
    assert "Traceback" not in caplog.text


def test_an_answer_is_taken_in_time_or_not_at_all(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ANSWER_IN", 0.5)
    monkeypatch.setattr(connection, "ANSWER_ROOM", 4096)
    with wire(app) as made:
        made.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        whole = read_to_end(made)
    with wire(app, narrow=True) as made:
        made.sendall(GET)
        time.sleep(3)
        answer = b""
        with suppress(ConnectionResetError):
            while part := made.recv(65536):
                answer += part
    assert len(answer) < len(whole), "the end of it never came"


def test_a_slow_head_takes_no_thread_and_ends(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(wire(app)) for _ in range(150)]
        for made in slow:
            made.sendall(b"GET /table HTTP/1.1\r\n")
        assert answered_in(app.addresses.port) < SOON
        assert not app.server._held
        monkeypatch.setattr(connection, "HEAD_IN", 0.5)
        time.sleep(0.6)
        for made in slow:
            made.sendall(b"X")
        time.sleep(0.3)
        ended = 0
        for made in slow:
            made.settimeout(0)
            try:
                ended += not made.recv(1)
            except BlockingIOError:
                continue
            except OSError:
                ended += 1
        assert ended == len(slow)


def test_more_connections_than_there_may_be(app: App) -> None:
    with ExitStack() as stack:
        mine = stack.enter_context(wire(app, "127.0.0.4"))
        many = [stack.enter_context(wire(app)) for _ in range(CONNECTIONS + 30)]
        time.sleep(0.5)
        mine.sendall(GET)
        assert mine.recv(12) == b"HTTP/1.1 200", "the fewest are not the first to go"
        assert answered_in(app.addresses.port) < SOON
        many[0].settimeout(1)
        assert many[0].recv(1) == b"", "it waited longest, of those with the most"


# -- who is cut off ----------------------------------------------------------------------------------------------------


class Held:
    """A connection as the server sees one that it waits for."""

    leaving = False

    def __init__(self, sender: str, began: float) -> None:
        self.sender = sender
        self.began = began

    def cut(self) -> None:
        self.leaving = True


def test_the_longest_of_the_busiest_sender_is_cut_off() -> None:
    streams = StreamThread()
    server = TableServer(("127.0.0.1", 0), None, 1, RefusalLog(HandClock().mono), streams)
    one = Held("192.0.2.1", 0.0)
    many = [Held("192.0.2.66", float(n)) for n in range(HELD, 0, -1)]
    with ExitStack() as stack:
        for held in (one, *many):
            stack.enter_context(server.held(held))  # type: ignore[arg-type]
        assert [held.began for held in many if held.leaving] == [1.0]
        assert not one.leaving
        stack.enter_context(server.held(one))  # type: ignore[arg-type]
        assert [held.began for held in many if held.leaving] == [1.0], "waiting twice is waiting once"
        stack.enter_context(server.held(Held("192.0.2.66", 99.0)))  # type: ignore[arg-type]
        assert [held.began for held in many if held.leaving] == [2.0, 1.0]
    assert not server._held
    streams.close()


@pytest.mark.long
def test_a_connection_that_breaks_ends_its_thread(app: App) -> None:
    for _ in range(3 * HELD):
        made = wire(app, narrow=True)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        made.sendall(GET * 40)
        time.sleep(0.02)
        made.close()
    time.sleep(0.5)
    assert not app.server._held
    assert answered_in(app.addresses.port) < SOON
