"""Fetching another table's box: what is asked, what is not, and what a hostile table cannot do."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from companion.network import lent_boxes
from companion.network.lent_boxes import LARGEST, LendingFault, fetch_lent_box
from tests.ports import free_port

CODE = "ab23cd45"
Serve = Callable[..., str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """A table that answers everything with the same; gives its address. ``asked`` are the requests."""
    servers: list[HTTPServer] = []

    def start(body: bytes, status: int = 200, kind: str = "application/toml", asked: list[str] | None = None) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if asked is not None:
                    asked.append(f"{self.headers['Host']} {self.path}")
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Location", "http://127.0.0.1/secret")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, daemon=True).start()
        return f"127.0.0.1:{server.server_address[1]}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def fault(address: str) -> str:
    with pytest.raises(LendingFault) as caught:
        fetch_lent_box(address)
    return caught.value.message.text


@pytest.mark.parametrize("form", ["{at}/box/ab23cd45", "http://{at}/box/AB23CD45/", "  {at}/box/ab23cd45 "])
def test_the_file_is_fetched(serve: Serve, form: str) -> None:
    asked: list[str] = []
    at = serve("[card.owl]\nworth = 3 # á\n".encode(), asked=asked)
    assert fetch_lent_box(form.format(at=at)) == "[card.owl]\nworth = 3 # á\n"
    assert asked == [f"{at} /box/{CODE}/file"]


@pytest.mark.parametrize(
    "address",
    ["", "127.0.0.1", "ftp://127.0.0.1/box/ab23cd45", "127.0.0.1/box/ab23cd45/file", "127.0.0.1/admin",
     "u:p@127.0.0.1/box/ab23cd45", "127.0.0.1:99999/box/ab23cd45", "127.0.0.1/box/ab23cd45?x", "a b/box/ab23cd45",
     "127.0.0.1/box/ab23cd45\r\nX: y"],
)  # fmt: skip
def test_what_is_no_such_address_is_not_asked(address: str) -> None:
    assert fault(address).startswith("Type the address")


@pytest.mark.parametrize("address", ["8.8.8.8", "0.0.0.0", "1.1.1.1:8000"])
def test_only_this_network_is_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(lent_boxes, "HTTPConnection", None)
    assert fault(f"{address}/box/{CODE}") == "{name} is not on this network."


def test_a_name_counts_by_what_it_stands_for(monkeypatch: pytest.MonkeyPatch, serve: Serve) -> None:
    at = serve(b"")
    known = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 0)) for number in ("93.184.216.34",)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: known)
    assert fault(f"table.local:{at.split(':')[1]}/box/{CODE}") == "{name} is not on this network."


def test_an_unknown_name_and_silence_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: Any, **__: Any) -> None:
        raise socket.gaierror(-2, "unknown")

    port = free_port()
    assert fault(f"127.0.0.1:{port}/box/{CODE}").startswith("No table answers")
    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    assert fault(f"table.local/box/{CODE}").startswith("Nothing on this network")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"body": b"", "status": 404}, "That table lends nothing"),
        ({"body": b"", "status": 302}, "What that table sent"),
        ({"body": b"<html>", "kind": "text/html"}, "What that table sent"),
        ({"body": b"\xff\xfe"}, "What that table sent"),
        ({"body": b"#" * (LARGEST + 1)}, "What that table sent"),
    ],
)
def test_what_is_no_box_is_refused(serve: Serve, given: dict[str, Any], words: str) -> None:
    assert fault(f"{serve(**given)}/box/{CODE}").startswith(words)


def test_a_table_that_drips_is_left(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lent_boxes, "DEADLINE", -1.0)
    assert fault(f"{serve(b'# slow')}/box/{CODE}").startswith("What that table sent")
