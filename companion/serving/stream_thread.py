"""One thread that draws and writes all streams, and waits for no client.

The body of a stream is a ``Feed``. Once the head of its response is sent, the server hands the connection on to this
thread, which asks the feed for the next piece whenever the table has news and the connection has taken the last one.
So what a slow client gets is always drawn of the newest, nothing is queued for it, and nobody else waits for it.
"""

from __future__ import annotations

import logging
import selectors
import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from threading import Lock, Thread
from time import monotonic
from typing import Protocol, runtime_checkable

from companion.core.errors import raised_at

logger = logging.getLogger(__name__)

EVENT_IN = 10.0
"""Seconds in which a client must have taken one piece of a stream."""
NOTHING = memoryview(b"")


@runtime_checkable
class Feed(Protocol):
    """Body of a response without a foreseeable end. Its pieces are made when they are asked for; an empty one says that
    there is nothing new.
    """

    def __next__(self) -> bytes: ...

    def patience(self) -> float:
        """Seconds until there is a piece without news."""

    def close(self) -> None: ...


class StreamConnection(Protocol):
    """A connection whose response is a stream, after the head. ``close`` closes its feed too."""

    @property
    def socket(self) -> socket.socket: ...

    @property
    def feed(self) -> Feed: ...

    def framed(self, piece: bytes) -> bytes:
        """``piece`` as it is sent; an empty one ends the stream."""

    def close(self) -> None: ...


@dataclass(eq=False)
class _Receiver:
    """A client of a stream: what it has not taken of the last piece, and until when it must have."""

    conn: StreamConnection
    rest: memoryview = NOTHING
    taken_by: float = inf
    awaited: int = 0
    """Events of the socket that are waited for."""
    asked: bool = False
    """Whether its feed is about to be asked."""
    ended: bool = False
    """Whether its feed has ended, and the connection is closed when all is written."""
    gone: bool = False


