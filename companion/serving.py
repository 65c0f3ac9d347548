"""Web server that neither logs secrets nor is blocked by slow clients.

There are few threads, so a connection gets one only when a whole request has arrived, or as much as is buffered
beforehand. Where a thread must wait after all, for a large body or a slow reader, only ``HELD`` may at once: one more,
and the longest-waiting connection of the sender with the most of them is cut. So nobody is refused because others
behind the same address are slow.
"""

from __future__ import annotations

import logging
import os
import re
import selectors
import socket
import ssl
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from cheroot.makefile import StreamReader, StreamWriter
from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Server

from companion.config import ConfigError
from companion.network.refusal_log import RefusalLog
from companion.network.senders import sender_of

logger = logging.getLogger(__name__)

HEADERS = 16 * 1024
"""Bytes of the largest request head."""
BODIES = 128 * 1024
"""Bytes of the largest body accepted; pages accept less."""
SMALL = 16 * 1024
"""Bytes of the largest body buffered before a thread is used: any form without files."""
PHOTO_PATH, PHOTOS = b"/photo", 16 * 1024 * 1024 + 64 * 1024
"""Path suffix of photo uploads, and bytes of the largest body there."""
HEAD_IN, BODY_IN, PHOTO_IN = 8.0, 20.0, 60.0
"""Seconds to receive the head, the body, and a body with a photo."""
ANSWER_IN, EVENT_IN = 60.0, 10.0
"""Seconds to send a response, and one event of a stream."""
ANSWER_ROOM, EVENT_ROOM = 256 * 1024, 64 * 1024
"""Send buffer in bytes: a page fits; of a stream only the latest views."""
QUEUE = 1024
"""Listen backlog, more than ``CONNECTIONS``: a phone whose SYN is dropped waits a second, then two, then four."""
CONNECTIONS = 400
"""Connections that may wait for a whole request; file descriptors allow a thousand."""
HELD = 8
"""Threads that may wait for slow clients at once."""

END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*(?=\r\n)", re.IGNORECASE)
UNGATHERED = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)


class TimedSocketIO(socket.SocketIO):
    """Socket I/O with deadlines. ``gathered`` was received before a thread was used; the rest must arrive by ``until``,
    and writes finish by ``taken_by`` (monotonic, None: no limit).
    """

    def __init__(self, connection: TimedConnection, sock: socket.socket, mode: Any) -> None:
        super().__init__(sock, mode)
        self._connection = connection
        self._wire = sock
        self._is_plain = not isinstance(sock, ssl.SSLSocket)
        self.gathered = bytearray()
        self.whole = 0
        """Bytes of ``gathered`` that belong to the request being read; what comes behind is the next one's."""
        self.until: float | None = None
        self.taken_by: float | None = None

    def readinto(self, buffer: Any) -> int | None:
        here = min(self.whole, len(self.gathered)) or len(self.gathered)
        if here:
            n = min(here, len(buffer))
            buffer[:n] = self.gathered[:n]
            del self.gathered[:n]
            self.whole = max(self.whole - n, 0)
            return n
        if self._is_plain:
            with suppress(BlockingIOError):
                part = os.read(self._wire.fileno(), len(buffer))
                buffer[: len(part)] = part
                return len(part)
        with self._connection.server.held(self._connection), self._hurried(self.until):
            return super().readinto(buffer)

    def write(self, data: Any) -> int | None:
        if self._is_plain:
            with suppress(BlockingIOError):
                return os.write(self._wire.fileno(), data)
        with self._connection.server.held(self._connection), self._hurried(self.taken_by):
            return super().write(data)

    @contextmanager
    def _hurried(self, until: float | None) -> Iterator[None]:
        usual = self._wire.gettimeout()
        if until is None:
            yield
            return
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._wire.settimeout(min(left, usual or left))
        try:
            yield
        finally:
            self._wire.settimeout(usual)


class PhotoLimits:
    """Larger body and time limits, for requests with a photo."""

    max_request_body_size = PHOTOS

    def __init__(self, server: Any) -> None:
        self._server = server

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)


