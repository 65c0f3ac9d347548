"""The web server: quiet about what people hide, and not to be held up by who is slow on purpose.

Every request that is being read or answered has a thread, and there are few. So a connection gets one only when it has
said something, a whole request must have come within seconds however slowly its bytes drip, and one address can only
keep a few threads reading.
"""

from __future__ import annotations

import logging
import socket
import ssl
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from cheroot.makefile import StreamReader
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Server

from companion.config import ConfigError
from companion.network.watchman import Watchman

logger = logging.getLogger(__name__)

HEADERS = 16 * 1024
"""Bytes of the largest head of a request."""
BODIES = 128 * 1024
"""Bytes of the largest body the server reads at all; the pages take less."""
PHOTO_PATH, PHOTOS = b"/photo", 16 * 1024 * 1024 + 64 * 1024
"""Where photos are sent to, and bytes of the largest body there: a photo and the form around it."""
HEAD_IN, BODY_IN, PHOTO_IN = 8.0, 20.0, 60.0
"""Seconds in which the whole head, and then the whole body, must have come; and a body with a photo."""
QUEUE = 128
"""Connections that may wait to be taken in: a phone whose first knock is dropped waits a second before the next."""
READING = 8
"""Requests of one address that are read at the same time: a browser opens six connections."""
OWN = ("127.0.0.1", "::1")
"""The machine itself, which need not be kept from its own threads: a proxy in front, a screen wired to the Pi."""


class Hurried(socket.SocketIO):
    """Reads of a connection that must all be over by ``until``, a monotonic time; without one, each takes its time."""

    until: float | None = None

    def readinto(self, buffer: Any) -> int | None:
        wire: socket.socket = self._sock  # type: ignore[attr-defined]
        usual = wire.gettimeout()
        if self.until is None:
            return super().readinto(buffer)
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        wire.settimeout(min(left, usual or left))
        try:
            return super().readinto(buffer)
        finally:
            wire.settimeout(usual)


class Roomier:
    """The server as a request sees it that may bring a photo: its body may be larger, and take longer."""

    max_request_body_size = PHOTOS

    def __init__(self, server: Any) -> None:
        self._server = server

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)


class Request(HTTPRequest):
    """A request that is read in time or not at all. Only where photos are kept it may bring one."""

    def read_request_headers(self) -> bool:
        if self.method == b"POST" and self.path == PHOTO_PATH:
            self.server = Roomier(self.server)
        read = bool(super().read_request_headers())  # type: ignore[no-untyped-call]
        if isinstance(self.server, Roomier):
            # Whatever of it the pages do not want is not read to its end, which would take all of it into memory.
            self.close_connection = True
            if read and self.chunked_read:
                self.simple_response("411 Length Required")
                return False
        return read

    def parse_request(self) -> None:
        # Its thread was claimed when it was found.
        with self.conn.reading(HEAD_IN):
            super().parse_request()

    def respond(self) -> None:
        if not (self.chunked_read or int(self.inheaders.get(b"Content-Length", 0))):
            super().respond()
        elif not self.server.claim(self.conn):
            self.simple_response("503 Service Unavailable")
        else:
            with self.conn.reading(PHOTO_IN if isinstance(self.server, Roomier) else BODY_IN):
                super().respond()


class Connection(HTTPConnection):
    """A connection whose reads can be hurried."""

    RequestHandlerClass = Request

    def __init__(self, server: Any, sock: Any, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile)
        self._raw = Hurried(sock, "rb")
        self.rfile.close()
        self.rfile = _Reader(self._raw, self.rbufsize)
        self.known = False
        """Whether it has said something, so that a thread was found for it."""

    def reading(self, seconds: float) -> _Reading:
        """While this lasts, everything must have been read after ``seconds``."""
        return _Reading(self, seconds)

    def hurry(self, seconds: float | None) -> None:
        self._raw.until = None if seconds is None else time.monotonic() + seconds


class _Reader(StreamReader):
    def __init__(self, raw: socket.SocketIO, size: int) -> None:
        super(StreamReader, self).__init__(raw, size)
        self.bytes_read = 0


class _Reading:
    """A request being read with a thread that was claimed for it: hurried, and in the end the claim is given back."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds

    def __enter__(self) -> None:
        self._connection.hurry(self._seconds)

    def __exit__(self, *_: object) -> None:
        self._connection.hurry(None)
        self._connection.server.release(self._connection)


class TableServer(Server):
    """See the module. Prints no traceback: its last line may hold what somebody hides."""

    ConnectionClass = Connection

    def __init__(self, where: tuple[str, int], site: Any, threads: int, watchman: Watchman) -> None:
        super().__init__(where, site, numthreads=threads, server_name="table")
        self.request_queue_size = QUEUE
        self.max_request_header_size = HEADERS
        self.max_request_body_size = BODIES
        self._watchman = watchman
        self._lock = Lock()
        self._reading: Counter[str] = Counter()

    def process_conn(self, conn: Connection) -> None:
        """Find a thread for a connection that has something to say."""
        if not conn.known and self.ssl_adapter is None:
            # Browsers open connections ahead, and others open them to keep threads: both wait here, without one.
            conn.known = True
            self.put_conn(conn)
        elif self.claim(conn):
            super().process_conn(conn)
        else:
            conn.close()

    def claim(self, conn: Connection) -> bool:
        """Whether this address may have another thread that reads; then it is counted."""
        address = str(conn.remote_addr)
        with self._lock:
            free = address in OWN or self._reading[address] < READING
            if free:
                self._reading[address] += 1
        if not free:
            self._watchman.turned_away("many slow requests at once", address)
        return free

    def release(self, conn: Connection) -> None:
        """It has read what there was."""
        address = str(conn.remote_addr)
        with self._lock:
            self._reading[address] -= 1
            if self._reading[address] <= 0:
                del self._reading[address]

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        logger.log(level, "server: %s", (msg.splitlines() or [""])[0] if traceback else msg)


def secured(certificate: Path, key: Path) -> Any:
    """What makes a server speak HTTPS. Raises ``ConfigError`` when certificate and key cannot be used."""
    try:
        return import_module("cheroot.ssl.builtin").BuiltinSSLAdapter(str(certificate), str(key))
    except (OSError, ssl.SSLError) as error:
        why = f"certificate {certificate}, key {key}: {error}"
        raise ConfigError(f"{why}; make them anew with: companion network certificate") from error
