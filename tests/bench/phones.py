"""Eight phones in a process of their own: what they do not share with the table is the interpreter's lock.

``python -m tests.bench.phones PORT DEVICE...`` opens the seat page of every device with all that it needs, then its
stream. On standard output, a line of JSON at a time: the bytes of the pages, then, as often as every phone got
something new (or some did, and nothing came for a while), for each phone the newest version and when it had arrived.
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

QUIET = 0.05
"""Seconds of silence after which what came is passed on, though not every phone got something."""

STATIC = re.compile(rb"""["'(](/static/[^"'#)]+)""")
FORM_TOKEN = re.compile(rb'data-csrf="([^"]+)"')
WITHOUT_SCRIPT = re.compile(rb"<noscript>.*?</noscript>", re.DOTALL)


class Phone:
    """One open stream. ``version`` and ``at``: the newest fragment that arrived whole, and when."""

    def __init__(self, port: int, device: str, page: str = "seat") -> None:
        self.version = ""
        self.at = 0
        self.ended = False
        self._rest = b""
        self._events = b""
        self._port, self._device = port, device
        self._csrf = FORM_TOKEN.findall(fetch(port, f"/{page}", device)[1])[0].decode()
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(request(port, f"/events?page={page}", device))
        self._headers = False

    def read(self) -> bool:
        """Take what came; whether a fragment is complete now."""
        got = self.socket.recv(1 << 18)
        now = time.monotonic_ns()
        if not got:
            self.ended = True
            return False
        self._rest += got
        self._unchunk()
        *whole, self._events = self._events.split(b"\n\n")
        if b"event: beat\ndata:" in whole:
            self._alive()
        views = [event for event in whole if event.startswith(b"event: view")]
        if not views:
            return False
        self.version, self.at = views[-1].split(b"\n")[1].removeprefix(b"id: ").decode(), now
        return True

    def _alive(self) -> None:
        """Answer a beat, as a page does: a phone that stays silent counts as gone."""
        headers = f"X-CSRF-Token: {self._csrf}\r\nContent-Length: 0\r\nConnection: close\r\n"
        with socket.create_connection(("127.0.0.1", self._port)) as answering:
            answering.sendall(request(self._port, "/events/alive", self._device, headers, "POST"))
            answering.recv(1 << 16)

    def _unchunk(self) -> None:
        """Move the complete chunks of the response from ``_rest`` to ``_events``."""
        if not self._headers:
            head, found, rest = self._rest.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"no stream: {head[:80]!r}")
            self._headers, self._rest = True, rest
        while True:
            size, found, rest = self._rest.partition(b"\r\n")
            length = int(size, 16) if found else -1
            if length < 0 or len(rest) < length + 2:
                return
            self._events += rest[:length]
            self._rest = rest[length + 2 :]


def request(port: int, path: str, device: str, more: str = "", method: str = "GET") -> bytes:
    """A request as a phone makes it."""
    cookie = f"Cookie: device={device}\r\n" if device else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{cookie}{more}\r\n".encode()


def fetch(port: int, path: str, device: str = "") -> tuple[int, bytes]:
    """The bytes that came over the wire for a file, and the file unpacked."""
    with socket.create_connection(("127.0.0.1", port)) as asking:
        asking.sendall(request(port, path, device, "Accept-Encoding: gzip\r\nConnection: close\r\n"))
        got = b"".join(iter(lambda: asking.recv(1 << 18), b""))
    head, _, body = got.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"{path}: {head[:80]!r}")
    return len(got), gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body


def page_bytes(port: int, path: str, device: str = "") -> dict[str, int]:
    """Bytes over the wire of a page with an empty cache: the page and everything it asks for, by path."""
    sizes: dict[str, int] = {}
    wanted = [path]
    for asked in wanted:
        sizes[asked], body = fetch(port, asked, device)
        found = STATIC.findall(WITHOUT_SCRIPT.sub(b"", body))
        wanted += [static for static in dict.fromkeys(name.decode() for name in found) if static not in wanted]
    return sizes


def tell(found: Any) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def main(port: int, devices: Sequence[str]) -> None:
    """See the module."""
    tell(page_bytes(port, "/seat", devices[0]))
    phones = [Phone(port, device) for device in devices]
    waiting = selectors.DefaultSelector()
    for phone in phones:
        waiting.register(phone.socket, selectors.EVENT_READ, phone)
    fresh: set[int] = set()
    while not all(phone.ended for phone in phones):
        ready = waiting.select(QUIET)
        for key, _ in ready:
            phone = key.data
            if phone.read():
                fresh.add(id(phone))
            if phone.ended:
                waiting.unregister(phone.socket)
        if fresh and (len(fresh) == len(phones) or not ready):
            fresh.clear()
            tell([[phone.version, phone.at] for phone in phones])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
