"""Connections that get a thread only when a whole request has arrived, that are answered within deadlines, and that
keep no thread for a stream.
"""

from __future__ import annotations

import os
import re
import select
import selectors
import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import BytesIO
from typing import Any

from cheroot.server import HTTPConnection, HTTPRequest
from cheroot.wsgi import Gateway_10

from companion.network.reachability.late_answers import LATE, LateTurn
from companion.network.reachability.senders import sender_of
from companion.serving.stream_thread import Feed
from companion.serving.timed_socket import TimedReader, TimedSocketIO, TimedWriter
from companion.serving.tls import tell_plain_client

HEADERS = 16 * 1024
"""Bytes of the largest request head."""
SMALL = 16 * 1024
"""Bytes of the largest body buffered before a thread is used: any form without files."""
PHOTO_PATH, PHOTOS = b"/photo", 16 * 1024 * 1024 + 64 * 1024
"""Path of photo uploads, and bytes of the largest body there."""
PLAYS_PATH, PLAYS = b"/history/import", 8 * 1024 * 1024 + 64 * 1024
"""Path of files of plays, and bytes of the largest body there."""
LARGER = {PHOTO_PATH: PHOTOS, PLAYS_PATH: PLAYS}
HANDSHAKE_IN = 5.0
"""Seconds for a whole TLS handshake."""
HEAD_IN, BODY_IN, LARGE_IN = 8.0, 20.0, 60.0
"""Seconds to receive the head, the body, and a large one."""
ANSWER_IN = 60.0
"""Seconds to send a response, but for a stream."""
ANSWER_ROOM, EVENT_ROOM = 256 * 1024, 64 * 1024
"""Send buffer in bytes: a page fits; of a stream only the latest views."""

END_OF_HEAD = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*(?=\r\n)", re.IGNORECASE)
UNGATHERED = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)
TLS_HANDSHAKE = b"\x16\x03"
CHANGES_NOTHING = (b"GET", b"HEAD")
"""Methods of requests that need not be answered if nobody waits for the answer."""


class LargerLimits:
    """Larger body and time limits, for requests with a photo or a file of plays."""

    def __init__(self, server: Any, most: int) -> None:
        self.max_request_body_size = most
        self._server = server

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)


class TimedRequest(HTTPRequest):
    """Request that is read and answered within deadlines."""

    def read_request_headers(self) -> bool:
        if self.method == b"POST" and self.path in LARGER:
            self.server = LargerLimits(self.server, LARGER[self.path])
        read = bool(super().read_request_headers())  # type: ignore[no-untyped-call]
        if isinstance(self.server, LargerLimits):
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
        if self.method in CHANGES_NOTHING and self.server.is_busy and self.conn.has_gone:
            # Pages drawn for those who gave up would keep the line as long as it is, and others would give up too.
            self.close_connection = True
            return
        self.conn.hurry(LARGE_IN if isinstance(self.server, LargerLimits) else BODY_IN)
        super().respond()

    def send_headers(self) -> None:
        is_stream = self.conn.feed is not None
        self.conn.make_room(EVENT_ROOM if is_stream else ANSWER_ROOM)
        super().send_headers()
        if is_stream:
            self.conn.begin_stream(chunked=self.chunked_write)
            self.chunked_write = False  # the end of the body is not sent here


class LateFeed:
    """A whole answer, its head too, as a stream that gives it in its turn and then ends."""

    def __init__(self, turn: LateTurn, answer: bytes) -> None:
        self._answers = turn.answers
        self._waits = turn.answers.enter(turn.sender)
        self._answer = answer

    def __next__(self) -> bytes:
        if self._waits.given_up or not self._answer:
            raise StopIteration
        if not self._answers.tell(self._waits):
            return b""
        answer, self._answer = self._answer, b""
        return answer

    def patience(self) -> float:
        """Seconds until its turn."""
        return self._answers.left(self._waits)

    def close(self) -> None:
        """Close the answer: the client is gone, or has everything."""
        self._answers.leave(self._waits)


class StreamGateway(Gateway_10):
    """Answers requests with the pages; of a stream only the head, and of what is to be told late nothing yet."""

    def respond(self) -> None:
        response = self.req.server.wsgi_app(self.env, self.start_response)
        turn = self.env.get(LATE)
        if turn is not None:
            self._respond_late(turn, response)
        else:
            self._write(response)

    def _respond_late(self, turn: LateTurn, response: Iterable[bytes]) -> None:
        """Keep the answer until its turn. The connection ends with it: until then it takes no other request."""
        conn = self.req.conn
        self.req.close_connection = True
        wire, conn.wfile = conn.wfile, BytesIO()
        try:
            self._write(response)
            if self.req.chunked_write:
                conn.wfile.write(b"0\r\n\r\n")
                self.req.chunked_write = False
            answer = conn.wfile.getvalue()
        finally:
            conn.wfile = wire
        conn.feed = LateFeed(turn, answer)
        conn.begin_stream(chunked=False)

    def _write(self, response: Any) -> None:
        if isinstance(response, Feed):
            self.req.conn.feed, response = response, ()
        try:
            for chunk in filter(None, response):
                self.write(chunk)
        finally:
            try:
                self.req.ensure_headers_sent()
            finally:
                if hasattr(response, "close"):
                    response.close()


