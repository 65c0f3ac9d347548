"""Open pages of a club's room: walls and phones that follow its stream, in one thread."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Mapping
from threading import Thread

from tests.bench.club.live_tables import SENTENCE
from tests.bench.event_stream import EventStream
from tests.bench.phones import fetch

PATIENCE = 20.0
LOOK = 0.1
"""Seconds between two looks at whether it is over."""
SENDERS = 50
"""Pages behind each address: the club lets a hundred of one sender follow."""
MOVE = re.compile(SENTENCE.format(move="([0-9]+)", table="([0-9a-z]+)") + "<")
"""The number of a move and its table, wherever a page shows it."""


class RoomPage:
    """One open stream. ``seen``: when each move of each table had come whole, in nanoseconds; of a wall only."""

    def __init__(self, port: int, page: str, number: int) -> None:
        self.seen: dict[tuple[str, int], int] = {}
        self.bytes = 0
        self._reads = page == "wall"
        self._newest: dict[str, int] = {}
        self._stream = EventStream()
        self.socket = socket.create_connection(
            ("127.0.0.1", port), PATIENCE, source_address=(f"127.0.0.{2 + number // SENDERS}", 0)
        )
        head = f"GET /room/events?page={page} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n"
        self.socket.sendall(head.encode())

    def read(self) -> bool:
        """Take what came; whether the stream goes on."""
        came = self.socket.recv(1 << 18)
        now = time.monotonic_ns()
        self.bytes += len(came)
        if not came or not self._reads:
            return bool(came)
        for event in self._stream.take(came):
            if event.startswith(b"event: view"):
                self._take(event.decode(), now)
        return True

    def _take(self, event: str, now: int) -> None:
        for found, table in MOVE.findall(event):
            move = int(found)
            for passed in range(self._newest.get(table, 0) + 1, move + 1):
                self.seen[table, passed] = now
            self._newest[table] = max(move, self._newest.get(table, 0))


class RoomPages(Thread):
    """All of them, until ``close``."""

    def __init__(self, port: int, walls: int, phones: int) -> None:
        super().__init__(daemon=True)
        self.walls = [RoomPage(port, "wall", number) for number in range(walls)]
        self.phones = [RoomPage(port, "room", walls + number) for number in range(phones)]
        self.broken = 0
        self._over = False

    def run(self) -> None:
        with selectors.DefaultSelector() as waiting:
            for page in (*self.walls, *self.phones):
                waiting.register(page.socket, selectors.EVENT_READ, page)
            while not self._over:
                for key, _ in waiting.select(LOOK):
                    if not key.data.read():
                        waiting.unregister(key.fileobj)
                        self.broken += 1

    def close(self) -> None:
        self._over = True
        self.join()
        for page in (*self.walls, *self.phones):
            page.socket.close()


def moves_shown(port: int) -> dict[str, int]:
    """The number of the move that the room page of a club shows of each table."""
    _, page = fetch(port, "/room")
    return {table: int(move) for move, table in MOVE.findall(page.decode())}


def shows(port: int, wanted: Mapping[str, int], seconds: float) -> float:
    """Seconds until the room page shows the last moves. Raises ``SystemExit`` after so many."""
    begun = time.monotonic()
    while (found := moves_shown(port)) != wanted:
        if time.monotonic() - begun > seconds:
            missing = [table for table in {**wanted, **found} if found.get(table) != wanted.get(table)]
            raise SystemExit(f"the room shows another state of {len(missing)} tables, as of {missing[0]}")
        time.sleep(LOOK)
    return time.monotonic() - begun
