"""Web server that neither logs secrets nor is blocked by slow clients.

There are few threads, so a connection gets one only when a whole request has arrived, or as much as is buffered
beforehand. Where a thread must wait after all, for a large body or a slow reader, only ``HELD`` may at once: one more,
and the longest-waiting connection of the sender with the most of them is cut. So nobody is refused because others
behind the same address are slow. Streams have no thread of their own (``stream_thread``).

Where requests wait for a thread, those whose sender has gone are not answered: on a slow machine the line would
otherwise grow faster than pages are drawn, and nobody would ever be answered in time.
"""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from cheroot.wsgi import Server

from companion.network.reachability.senders import RefusalLog
from companion.serving.connection import HEADERS, StreamGateway, TimedConnection
from companion.serving.stream_thread import StreamThread

logger = logging.getLogger(__name__)

BODIES = 128 * 1024
"""Bytes of the largest body accepted; pages accept less."""
QUEUE = 1024
"""Listen backlog, more than ``CONNECTIONS``: a phone whose SYN is dropped waits a second, then two, then four."""
CONNECTIONS = 400
"""Connections that may wait for a whole request; file descriptors allow a thousand."""
PASSED = "LISTEN_PID"
"""In the environment while systemd has opened a socket for this process: Cheroot takes it then, in every server."""
HELD = 8
"""Threads that may wait for slow clients at once."""


class TableServer(Server):
    """HTTP server as described above. Tracebacks are not printed: they may hold a secret."""

    ConnectionClass = TimedConnection
    _connections: Any

    def __init__(
        self,
        where: tuple[str, int],
        site: Any,
        threads: int,
        refusal_log: RefusalLog,
        streams: StreamThread,
        *,
        handed_over: bool = True,
    ) -> None:
        """``handed_over``: a socket that systemd has opened is this server's; another one opens its own."""
        super().__init__(where, site, numthreads=threads, server_name="table")
        self.gateway = StreamGateway
        self.request_queue_size = QUEUE
        self.max_request_header_size = HEADERS
        self.max_request_body_size = BODIES
        self._handed_over = handed_over
        self._refusal_log = refusal_log
        self._streams = streams
        self._lock = Lock()
        self._held: dict[TimedConnection, int] = {}
        """Connections on which a thread waits, and how many do."""

    def prepare(self) -> None:
        """Open the port, or take the socket that systemd has opened."""
        passed = None if self._handed_over else os.environ.pop(PASSED, None)
        try:
            super().prepare()
        finally:
            if passed is not None:
                os.environ[PASSED] = passed

    def process_conn(self, conn: TimedConnection) -> None:
        """Take a connection further without blocking: a thread is used when its request is there."""
        if conn.leaving:
            conn.close()
            return
        try:
            is_ready = conn.shake_hands() and conn.is_ready()
        except OSError:
            conn.close()
            return
        if conn.speaks_tls:
            conn.close()  # a browser that tried HTTPS first falls back to HTTP at once
        elif is_ready:
            super().process_conn(conn)
        elif conn.is_late:
            self._refusal_log.record("many slow requests at once", conn.sender)
            conn.close()
        else:
            if not conn.known:
                conn.known = True
                conn.last_used = conn.last_used or time.time()
                self._make_room()
            self._connections._selector.register(conn.socket.fileno(), conn.waits_for, data=conn)

    @property
    def is_busy(self) -> bool:
        """Whether a request has to wait for a thread."""
        return bool(self.requests.qsize > 0 or self.requests.idle == 0)

    def put_conn(self, conn: TimedConnection) -> None:
        """Take back a connection whose request was answered: wait for the next one, or hand on its stream."""
        if conn.streams:
            self._streams.hand_on(conn)  # type: ignore[arg-type]  # it has a feed
        else:
            super().put_conn(conn)

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