class TimedConnection(HTTPConnection):
    """Connection with deadlines."""

    RequestHandlerClass = TimedRequest

    def __init__(self, server: Any, sock: Any, makefile: Any = None) -> None:
        super().__init__(server, sock, makefile)
        self.rfile.close()
        self.wfile.close()
        self._tls = sock if isinstance(sock, ssl.SSLSocket) else None
        self._shaken = self._tls is None
        self.waits_for = selectors.EVENT_READ
        """The event of the selector after which the connection can go on."""
        self._in = TimedSocketIO(sock, "rb", self._held)
        self._out = TimedSocketIO(sock, "wb", self._held)
        self.rfile = TimedReader(self._in, self.rbufsize)
        self.wfile = TimedWriter(self._out, self.wbufsize)
        self.since: float | None = None
        """When the first byte of the request came that is being gathered; of TLS first, when it was accepted."""
        self.began = 0.0
        """When the request began that is being answered."""
        self.known = False
        self.leaving = False
        self.feed: Feed | None = None
        """The body of the response, if that is a stream."""
        self.streams = False
        """Whether the head of a stream is sent: ``StreamThread`` does the rest."""
        self._chunked = False

    def _held(self) -> AbstractContextManager[None]:
        held: AbstractContextManager[None] = self.server.held(self)
        return held

    @property
    def sender(self) -> str:
        return sender_of(str(self.remote_addr))

    def shake_hands(self) -> bool:
        """Take the TLS handshake further without blocking; whether it is complete, as it always is without TLS. Raises
        ``OSError`` where it fails.
        """
        if self._shaken or self._tls is None:
            return True
        if self.since is None:
            self.since = time.monotonic()
        self.waits_for = selectors.EVENT_READ
        with self._unblocked(self._tls):
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                return False
            except ssl.SSLWantWriteError:
                self.waits_for = selectors.EVENT_WRITE
                return False
            except OSError as error:
                tell_plain_client(self._tls, error)
                raise
        self._shaken, self.since = True, None
        self.ssl_env = self.server.ssl_adapter.get_environ(self._tls)
        return True

    def is_ready(self) -> bool:
        """Receive without blocking; whether a thread can handle the request."""
        try:
            while len(self._in.gathered) <= HEADERS + SMALL:
                part = self._receive()
                if not part:
                    return True
                self._in.gathered += part
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
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

    def _receive(self) -> bytes:
        if self._tls is None:
            # os-level call: the socket's own would block until its timeout
            return os.read(self.socket.fileno(), HEADERS)
        with self._unblocked(self._tls):
            return self._tls.recv(HEADERS)

    @staticmethod
    @contextmanager
    def _unblocked(sock: ssl.SSLSocket) -> Iterator[None]:
        usual = sock.gettimeout()
        sock.setblocking(False)
        try:
            yield
        finally:
            sock.settimeout(usual)

    @property
    def speaks_tls(self) -> bool:
        """Whether what was received begins with the record of a TLS handshake instead of a request."""
        return self._in.gathered.startswith(TLS_HANDSHAKE)

    @property
    def is_late(self) -> bool:
        """Whether the request's deadline has passed."""
        return self.since is not None and time.monotonic() - self.since > (HEAD_IN if self._shaken else HANDSHAKE_IN)

    @property
    def has_gone(self) -> bool:
        """Whether the client has closed its side. One that only says that it sends no more looks the same."""
        looking = select.poll()
        looking.register(self.socket, select.POLLRDHUP)
        return bool(looking.poll(0))

    def begin(self) -> None:
        """Start the deadlines of a request."""
        self.began = time.monotonic()
        self.hurry(HEAD_IN)
        self._out.taken_by = self.began + ANSWER_IN

    def hurry(self, seconds: float) -> None:
        """Set the deadline for reading, in seconds from now."""
        self._in.until = time.monotonic() + seconds

    def communicate(self) -> bool:
        """Answer a request; whether the connection stays open, for the next request or for its stream."""
        stays = bool(super().communicate())  # type: ignore[no-untyped-call]
        return stays or self.streams

    def begin_stream(self, *, chunked: bool) -> None:
        """Note that the head is sent. ``chunked``: the pieces of the body tell their length."""
        self.streams, self._chunked = True, chunked

    def framed(self, piece: bytes) -> bytes:
        """A piece of a stream's body as it is sent; an empty one ends it."""
        return b"%x\r\n%b\r\n" % (len(piece), piece) if self._chunked else piece

    def close(self) -> None:
        if self.feed is not None:
            self.feed.close()
        # What could not be written is dropped: else it would be tried once more on the closed socket when the writer is
        # freed, and since Python 3.13 such an error is printed.
        self._out.close()
        super().close()

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