class TimedRequest(HTTPRequest):
    """Request that is read and answered within deadlines."""

    def read_request_headers(self) -> bool:
        if self.method == b"POST" and self.path == PHOTO_PATH:
            self.server = PhotoLimits(self.server)
        read = bool(super().read_request_headers())  # type: ignore[no-untyped-call]
        if isinstance(self.server, PhotoLimits):
            # do not read the rest of an unwanted body into memory
            self.close_connection = True
            if read and self.chunked_read:
                self.simple_response("411 Length Required")
                return False
        return read

    def parse_request(self) -> None:
        self.conn.begin()
        super().parse_request()

    def respond(self) -> None:
        self.conn.hurry(PHOTO_IN if isinstance(self.server, PhotoLimits) else BODY_IN)
        super().respond()

    def send_headers(self) -> None:
        super().send_headers()
        self.conn.make_room(EVENT_ROOM if self.chunked_write else ANSWER_ROOM)
        if self.chunked_write:
            self.conn.stream()


class TimedConnection(HTTPConnection):
    """Connection with deadlines."""

    RequestHandlerClass = TimedRequest

    def __init__(self, server: Any, sock: Any, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile)
        self.rfile.close()
        self.wfile.close()
        self._in = TimedSocketIO(self, sock, "rb")
        self._out = TimedSocketIO(self, sock, "wb")
        self.rfile = _Reader(self._in, self.rbufsize)
        self.wfile = _Writer(self, self._out, self.wbufsize)
        self.since: float | None = None
        """When the first byte of the request came that is being gathered."""
        self.began = 0.0
        """When the request began that is being answered, or the event that is being sent."""
        self.known = False
        self.leaving = False

    @property
    def sender(self) -> str:
        return sender_of(str(self.remote_addr))

    def is_ready(self) -> bool:
        """Receive without blocking; whether a thread can handle the request."""
        try:
            while len(self._in.gathered) <= HEADERS + SMALL:
                # os-level call: the socket's own would block until its timeout
                part = os.read(self.socket.fileno(), HEADERS)
                if not part:
                    return True
                self._in.gathered += part
        except BlockingIOError:
            pass
        except OSError:
            return True
        self._in.whole = whole_request(self._in.gathered)
        if self._in.whole:
            self.since = None
            return True
        if self._in.gathered and self.since is None:
            self.since = time.monotonic()
            self.last_used = time.time()
        return False

    @property
    def is_late(self) -> bool:
        """Whether the request's deadline has passed."""
        return self.since is not None and time.monotonic() - self.since > HEAD_IN

    def begin(self) -> None:
        """Start the deadlines of a request."""
        self.began = time.monotonic()
        self.hurry(HEAD_IN)
        self.wfile.streams = False
        self._out.taken_by = self.began + ANSWER_IN

    def hurry(self, seconds: float) -> None:
        """Set the deadline for reading, in seconds from now."""
        self._in.until = time.monotonic() + seconds

    def stream(self) -> None:
        """Give every event its own deadline from now on."""
        self.wfile.streams = True

    def begin_event(self) -> None:
        """Start the deadline of the next event."""
        self.began = time.monotonic()
        self._out.taken_by = self.began + EVENT_IN

    def make_room(self, size: int) -> None:
        """Set the send buffer size in bytes."""
        with suppress(OSError):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    def cut(self) -> None:
        """Shut the connection down, whoever waits on it."""
        self.leaving = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


def whole_request(gathered: bytes | bytearray) -> int:
    """Bytes of the first request in ``gathered`` a thread can begin with: all of it, or the head if the body is large;
    0 if incomplete.
    """
    end = gathered.find(END_OF_HEAD)
    if end < 0:
        return len(gathered) if len(gathered) > HEADERS else 0
    head = bytes(gathered[: end + len(END_OF_HEAD)])
    lengths = LENGTH.findall(head)
    if len(lengths) != 1 or UNGATHERED.search(head) or int(lengths[0]) > SMALL:
        return len(head)
    size = len(head) + int(lengths[0])
    return size if len(gathered) >= size else 0


