"""Outboxes of many tables, in one thread: each sends its reports one after the other, until each has its receipt.

As a table's own outbox does: the same requests, the same pauses after a failure. A table's connection costs a thread,
two hundred of them would take the processors that the club is measured on.
"""

from __future__ import annotations

import heapq
import random
import selectors
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

import msgspec

from companion.reporting.club_connection import PATIENCE, PLAYS, STORED
from companion.reporting.play_report import Receipt
from companion.reporting.reporter import PAUSES
from tests.bench.club.sample_reports import SampleReport

LOOK = 0.05
"""Seconds between two looks at deadlines while nothing comes."""
BUFFER = 1 << 16

_receipts = msgspec.json.Decoder(Receipt)


@dataclass
class SimulatedOutbox:
    """What a table has to report. ``due``: when the play of each report has ended, by the monotonic clock in seconds;
    without it, all are over. ``failures``: attempts in a row that came to nothing.
    """

    token: str
    reports: Sequence[SampleReport]
    due: Sequence[float] = ()
    sent: int = 0
    failures: int = 0

    @property
    def done(self) -> bool:
        return self.sent == len(self.reports)

    @property
    def next_due(self) -> float:
        return self.due[self.sent] if self.due else 0.0


@dataclass
class _Line:
    """A connection that can be used again. ``socket`` is None while there is none."""

    port: int
    socket: socket.socket | None = None
    outbox: SimulatedOutbox | None = None
    unsent: memoryview = field(default_factory=lambda: memoryview(b""))
    got: bytes = b""
    begun: int = 0
    used_before: bool = False


class OutboxSender:
    """``ports``: where processes of the club listen; who failed at one tries any of them next, as behind a server that
    shares requests out. ``receipts``: nanoseconds from the request to each receipt; ``failed``: attempts without one.
    """

    def __init__(self, ports: Sequence[int], lines: int) -> None:
        self.receipts: list[int] = []
        self.failed = 0
        self._ports = ports
        self._selector = selectors.DefaultSelector()
        self._idle = [_Line(ports[number % len(ports)]) for number in range(lines)]
        self._busy: set[int] = set()
        self._lines = {id(line): line for line in self._idle}
        self._waiting: list[tuple[float, int, SimulatedOutbox]] = []
        self._order = count()

    def run(
        self, outboxes: Iterable[SimulatedOutbox], seconds: float, goes_on: Callable[[], bool] | None = None
    ) -> bool:
        """Send everything; returns whether it was done within so many seconds. ``goes_on`` may end it earlier."""
        until = time.monotonic() + seconds
        for outbox in outboxes:
            self._wait(outbox, outbox.next_due)
        while (self._waiting or self._busy) and (goes_on is None or goes_on()):
            now = time.monotonic()
            if now > until:
                return False
            while self._idle and self._waiting and self._waiting[0][0] <= now:
                self._send(self._idle.pop(), heapq.heappop(self._waiting)[2])
            ahead = self._waiting[0][0] - now if self._waiting and self._idle else LOOK
            for key, _ in self._selector.select(max(0.0, min(ahead, LOOK))):
                self._go_on(key.data)
            self._give_up_late()
        return not self._waiting and not self._busy

    def close(self) -> None:
        for line in self._lines.values():
            self._disconnect(line)
        self._selector.close()

    def _wait(self, outbox: SimulatedOutbox, until: float) -> None:
        heapq.heappush(self._waiting, (until, next(self._order), outbox))

    def _send(self, line: _Line, outbox: SimulatedOutbox) -> None:
        self._busy.add(id(line))
        line.outbox, line.got, line.begun = outbox, b"", time.monotonic_ns()
        line.unsent = memoryview(_request(line.port, outbox))
        if line.socket is not None:
            self._selector.modify(line.socket, selectors.EVENT_WRITE | selectors.EVENT_READ, line)
            self._go_on(line)
            return
        line.used_before = False
        line.socket = socket.socket()
        line.socket.setblocking(False)
        line.socket.connect_ex(("127.0.0.1", line.port))
        self._selector.register(line.socket, selectors.EVENT_WRITE, line)

    def _go_on(self, line: _Line) -> None:
        """Write what is left of the request, and read what has come of the answer."""
        assert line.socket is not None
        try:
            if line.unsent:
                with suppress(BlockingIOError):
                    line.unsent = line.unsent[line.socket.send(line.unsent) :]
                if not line.unsent:
                    self._selector.modify(line.socket, selectors.EVENT_READ, line)
                return
            came = line.socket.recv(BUFFER)
        except BlockingIOError:
            return
        except OSError:
            self._fail(line)
            return
        if not came:
            self._fail(line)
            return
        line.got += came
        if (answer := _whole(line.got)) is not None:
            self._take(line, *answer, kept=b"\r\nconnection: close" not in line.got.lower())

    def _take(self, line: _Line, status: int, said: bytes, *, kept: bool) -> None:
        outbox = line.outbox
        if outbox is None or not _is_receipt(status, said, outbox.reports[outbox.sent]):
            self._fail(line)
            return
        self.receipts.append(time.monotonic_ns() - line.begun)
        outbox.sent, outbox.failures = outbox.sent + 1, 0
        line.used_before = True
        if not kept:
            self._disconnect(line)
        self._free(line)
        if not outbox.done:
            self._wait(outbox, outbox.next_due)

    def _fail(self, line: _Line) -> None:
        """The outbox tries again after a pause; at once where only an idle connection had been closed meanwhile."""
        outbox, stale = line.outbox, line.used_before and not line.got
        self._disconnect(line)
        self._free(line)
        if outbox is None:
            return
        if stale:
            self._wait(outbox, 0.0)
            return
        self.failed += 1
        line.port = random.choice(self._ports)
        pause = PAUSES[min(outbox.failures, len(PAUSES) - 1)] * random.uniform(1.0, 1.5)
        outbox.failures += 1
        self._wait(outbox, time.monotonic() + pause)

    def _free(self, line: _Line) -> None:
        line.outbox, line.unsent = None, memoryview(b"")
        if id(line) in self._busy:
            self._busy.remove(id(line))
            self._idle.append(line)

    def _disconnect(self, line: _Line) -> None:
        if line.socket is not None:
            self._selector.unregister(line.socket)
            line.socket.close()
            line.socket = None
        line.used_before = False

    def _give_up_late(self) -> None:
        late = time.monotonic_ns() - int(PATIENCE * 1e9)
        for line in [self._lines[number] for number in self._busy]:
            if line.begun < late:
                self._fail(line)


def _request(port: int, outbox: SimulatedOutbox) -> bytes:
    report = outbox.reports[outbox.sent]
    head = (
        f"PUT {PLAYS}{report.play} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {outbox.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(report.document)}\r\n\r\n"
    )
    return head.encode() + report.document


def _whole(got: bytes) -> tuple[int, bytes] | None:
    """Status and content of an answer that has come whole."""
    head, end, body = got.partition(b"\r\n\r\n")
    if not end:
        return None
    lines = head.lower().split(b"\r\n")
    length = next((int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:")), 0)
    return (int(head.split(b" ", 2)[1]), body[:length]) if len(body) >= length else None


def _is_receipt(status: int, said: bytes, report: SampleReport) -> bool:
    if status != STORED:
        return False
    return _receipts.decode(said) == Receipt(version=report.version, digest=report.digest)
