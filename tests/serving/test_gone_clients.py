"""Clients that have gone: not answered where others wait, and nothing more is written to them."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
from cheroot.makefile import MakeFile

from companion.network.reachability.senders import RefusalLog
from companion.serving.connection import TimedConnection
from companion.serving.server import TableServer
from companion.serving.stream_thread import StreamThread
from tests.ports import free_port

PATIENT = 10.0
THREADS = 2


class Site:
    """Answers with the path, at ``/held`` only when it may, at ``/body`` with ``body``. ``asked`` is what it was asked
    for.
    """

    def __init__(self) -> None:
        self.asked: Queue[str] = Queue()
        self.may = Event()
        self.body: Iterable[bytes] = ()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        self.asked.put(f"{environ['REQUEST_METHOD']} {path}")
        if path == "/held":
            assert self.may.wait(PATIENT)
        if path == "/body":
            start_response("304 Not Modified", [])
            return self.body
        start_response("200 OK", [("Content-Length", str(len(path)))])
        return [path.encode()]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def server(site: Site) -> Iterator[TableServer]:
    streams = StreamThread()
    server = TableServer(("127.0.0.1", free_port()), site, THREADS, RefusalLog(time.monotonic), streams)
    server.prepare()
    Thread(target=server.serve, daemon=True).start()
    yield server
    site.may.set()
    server.stop()
    streams.close()


def asking(server: TableServer, what: str) -> socket.socket:
    """A client that has asked."""
    made = socket.create_connection(("127.0.0.1", server.bind_addr[1]), PATIENT)
    made.sendall(f"{what} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
    return made


def answer(made: socket.socket) -> bytes:
    came = b""
    while part := made.recv(65536):
        came += part
    return came.rpartition(b"\r\n\r\n")[2]


def test_who_has_gone_is_not_answered_where_others_wait(server: TableServer, site: Site) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(asking(server, "GET /held")) for _ in range(THREADS)]
        assert [site.asked.get(timeout=PATIENT) for _ in held] == ["GET /held"] * THREADS
        for what in ("GET /gone", "HEAD /gone", "POST /gone"):
            asking(server, what).close()
        waits = stack.enter_context(asking(server, "GET /waits"))
        ends = time.monotonic() + PATIENT
        while server.requests.qsize < 4:
            assert time.monotonic() < ends
            time.sleep(0.01)
        site.may.set()
        assert answer(waits) == b"/waits"
        assert [answer(one) for one in held] == [b"/held"] * THREADS
    assert sorted(site.asked.get(timeout=PATIENT) for _ in range(2)) == ["GET /waits", "POST /gone"]
    assert site.asked.empty()


def test_who_only_sends_no_more_is_answered_where_nobody_waits(server: TableServer) -> None:
    with asking(server, "GET /page") as made:
        made.shutdown(socket.SHUT_WR)
        assert answer(made) == b"/page"


def test_a_closed_connection_writes_nothing_more(server: TableServer) -> None:
    """On Python 3.13 what is written when the writer is freed would end as a traceback on standard error."""
    here, there = socket.socketpair()
    with here, there:
        conn = TimedConnection(server, here, MakeFile)
        conn.cut()
        with pytest.raises(BrokenPipeError):
            conn.wfile.write(b"too late")
        conn.close()
        assert conn.wfile.closed


class EmptyBody(Iterator[bytes]):
    """A body that holds something until it is closed."""

    def __init__(self) -> None:
        self.may, self.closed = Event(), Event()

    def __next__(self) -> bytes:
        assert self.may.wait(PATIENT)
        raise StopIteration

    def close(self) -> None:
        self.closed.set()


def test_the_body_for_who_has_gone_is_closed(server: TableServer, site: Site) -> None:
    body = EmptyBody()
    site.body = body
    with asking(server, "GET /body") as made:
        assert site.asked.get(timeout=PATIENT) == "GET /body"
        made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    body.may.set()
    assert body.closed.wait(PATIENT)