class _Reader(StreamReader):
    def __init__(self, wire: TimedSocketIO, size: int) -> None:
        super(StreamReader, self).__init__(wire, size)
        self._wire = wire
        self.bytes_read = 0

    def has_data(self) -> bool:
        """Whether more than the request that was read has come already."""
        return bool(super().has_data() or self._wire.gathered)  # type: ignore[no-untyped-call]


class _Writer(StreamWriter):
    streams = False
    """Whether what is written is a stream, piece by piece an event."""

    def __init__(self, connection: TimedConnection, wire: TimedSocketIO, size: int) -> None:
        super(StreamWriter, self).__init__(wire, size)
        self._connection = connection
        self.bytes_written = 0

    def write(self, b: Any) -> Any:
        if self.streams:
            self._connection.begin_event()
        return super().write(b)  # type: ignore[no-untyped-call]


class TableServer(Server):
    """HTTP server as described above. Tracebacks are not printed: they may hold a secret."""

    ConnectionClass = TimedConnection
    _connections: Any

    def __init__(self, where: tuple[str, int], site: Any, threads: int, refusal_log: RefusalLog) -> None:
        super().__init__(where, site, numthreads=threads, server_name="table")
        self.request_queue_size = QUEUE
        self.max_request_header_size = HEADERS
        self.max_request_body_size = BODIES
        self._refusal_log = refusal_log
        self._lock = Lock()
        self._held: dict[TimedConnection, int] = {}
        """Connections on which a thread waits, and how many do."""

    def process_conn(self, conn: TimedConnection) -> None:
        """Assign a thread to a connection with a request."""
        if self.ssl_adapter is not None or conn.is_ready():
            super().process_conn(conn)
        elif conn.is_late:
            self._refusal_log.record("many slow requests at once", conn.sender)
            conn.close()
        else:
            if not conn.known:
                conn.known = True
                conn.last_used = conn.last_used or time.time()
                self._make_room()
            self._connections._selector.register(conn.socket.fileno(), selectors.EVENT_READ, data=conn)

    def _make_room(self) -> None:
        """Close the least recently used waiting connection of the sender with the most."""
        waiting = [conn for _, conn in self._connections._selector.connections if conn is not self]
        waiting = [conn for conn in waiting if not conn.leaving]
        if len(waiting) >= CONNECTIONS:
            _busiest(sorted(waiting, key=lambda conn: conn.last_used)).cut()

    @contextmanager
    def held(self, conn: TimedConnection) -> Iterator[None]:
        """Context in which a thread waits for a client; cuts a connection if too many wait."""
        with self._lock:
            self._held[conn] = self._held.get(conn, 0) + 1
            there = sorted((one for one in self._held if not one.leaving), key=lambda one: one.began)
            victim = _busiest(there) if len(there) > HELD else None
        if victim is not None:
            self._refusal_log.record("many slow requests at once", victim.sender)
            victim.cut()
        try:
            yield
        finally:
            with self._lock:
                self._held[conn] -= 1
                if not self._held[conn]:
                    del self._held[conn]

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        logger.log(level, "server: %s", (msg.splitlines() or [""])[0] if traceback else msg)


def _busiest(connections: Collection[TimedConnection]) -> TimedConnection:
    """First connection of the sender with the most."""
    counted = Counter(conn.sender for conn in connections)
    return max(connections, key=lambda conn: counted[conn.sender])


def secured(certificate: Path, key: Path) -> Any:
    """TLS adapter. Raises ``ConfigError`` if certificate or key cannot be used."""
    try:
        return import_module("cheroot.ssl.builtin").BuiltinSSLAdapter(str(certificate), str(key))
    except (OSError, ssl.SSLError) as error:
        why = f"certificate {certificate}, key {key}: {error}"
        raise ConfigError(f"{why}; make them anew with: companion network certificate") from error
