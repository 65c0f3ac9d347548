"""A whole site for tests: a table in the hand of the test, the application over it, and browsers."""

from __future__ import annotations

import hmac
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, cast
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.test import TestResponse

from companion.core.questions import Answer, Confirm, Dice, PickMany
from companion.service.play.play_views import Dialogue
from tests.service.at_table import HOST, Room, token
from tests.web.url_rules import rules_compiled_once
from web import application
from web.application import create_app
from web.http.table_addresses import TableAddresses

KEY = b"k" * 32
NAME = "table.local"
ADDRESSES = TableAddresses(8000, "192.0.2.7", NAME, frozenset({NAME, "localhost"}))
AWAY = {"REMOTE_ADDR": "192.0.2.99"}
"""Where requests come from: a phone, not the table's own machine."""

GZIP = 16 + zlib.MAX_WBITS

PAGES = ("join", "seat", "table", "scribe", "log", "score", "history", "host", "sim")


class Compiled(BytecodeCache):
    """Templates are compiled once for all sites of a test run: that is most of the time a site takes."""

    def __init__(self) -> None:
        self._code: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.code


COMPILED = Compiled()


@contextmanager
def templates_compiled_once() -> Iterator[None]:
    """Every companion that is built meanwhile keeps its compiled templates here, and not in its folder."""
    with patch.object(application, "CompiledTemplates", lambda _folder: COMPILED):
        yield


class Browser:
    """One browser with its secret. ``get`` and ``post`` are those of Flask's client, with what a page would send."""

    def __init__(self, app: Flask, secret: str, language: str = "en") -> None:
        self.secret = secret
        self.client: FlaskClient = app.test_client()
        self.client.set_cookie("device", secret, domain=NAME)
        self.language = language
        self.csrf = hmac.digest(KEY, secret.encode(), "sha256").hex()[:32]

    def get(self, path: str, **given: Any) -> TestResponse:
        return self._open(path, method="GET", **given)

    def post(self, path: str, form: Any = None, *, script: bool = True, page: str = "", **given: Any) -> TestResponse:
        """Send a form as the page's script does, or as a bare browser."""
        headers = dict(given.pop("headers", {}))
        data: dict[str, Any] = dict(form or {})
        if script:
            headers |= {"Accept": "application/json", "X-CSRF-Token": self.csrf}
        else:
            data["csrf"] = self.csrf
        if page:
            headers["Referer"] = f"http://{NAME}/{page}"
        return self._open(path, method="POST", data=data, headers=headers, **given)

    def put(self, path: str, sent: dict[str, Any]) -> TestResponse:
        """Put something to an address, as a page's script does."""
        return self._open(path, method="PUT", json=sent, headers={"X-CSRF-Token": self.csrf})

    def call(self, method: str, path: str, sent: Any = None, **given: Any) -> TestResponse:
        """Ask the API as a program with this browser's secret would."""
        headers = {"Authorization": f"Bearer {self.secret}", **given.pop("headers", {})}
        told = {} if sent is None else {"json": sent}
        return self._open(f"/api/v1{path}", method=method, headers=headers, **told, **given)

    def _open(self, path: str, **given: Any) -> TestResponse:
        given["headers"] = {"Accept-Language": self.language, **given.get("headers", {})}
        given.setdefault("buffered", True)
        given.setdefault("base_url", f"http://{NAME}")
        given.setdefault("environ_overrides", AWAY)
        return self.client.open(path, **given)


class Site:
    """A table and its pages. Open streams are read as far as they go; see ``Stream``."""

    def __init__(self, room: Room, addresses: TableAddresses = ADDRESSES) -> None:
        self.room = room
        with rules_compiled_once():
            self.app = create_app(room.opened, addresses, KEY)
        self.app.jinja_env.bytecode_cache = COMPILED
        self._browsers: dict[str, Browser] = {}

    def browser(self, who: int | str, language: str = "en") -> Browser:
        """The browser of a seat, of the ``host``, or of somebody else by name."""
        name = f"{who}-{language}"
        if name not in self._browsers:
            self._browsers[name] = Browser(self.app, HOST if who == "host" else token(who), language)
        return self._browsers[name]


def answered(ask: Dialogue, answer: Answer, nonce: str = "") -> dict[str, Any]:
    """The form that gives ``answer`` to a question."""
    form: dict[str, Any] = {
        "seat": str(ask.seat),
        "digest": ask.digest,
        "service": ask.service,
        "nonce": nonce,
        "do": "answer",
    }
    match ask.question:
        case PickMany():
            form["answer"] = [str(value) for value in answer] if isinstance(answer, list) else []
        case Dice():
            form |= {f"answer-{die}": str(face) for die, face in enumerate(answer if isinstance(answer, list) else ())}
        case Confirm():
            form["answer"] = "yes" if answer else "no"
        case _:
            form["answer"] = str(answer)
    return form


class Stream:
    """An open page's stream, read as browsers do, as far as there is something to read. ``sizes`` are the bytes that
    came for each event, beats and the end too, when it was ``drained`` last.
    """

    def __init__(self, browser: Browser, page: str, seen: str = "") -> None:
        gzip = {"Accept-Encoding": "gzip"}
        self.response = browser.get(f"/events?page={page}&seen={seen}", buffered=False, headers=gzip)
        self.sizes: list[int] = []
        self._pieces = self._unpacked()

    def drained(self) -> list[str]:
        """Every event since the last time, without beats; ``end`` when the stream is over."""
        self.sizes = []
        return [event for event in events_in(self._pieces) if not event.startswith("event: beat")]

    def _unpacked(self) -> Iterator[bytes]:
        """The pieces as they were before they were compressed, each as soon as it has come; a refusal is not."""
        unpacking = zlib.decompressobj(wbits=GZIP) if "Content-Encoding" in self.response.headers else None
        for piece in cast("Iterator[bytes]", iter(self.response.response)):
            plain = piece if unpacking is None else unpacking.decompress(piece)
            if piece:
                self.sizes.append(len(piece))
            if plain or not piece:
                yield plain

    def close(self) -> None:
        self.response.close()


def events_in(pieces: Iterator[bytes]) -> Iterator[str]:
    """The events of a stream until there is nothing new, which an empty piece says; ``end`` when it is over."""
    for piece in pieces:
        if not piece:
            return
        yield piece.decode()
    yield "end"


def words_of(html: str) -> str:
    """What a page says, without tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def element(html: str, key: str) -> tuple[int, int]:
    """Where the element with an id stands. A browser, too, takes the first one."""
    opened = re.search(rf'<([\w-]+)[^>]* id="{key}"', html)
    assert opened, key
    depth = 0
    for tag in re.compile(rf"<(/?){opened[1]}\b[^>]*>").finditer(html, opened.start()):
        depth += -1 if tag[1] else 0 if tag[0].endswith("/>") else 1
        if not depth:
            return opened.start(), tag.end()
    raise AssertionError(key)
