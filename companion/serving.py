"""The web server: quiet about what people hide, and not to be held up by who is slow on purpose.

There are few threads, so none waits for somebody slow if that can be helped. A connection gets one when a whole request
has come, or as much of it as is taken in beforehand. Where a thread has to wait after all, for a large body or for
somebody who reads slowly, only a few may at once: one more, and the one is cut off that has waited longest, of the
sender with the most of them. So nobody is turned away because others behind the same address are slow.
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
"""Bytes of the largest head of a request."""
BODIES = 128 * 1024
"""Bytes of the largest body the server reads at all; the pages take less."""
SMALL = 16 * 1024
"""Bytes of the largest body that is taken in before there is a thread: every form of the pages but those with files."""
PHOTO_PATH, PHOTOS = b"/photo", 16 * 1024 * 1024 + 64 * 1024
"""Where photos are sent to, and bytes of the largest body there: a photo and the form around it."""
HEAD_IN, BODY_IN, PHOTO_IN = 8.0, 20.0, 60.0
"""Seconds in which the whole head, and then the whole body, must have come; and a body with a photo."""
ANSWER_IN, EVENT_IN = 60.0, 10.0
"""Seconds in which an answer must have been taken, and an event of a stream."""
ANSWER_ROOM, EVENT_ROOM = 256 * 1024, 64 * 1024
"""Bytes the system keeps for whoever has not read them yet: a page fits in, and of a stream only the latest views."""
QUEUE = 128
"""Connections that may wait to be taken in: a phone whose first knock is dropped waits a second before the next."""
CONNECTIONS = 400
"""Connections that may wait for a request to come whole; there are files for a thousand."""
HELD = 8
"""Threads that may wait for somebody at once."""

END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*(?=\r\n)", re.IGNORECASE)
UNGATHERED = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)


class Wire(socket.SocketIO):
    """The bytes of a connection. What came before there was a thread is ``gathered``; the rest must be read by
    ``until``, and what is written be taken by ``taken_by``, both monotonic times; without one, each takes its time.
    """

    def __init__(self, connection: Connection, sock: socket.socket, mode: Any) -> None:
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


class Roomier:
    """The server as a request sees it that may bring a photo: its body may be larger, and take longer."""

    max_request_body_size = PHOTOS

    def __init__(self, server: Any) -> None:
        self._server = server

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)


class Request(HTTPRequest):
    """A request that is read in time or not at all, and answered to who reads the answer in time. Only where photos are
    kept it may bring one.
    """

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
        self.conn.begin()
        super().parse_request()

    def respond(self) -> None:
        self.conn.hurry(PHOTO_IN if isinstance(self.server, Roomier) else BODY_IN)
        super().respond()

    def send_headers(self) -> None:
        super().send_headers()
        self.conn.make_room(EVENT_ROOM if self.chunked_write else ANSWER_ROOM)
        if self.chunked_write:
            self.conn.stream()


class Connection(HTTPConnection):
    """A connection on which nobody is waited for without end."""

    RequestHandlerClass = Request

    def __init__(self, server: Any, sock: Any, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile)
        self.rfile.close()
        self.wfile.close()
        self._in = Wire(self, sock, "rb")
        self._out = Wire(self, sock, "wb")
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
        """Take in what has come, without waiting: whether a thread can go on with it."""
        try:
            while len(self._in.gathered) <= HEADERS + SMALL:
                # The system's own call: that of the socket would wait as long as it may.
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
        """Whether its request should have come by now."""
        return self.since is not None and time.monotonic() - self.since > HEAD_IN

    def begin(self) -> None:
        """A request is read and answered: its head must have come soon, and the answer be taken."""
        self.began = time.monotonic()
        self.hurry(HEAD_IN)
        self.wfile.streams = False
        self._out.taken_by = self.began + ANSWER_IN

    def hurry(self, seconds: float) -> None:
        """What is read from now on must have come in so many seconds."""
        self._in.until = time.monotonic() + seconds

    def stream(self) -> None:
        """From now on every event has its own seconds."""
        self.wfile.streams = True

    def begin_event(self) -> None:
        """The next event of a stream goes out."""
        self.began = time.monotonic()
        self._out.taken_by = self.began + EVENT_IN

    def make_room(self, size: int) -> None:
        """Bytes the system takes for whoever reads later."""
        with suppress(OSError):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)

    def cut(self) -> None:
        """End it, whoever waits on it."""
        self.leaving = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


def whole_request(gathered: bytes | bytearray) -> int:
    """The bytes of the first request in ``gathered`` that a thread can begin with: all of it, or its head where the
    rest is too large to wait for without one. 0 while it is not there.
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
    def __init__(self, wire: Wire, size: int) -> None:
        super(StreamReader, self).__init__(wire, size)
        self._wire = wire
        self.bytes_read = 0

    def has_data(self) -> bool:
        """Whether more than the request that was read has come already."""
        return bool(super().has_data() or self._wire.gathered)  # type: ignore[no-untyped-call]


class _Writer(StreamWriter):
    streams = False
    """Whether what is written is a stream, piece by piece an event."""

    def __init__(self, connection: Connection, wire: Wire, size: int) -> None:
        super(StreamWriter, self).__init__(wire, size)
        self._connection = connection
        self.bytes_written = 0

    def write(self, b: Any) -> Any:
        if self.streams:
            self._connection.begin_event()
        return super().write(b)  # type: ignore[no-untyped-call]


class TableServer(Server):
    """See the module. Prints no traceback: its last line may hold what somebody hides."""

    ConnectionClass = Connection
    _connections: Any

    def __init__(self, where: tuple[str, int], site: Any, threads: int, refusal_log: RefusalLog) -> None:
        super().__init__(where, site, numthreads=threads, server_name="table")
        self.request_queue_size = QUEUE
        self.max_request_header_size = HEADERS
        self.max_request_body_size = BODIES
        self._refusal_log = refusal_log
        self._lock = Lock()
        self._held: dict[Connection, int] = {}
        """Connections on which a thread waits, and how many do."""

    def process_conn(self, conn: Connection) -> None:
        """Find a thread for a connection on which a request has come."""
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
        """Where too many connections wait for a request, end the one used least lately of the sender with the most."""
        waiting = [conn for _, conn in self._connections._selector.connections if conn is not self]
        waiting = [conn for conn in waiting if not conn.leaving]
        if len(waiting) >= CONNECTIONS:
            _busiest(sorted(waiting, key=lambda conn: conn.last_used)).cut()

    @contextmanager
    def held(self, conn: Connection) -> Iterator[None]:
        """While this lasts, a thread waits for whoever is at the other end; too many, and one is cut off."""
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


def _busiest(connections: Collection[Connection]) -> Connection:
    """The first connection of the sender with the most of them."""
    counted = Counter(conn.sender for conn in connections)
    return max(connections, key=lambda conn: counted[conn.sender])


def secured(certificate: Path, key: Path) -> Any:
    """What makes a server speak HTTPS. Raises ``ConfigError`` when certificate and key cannot be used."""
    try:
        return import_module("cheroot.ssl.builtin").BuiltinSSLAdapter(str(certificate), str(key))
    except (OSError, ssl.SSLError) as error:
        why = f"certificate {certificate}, key {key}: {error}"
        raise ConfigError(f"{why}; make them anew with: companion network certificate") from error
