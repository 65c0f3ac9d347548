"""Over TLS, whoever says nothing holds nobody up: real connections to a real server."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from companion.app import REQUESTS, App, build
from companion.config import Config
from companion.network.certificate import make_certificate
from companion.serving import connection
from tests.ports import free_port
from tests.service.at_table import HandClock
from tests.web.flask_site import templates_compiled_once

SILENT = 500
GET = b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SOON = 9.0
"""Seconds in which an honest phone is answered: less than any deadline of a silent one."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    certificate, key = make_certificate(tmp_path / "tls", ["localhost"])
    config = Config(
        port=free_port(),
        secure_port=free_port(),
        data=str(tmp_path),
        certificate=str(certificate),
        key=str(key),
    )
    with templates_compiled_once():
        made = build(config, clock=HandClock(), bind="127.0.0.1")
    with closing(made):
        made.start()
        yield made


@pytest.fixture
def trusting(tmp_path: Path, app: App) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(tmp_path / "tls" / "certificate.pem"))


def wire(app: App, source: str = "127.0.0.2") -> socket.socket:
    assert app.secure is not None
    return socket.create_connection(("127.0.0.1", app.secure.bind_addr[1]), SOON, (source, 0))


def hello(context: ssl.SSLContext) -> bytes:
    """The first message of a client."""
    coming, going = ssl.MemoryBIO(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        context.wrap_bio(coming, going, server_hostname="localhost").do_handshake()
    return going.read()


def asks(app: App, context: ssl.SSLContext) -> bytes:
    """The first line of the answer to an honest phone."""
    with wire(app, "127.0.0.3") as made, context.wrap_socket(made, server_hostname="localhost") as tls:
        tls.sendall(GET)
        return tls.recv(65536).partition(b"\r\n")[0]


@pytest.mark.parametrize("sent", [lambda _: b"", lambda context: hello(context)[:40]], ids=["nothing", "half a hello"])
def test_silent_handshakes_keep_nobody_waiting(
    app: App, trusting: ssl.SSLContext, sent: Callable[[ssl.SSLContext], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "HANDSHAKE_IN", 60.0)
    with ExitStack() as stack:
        for _ in range(SILENT):
            stack.enter_context(wire(app)).sendall(sent(trusting))
        assert asks(app, trusting) == b"HTTP/1.1 200 OK"


def test_those_who_shook_hands_and_ask_nothing_hold_no_thread(app: App, trusting: ssl.SSLContext) -> None:
    with ExitStack() as stack:
        for part in (b"", GET[:20]) * (2 * REQUESTS):
            made = stack.enter_context(wire(app))
            stack.enter_context(trusting.wrap_socket(made, server_hostname="localhost")).sendall(part)
        assert asks(app, trusting) == b"HTTP/1.1 200 OK"


def test_a_request_in_pieces_and_one_behind_another_are_answered(app: App, trusting: ssl.SSLContext) -> None:
    with wire(app) as made, trusting.wrap_socket(made, server_hostname="localhost") as tls:
        for part in (GET[:10], GET[10:30], GET[30:].replace(b"close", b"keep-alive") + GET):
            tls.sendall(part)
        came = b""
        while part := tls.recv(65536):
            came += part
        assert came.count(b"HTTP/1.1 200 OK") == 2


def test_a_plain_request_to_the_port_of_https_is_told(app: App) -> None:
    with wire(app) as plain:
        plain.sendall(GET)
        assert b"HTTPS only" in plain.recv(65536)
