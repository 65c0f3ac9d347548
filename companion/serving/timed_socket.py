"""Socket I/O with deadlines, below cheroot's reader and writer."""

from __future__ import annotations

import os
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from cheroot.makefile import StreamReader, StreamWriter

WhileWaiting = Callable[[], AbstractContextManager[None]]


class TimedSocketIO(socket.SocketIO):
    """Socket I/O with deadlines. ``gathered`` was received before a thread was used; the rest must arrive by ``until``,
    and writes finish by ``taken_by`` (monotonic, None: no limit). ``waiting`` is entered while a thread waits.
    """

    def __init__(self, sock: socket.socket, mode: Any, waiting: WhileWaiting) -> None:
        super().__init__(sock, mode)
        self._waiting = waiting
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
        with self._waiting(), self._hurried(self.until):
            return super().readinto(buffer)

    def write(self, data: Any) -> int | None:
        if self._is_plain:
            with suppress(BlockingIOError):
                return os.write(self._wire.fileno(), data)
        with self._waiting(), self._hurried(self.taken_by):
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


class TimedReader(StreamReader):
    """Cheroot's buffered reader over a timed socket."""

    def __init__(self, wire: TimedSocketIO, size: int) -> None:
        super(StreamReader, self).__init__(wire, size)
        self._wire = wire
        self.bytes_read = 0

    def has_data(self) -> bool:
        """Whether more than the request that was read has come already."""
        return bool(super().has_data() or self._wire.gathered)  # type: ignore[no-untyped-call]


class TimedWriter(StreamWriter):
    """Cheroot's buffered writer over a timed socket."""

    def __init__(self, wire: TimedSocketIO, size: int) -> None:
        super(StreamWriter, self).__init__(wire, size)
        self.bytes_written = 0
