"""One thread for the edges of all lines, which tells them in the order in which they happened.

Each line has a queue of its own in the kernel, which an interrupt thread of its own fills: what is read first need not
have happened first. So an edge is held back until nothing older can come.
"""

from __future__ import annotations

import logging
import os
import select
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock, Thread
from typing import NamedTuple

logger = logging.getLogger(__name__)

HOLD = 2_000_000
"""Long enough for a Pi's interrupt threads, and not noticed by a finger."""


class LineEdge(NamedTuple):
    """A line went high or low. ``at``: nanoseconds of the monotonic clock."""

    at: int
    high: bool


@dataclass(frozen=True, slots=True, eq=False)
class WatchedLine:
    """A line with edges. ``read`` returns those that wait at ``fd``, one at least if it is readable. ``told`` is called
    in the edge thread. Edges before ``since``, in nanoseconds, do not count.
    """

    fd: int
    read: Callable[[], Iterable[LineEdge]]
    told: Callable[[LineEdge], None]
    since: int = 0


class EdgeThread:
    """The thread. It starts with the first watched line and sleeps while there is no edge.

    ``hold``: nanoseconds that an edge is held back after its time stamp.
    """

    def __init__(self, hold: int = HOLD) -> None:
        self._hold = hold
        self._watched: dict[int, WatchedLine] = {}
        self._held: list[tuple[LineEdge, WatchedLine]] = []
        self._lock = Lock()
        self._epoll = select.epoll()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._epoll.register(self._bell, select.EPOLLIN)
        self._thread: Thread | None = None
        self._closed = False

    def watch(self, line: WatchedLine) -> None:
        """Tell the edges of a line from now on."""
        with self._lock:
            self._watched[line.fd] = line
            self._epoll.register(line.fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="edges", daemon=True)
                self._thread.start()

    def leave(self, line: WatchedLine) -> None:
        """Read and tell a line no more; an edge that is being told may still end. Idempotent."""
        with self._lock:
            self._drop(line)

    def close(self) -> None:
        """End the thread. Idempotent."""
        if self._closed:
            return
        self._closed = True
        os.eventfd_write(self._bell, 1)
        if self._thread is not None:
            self._thread.join()
        self._epoll.close()
        os.close(self._bell)

    def _drop(self, line: WatchedLine) -> None:
        if self._watched.get(line.fd) is line:
            del self._watched[line.fd]
            self._epoll.unregister(line.fd)

    def _run(self) -> None:
        while not self._closed:
            self._epoll.poll(self._patience())
            for edge, line in self._due():
                self._tell(edge, line)

    def _patience(self) -> float | None:
        """Seconds until an edge is due; None without one."""
        if not self._held:
            return None
        return max(min(edge.at for edge, _ in self._held) + self._hold - time.monotonic_ns(), 0) / 1e9

    def _due(self) -> list[tuple[LineEdge, WatchedLine]]:
        """Read what waits; edges that are old enough, in order."""
        with self._lock:
            # asked again under the lock: a line that was readable may have left, and its number may be another's
            for fd, _ in self._epoll.poll(0):
                if fd in self._watched:
                    self._read(self._watched[fd])
            limit = time.monotonic_ns() - self._hold
            held = sorted(self._held, key=lambda each: each[0].at)
            self._held = [each for each in held if each[0].at > limit]
            return held[: len(held) - len(self._held)]

    def _read(self, line: WatchedLine) -> None:
        try:
            self._held += [(edge, line) for edge in line.read() if edge.at >= line.since]
        except OSError:
            # or else it would be readable for ever
            logger.warning("edges of a line can no longer be read", exc_info=True)
            self._drop(line)

    def _tell(self, edge: LineEdge, line: WatchedLine) -> None:
        if self._watched.get(line.fd) is line:
            try:
                line.told(edge)
            except Exception:  # of whoever listens: the other lines go on
                logger.exception("an edge was not taken")