class StreamThread:
    """The thread that writes all streams. ``hand_on``, ``wake``, ``post`` and ``close`` may be called in any thread."""

    def __init__(self) -> None:
        self._thread = Thread(target=self._run, name="streams", daemon=True)
        self._sockets = selectors.DefaultSelector()
        self._bell, self._rung = socket.socketpair()
        for end in (self._bell, self._rung):
            end.setblocking(False)
        self._sockets.register(self._rung, selectors.EVENT_READ)
        self._is_rung = self._is_news = False
        self._posted: deque[Callable[[], object]] = deque()
        self._lock = Lock()
        self._arrived: list[StreamConnection] = []
        self._closing = self._closed = False
        self._receivers: dict[_Receiver, None] = {}
        self._asked: deque[_Receiver] = deque()
        self._check_at = inf

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Send what every feed still has, as far as clients take it at once, and close all connections."""
        self._closing = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join()
        elif not self._closed:
            self._end()

    def hand_on(self, conn: StreamConnection) -> None:
        """Have the stream of ``conn`` drawn and written from now on."""
        with suppress(OSError):
            conn.socket.setblocking(False)
        with self._lock:
            closed = self._closed
            if not closed:
                self._arrived.append(conn)
        if closed:
            conn.close()
        else:
            self._ring()

    def wake(self) -> None:
        """There may be news: ask every feed. Returns at once."""
        self._is_news = True
        self._ring()

    def post(self, act: Callable[[], object]) -> None:
        """Have ``act`` called in this thread, between two drawings. Returns at once."""
        self._posted.append(act)
        self._ring()

    def _ring(self) -> None:
        if not self._is_rung:
            self._is_rung = True
            with suppress(OSError):
                self._bell.send(b"\0")

    def _run(self) -> None:
        while not self._closing:
            for key, _ in self._sockets.select(self._timeout()):
                if key.data is None:
                    self._hear()
                else:
                    self._guarded(self._write, key.data)
            if monotonic() >= self._check_at:
                self._check()
            if self._asked:
                # one at a time: sockets that have room again are served between two drawings
                self._guarded(self._ask, self._asked.popleft())
        self._end()

    def _timeout(self) -> float | None:
        if self._asked:
            return 0
        return max(self._check_at - monotonic(), 0) if self._check_at < inf else None

    def _hear(self) -> None:
        """Do what was posted, take in new connections, and let every feed be asked if there may be news."""
        with suppress(BlockingIOError):
            self._rung.recv(64)
        self._is_rung = False
        while self._posted:
            self._posted.popleft()()
        with self._lock:
            arrived, self._arrived = self._arrived, []
        asked = {_Receiver(conn): None for conn in arrived}
        self._receivers |= asked
        if self._is_news:
            self._is_news = False
            asked = self._receivers
        for receiver in asked:
            self._let_ask(receiver)

    def _let_ask(self, receiver: _Receiver) -> None:
        if not receiver.asked:
            receiver.asked = True
            self._asked.append(receiver)

    def _ask(self, receiver: _Receiver) -> None:
        """Draw and send the next piece, unless the last one is still under way."""
        receiver.asked = False
        if receiver.gone or receiver.rest:
            return
        feed = receiver.conn.feed
        try:
            piece = next(feed)
        except StopIteration:
            piece, receiver.ended = b"", True
        if piece or receiver.ended:
            receiver.rest = memoryview(receiver.conn.framed(piece))
            receiver.taken_by = monotonic() + EVENT_IN
            self._write(receiver)
        else:
            self._check_by(monotonic() + feed.patience())

    def _write(self, receiver: _Receiver) -> None:
        """Write what the client takes now. TLS needs the same bytes again where it could not write them all."""
        try:
            while receiver.rest:
                receiver.rest = receiver.rest[receiver.conn.socket.send(receiver.rest) :]
        except (BlockingIOError, ssl.SSLWantWriteError):
            self._await(receiver, selectors.EVENT_WRITE)
            self._check_by(receiver.taken_by)
        except ssl.SSLWantReadError:
            self._await(receiver, selectors.EVENT_READ)
            self._check_by(receiver.taken_by)
        except OSError:
            self._drop(receiver)
        else:
            self._await(receiver, 0)
            if receiver.ended:
                self._drop(receiver)
            else:
                self._let_ask(receiver)

    def _await(self, receiver: _Receiver, events: int) -> None:
        """Wait for ``events`` of the socket, 0 for none: that a client is gone is noticed when it is written to."""
        if events == receiver.awaited:
            return
        if receiver.awaited:
            self._sockets.unregister(receiver.conn.socket)
        if events:
            self._sockets.register(receiver.conn.socket, events, receiver)
        receiver.awaited = events

    def _check_by(self, at: float) -> None:
        self._check_at = min(self._check_at, at)

    def _check(self) -> None:
        """Drop clients that took too long, and ask the feeds that have run out of patience."""
        self._check_at = inf
        for receiver in list(self._receivers):
            self._guarded(self._check_one, receiver)

    def _check_one(self, receiver: _Receiver) -> None:
        now = monotonic()
        due = receiver.taken_by if receiver.rest else now + receiver.conn.feed.patience()
        if now < due:
            self._check_by(due)
        elif receiver.rest:
            self._drop(receiver)
        else:
            self._let_ask(receiver)

    def _drop(self, receiver: _Receiver) -> None:
        self._await(receiver, 0)
        receiver.gone = True
        self._receivers.pop(receiver, None)
        with suppress(OSError):
            receiver.conn.close()

    def _guarded(self, act: Callable[[_Receiver], None], receiver: _Receiver) -> None:
        """A bug in one stream ends that stream only."""
        try:
            act(receiver)
        except Exception as error:
            # The text of the exception may hold a secret.
            logger.error("a stream ended: %s at %s", type(error).__name__, raised_at(error))
            self._drop(receiver)

    def _end(self) -> None:
        with self._lock:
            self._closed = True
        self._hear()
        while self._asked:
            self._guarded(self._ask, self._asked.popleft())
        for receiver in list(self._receivers):
            self._drop(receiver)
        self._sockets.close()
        self._bell.close()
        self._rung.close()
