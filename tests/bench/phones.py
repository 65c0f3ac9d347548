"""Phones in a process of their own: what they do not share with the table is the interpreter's lock.

``python -m tests.bench.phones PORT DEVICE:PAGE:LANGUAGE...`` opens the stream of each page. On standard output, a line
of JSON at a time: that all are open; then, as often as every phone got something new (or some did, and nothing came for
a while), for each the newest version, when it had arrived, and the bytes that came.
Times are nanoseconds of the monotonic clock, which is the same for all processes.
"""

from __future__ import annotations

import gzip
import json
import re
import selectors
import socket
import sys
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from tests.bench.event_stream import EventStream

QUIET = 0.05
"""Seconds of silence after which what came is passed on, though not every phone got something."""
PATIENCE = 20.0
"""Seconds after which a page or a reply is given up."""

FOR_OLD_BROWSERS = b"/static/old_browsers.js"
"""Named in the first script, and fetched by browsers alone that lack what today's have."""
STATIC = re.compile(rb"""["'(](/static/[^"'#)]+)""")
FORM_TOKEN = re.compile(rb'data-csrf="([^"]+)"')
WITHOUT_SCRIPT = re.compile(rb"<noscript>.*?</noscript>", re.DOTALL)


class Sender:
    """Sends forms as a page's script does, as the device whose page it is."""

    def __init__(self, port: int, device: str, page: str = "seat", language: str = "en") -> None:
        self._port, self._page = port, page
        self._cookies = _cookies(device, language)
        self._csrf = FORM_TOKEN.findall(fetch(port, f"/{page}", self._cookies)[1])[0].decode()

    def send(self, path: str, fields: Sequence[Sequence[str]]) -> socket.socket:
        """Send a form; the connection on which the reply comes."""
        body = urlencode([(name, value) for name, value in fields])
        headers = (
            f"X-CSRF-Token: {self._csrf}\r\nX-Streamed: 1\r\nAccept: application/json\r\nAccept-Encoding: gzip\r\n"
            f"Connection: close\r\nReferer: http://127.0.0.1:{self._port}/{self._page}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        )
        sending = socket.create_connection(("127.0.0.1", self._port), PATIENCE)
        sending.sendall(request(self._port, path, self._cookies, headers, "POST") + body.encode())
        return sending


class Phone(Sender):
    """One open stream. ``version`` and ``at``: the newest fragment that arrived whole, and when; ``bytes`` and
    ``replies``: how many came over the stream, and to forms; ``updates`` and ``longest_wait``: how many came since
    ``mark``, and the longest time without one, in nanoseconds.
    """

    def __init__(self, port: int, device: str, page: str = "seat", language: str = "en") -> None:
        super().__init__(port, device, page, language)
        self.version = ""
        self.at = 0
        self.bytes = self.replies = 0
        self.ended = False
        self._stream = EventStream()
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.sendall(request(port, f"/events?page={page}", self._cookies, "Accept-Encoding: gzip\r\n"))
        self.mark()

    def mark(self) -> None:
        self.updates, self.longest_wait, self._since = 0, 0, time.monotonic_ns()

    def waited(self) -> int:
        """The longest time without an update since ``mark``, up to now."""
        return max(self.longest_wait, time.monotonic_ns() - self._since)

    def read(self) -> bool:
        """Take what came; whether a fragment is complete now."""
        got = self.socket.recv(1 << 18)
        now = time.monotonic_ns()
        if not got:
            self.ended = True
            return False
        self.bytes += len(got)
        whole = self._stream.take(got)
        if b"event: beat\ndata:" in whole:
            self._alive()
        views = [event for event in whole if event.startswith(b"event: view")]
        if not views:
            return False
        self.shown(views)
        self.version, self.at = views[-1].split(b"\n")[1].removeprefix(b"id: ").decode(), now
        self.updates += len(views)
        self.longest_wait, self._since = max(self.longest_wait, now - self._since), now
        return True

    def shown(self, views: Sequence[bytes]) -> None:
        """What a subclass takes from new events."""

    def _alive(self) -> None:
        """Answer a beat, as a page does: a phone that stays silent counts as gone."""
        headers = f"X-CSRF-Token: {self._csrf}\r\nContent-Length: 0\r\nConnection: close\r\n"
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as answering:
            answering.sendall(request(self._port, "/events/alive", self._cookies, headers, "POST"))
            answering.recv(1 << 16)


def request(port: int, path: str, cookies: str, more: str = "", method: str = "GET") -> bytes:
    """A request as a phone makes it."""
    cookie = f"Cookie: {cookies}\r\n" if cookies else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}{more}\r\n".encode()


def fetch(port: int, path: str, cookies: str = "") -> tuple[int, bytes]:
    """The bytes that came over the wire for a file, and the file unpacked."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as asking:
        asking.sendall(request(port, path, cookies, "Accept-Encoding: gzip\r\nConnection: close\r\n"))
        got = b"".join(iter(lambda: asking.recv(1 << 18), b""))
    status, body = unpacked(got)
    if status != 200:
        raise SystemExit(f"{path}: {status}")
    return len(got), body


def unpacked(got: bytes) -> tuple[int, bytes]:
    """Status and body of a response."""
    head, _, body = got.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1]) if head.startswith(b"HTTP/1.1 ") else 0
    return status, gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body


def page_bytes(port: int, path: str, cookies: str = "") -> dict[str, int]:
    """Bytes over the wire of a page with an empty cache: the page and everything it asks for, by path."""
    sizes: dict[str, int] = {}
    wanted = [path]
    for asked in wanted:
        sizes[asked], body = fetch(port, asked, cookies)
        found = STATIC.findall(WITHOUT_SCRIPT.sub(b"", body).replace(FOR_OLD_BROWSERS, b""))
        wanted += [static for static in dict.fromkeys(name.decode() for name in found) if static not in wanted]
    return sizes


def tell(found: Any) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


class Phones:
    """All phones. Runs until every stream has ended."""

    def __init__(self, port: int, pages: Sequence[tuple[str, str, str]]) -> None:
        self._phones = [Phone(port, *page) for page in pages]
        tell({"opened": len(self._phones)})
        self._waiting = selectors.DefaultSelector()
        for phone in self._phones:
            self._waiting.register(phone.socket, selectors.EVENT_READ, phone)
        self._fresh: set[int] = set()

    def run(self) -> None:
        while not all(phone.ended for phone in self._phones):
            ready = self._waiting.select(QUIET)
            for key, _ in ready:
                self._take(key.data)
            if self._fresh and (len(self._fresh) == len(self._phones) or not ready):
                self._fresh.clear()
                tell({"arrived": [[phone.version, phone.at, phone.bytes] for phone in self._phones]})

    def _take(self, phone: Phone) -> None:
        if phone.read():
            self._fresh.add(id(phone))
        if phone.ended:
            self._waiting.unregister(phone.socket)


def _cookies(device: str, language: str) -> str:
    return f"device={device}; language={language}"


def main(port: int, pages: Sequence[str]) -> None:
    """Follow the pages until the process is ended."""
    Phones(port, [(device, page, how) for device, page, how in (each.split(":") for each in pages)]).run()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
