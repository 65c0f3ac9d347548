"""Answers that the server keeps until their turn: over real connections, without a thread, whole."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.network.reachability import late_answers
from companion.network.reachability.late_answers import LATE, LateAnswers, LateTurn
from tests.mqtt.mosquitto import wait_until
from tests.serving.site_server import THREADS, SiteServer

PATIENT = 30.0


class LateSite:
    """A site of which every answer waits, but that of ``/now``; ``/pieces`` has a body of unknown length."""

    def __init__(self) -> None:
        self.answers = LateAnswers()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        path = environ["PATH_INFO"]
        if path == "/breaks":
            environ[LATE] = LateTurn(self.answers, "x")
            raise ValueError("a page")
        if path != "/now":
            environ[LATE] = LateTurn(self.answers, environ.get("HTTP_SENDER", "x"))
        body = [b"no ", b"card"]
        length = [] if path == "/pieces" else [("Content-Length", "7")]
        start("404 Not Found", [("Content-Type", "text/plain"), *length])
        return body


@pytest.fixture
def site() -> LateSite:
    return LateSite()


@pytest.fixture
def server(site: LateSite, monkeypatch: pytest.MonkeyPatch) -> Iterator[SiteServer]:
    monkeypatch.setattr(late_answers, "AFTER", 0.2)
    with closing(SiteServer(site)) as server:
        yield server


def asks(server: SiteServer, path: str = "/", method: str = "GET", sender: str = "x") -> http.client.HTTPConnection:
    made = http.client.HTTPConnection(urlsplit(server.base).netloc, timeout=PATIENT)
    made.request(method, path, headers={"Sender": sender})
    return made


@pytest.mark.parametrize(
    ("path", "method", "body"), [("/", "GET", b"no card"), ("/pieces", "GET", b"no card"), ("/", "HEAD", b"")]
)
def test_an_answer_comes_late_and_whole(
    server: SiteServer, site: LateSite, path: str, method: str, body: bytes
) -> None:
    with closing(asks(server, path, method)) as link:
        answer = link.getresponse()
        assert (answer.status, answer.read(), answer.headers["Connection"]) == (404, body, "close")
    wait_until(lambda: len(site.answers) == 0)


def test_what_waits_holds_no_thread(server: SiteServer, site: LateSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_answers, "AFTER", 3600.0)
    with ExitStack() as stack:
        for _ in range(5 * THREADS):
            stack.enter_context(closing(asks(server)))
        wait_until(lambda: len(site.answers) == 5 * THREADS)
        now = stack.enter_context(closing(asks(server, "/now")))
        assert now.getresponse().read() == b"no card"
        assert len(site.answers) == 5 * THREADS


def test_one_too_many_cuts_the_oldest_of_the_sender_with_the_most(
    server: SiteServer, site: LateSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_answers, "MOST_WAITING", 4)
    monkeypatch.setattr(late_answers, "AFTER", 1.0)
    with ExitStack() as stack:
        honest = stack.enter_context(closing(asks(server, sender="honest")))
        wait_until(lambda: len(site.answers) == 1)
        many = []
        for n in range(2, 6):
            many.append(stack.enter_context(closing(asks(server, sender="many"))))
            wait_until(lambda n=n: len(site.answers) == min(n, 4))  # type: ignore[misc]
        with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
            many[0].getresponse()
        for link in (honest, *many[1:]):
            assert link.getresponse().status == 404


def test_a_page_that_breaks_waits_for_nothing(server: SiteServer, site: LateSite) -> None:
    with closing(asks(server, "/breaks")) as link:
        assert link.getresponse().status == 500
    assert len(site.answers) == 0


def test_the_server_ends_while_answers_wait(site: LateSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_answers, "AFTER", 3600.0)
    server = SiteServer(site)
    with closing(asks(server)) as link:
        wait_until(lambda: len(site.answers) == 1)
        server.close()
        with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError, socket.timeout)):
            link.getresponse()
    assert len(site.answers) == 0
