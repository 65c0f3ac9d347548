"""Streams of a real server: no thread each, framed as HTTP wants it, closed where nobody reads, also over TLS."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.app import App, build
from companion.config import Config
from companion.network.certificate import make_certificate
from companion.service.screens.streams import MOST
from companion.service.seats.seating import Rename, TakeSeat
from companion.serving import connection, stream_thread
from tests.ports import free_port
from tests.service.at_table import PIN, HandClock, drip, token
from tests.web.flask_site import templates_compiled_once
from tests.web.test_security import served
from tests.web.test_slow_senders import wire

PATIENT = 10.0
ASK = b"GET /events?page=table HTTP/1.1\r\nHost: localhost\r\n%b\r\n"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    with served(tmp_path) as app:
        yield app


def until(fulfilled: Callable[[], bool]) -> None:
    """Wait for something that other threads do."""
    ends = time.monotonic() + PATIENT
    while not fulfilled():
        assert time.monotonic() < ends
        time.sleep(0.01)


def cookie(who: object) -> bytes:
    return b"Cookie: device=%b\r\n" % token(str(who)).encode()


def read_until(made: socket.socket, pattern: bytes, came: bytes = b"") -> bytes:
    """What comes until the pattern is found in it."""
    while not re.search(pattern, came, re.DOTALL):
        got = made.recv(65536)
        assert got, came
        came += got
    return came


def test_streams_need_no_threads(app: App) -> None:
    before = threading.active_count()
    with ExitStack() as stack:
        for who in range(MOST["sender"]):
            made = stack.enter_context(wire(app))
            made.sendall(ASK % cookie(who))
            read_until(made, rb"event: view.*\n\n")
        assert len(app.opened.broadcast) == MOST["sender"]
        assert threading.active_count() == before
        until(lambda: app.server.requests.idle == app.server.numthreads)


def test_a_stream_is_chunked_and_ends_with_the_table(app: App) -> None:
    asking = http.client.HTTPConnection("127.0.0.1", app.addresses.port, timeout=PATIENT)
    with closing(asking):
        asking.request("GET", "/events?page=table", headers={"Host": "localhost"})
        answer = asking.getresponse()
        assert answer.getheader("Transfer-Encoding") == "chunked"
        assert answer.read1(15) == b"retry: 2000\n\n"
        assert answer.read1(12) == b"event: view\n"
        app.opened.broadcast.close_all()
        answer.read()  # it ends as a body of chunks must
    until(lambda: len(app.opened.broadcast) == 0)


def test_a_client_of_old_is_sent_no_chunks(app: App) -> None:
    with wire(app) as made:
        made.sendall((ASK % b"").replace(b"HTTP/1.1", b"HTTP/1.0"))
        came = read_until(made, rb"event: view.*\n\n")
        head, _, body = came.partition(b"\r\n\r\n")
        assert b"chunked" not in head.lower()
        assert body.startswith(b"retry: 2000\n\nevent: view\n")


def test_asking_for_the_head_alone_opens_no_stream(app: App) -> None:
    with wire(app) as made:
        made.sendall((ASK % b"Connection: close\r\n").replace(b"GET", b"HEAD"))
        assert read_until(made, rb"\r\n\r\n").startswith(b"HTTP/1.1 200")
        assert made.recv(1) == b""
    until(lambda: len(app.opened.broadcast) == 0)


def test_who_opens_streams_and_reads_none_is_let_go_of(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_thread, "EVENT_IN", 0.5)
    monkeypatch.setattr(connection, "EVENT_ROOM", 4096)
    with ExitStack() as stack:
        for who in range(MOST["sender"] - 1):
            stack.enter_context(wire(app, narrow=True)).sendall(ASK % cookie(who))
        reader = stack.enter_context(wire(app))
        reader.sendall(ASK % cookie("reads"))
        came = read_until(reader, rb"event: view.*\n\n")
        assert app.opened.table.ask(token(1), TakeSeat(1, "Ana")).taken
        for n in range(40):
            name = f"Ana{n}"
            assert app.opened.table.ask(token(1), Rename(name)).taken
            came = read_until(reader, name.encode(), came)
            if len(app.opened.broadcast) == 1:
                break
            time.sleep(0.1)
        assert app.opened.broadcast.devices() == {token("reads")}


def test_over_tls_a_page_is_told_too(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path / "tls", ["localhost"])
    config = Config(
        port=free_port(),
        secure_port=free_port(),
        data=str(tmp_path),
        pin=PIN,
        certificate=str(certificate),
        key=str(key),
    )
    with templates_compiled_once():
        app = build(config, clock=HandClock(), secret=drip("secure"), bind="127.0.0.1")
    trusting = ssl.create_default_context(cafile=str(certificate))
    with closing(app), ExitStack() as stack:
        app.start()
        made = stack.enter_context(socket.create_connection(("127.0.0.1", config.secure_port), PATIENT))
        tls = stack.enter_context(trusting.wrap_socket(made, server_hostname="localhost"))
        tls.sendall(ASK % b"")
        came = read_until(tls, rb"event: view.*\n\n")
        assert app.opened.table.ask(token(1), TakeSeat(1, "Ana")).taken
        read_until(tls, rb"event: view.*event: view.*Ana", came)
        app.opened.broadcast.close_all()
        while tls.recv(65536):
            pass
