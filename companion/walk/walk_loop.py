"""Runs a walk: edges from the pins, lines from the terminal and time go to it, until it is over."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from companion.walk.walk_session import WalkSession
from hardware.ports import MonotonicClock
from hardware.walk.walk_devices import PinEdge, WalkDevices

LOOK = 0.05
"""Seconds between two looks at the terminal."""


class TypedLines:
    """Lines of a terminal or a pipe, without waiting for them. No thread: one that waits for a line holds up the end
    of the program. -1 for no input at all: then keys alone answer.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._begun = b""

    def take(self) -> Iterator[str]:
        """Lines that were typed since. Raises ``EOFError`` at the end of the input: Ctrl-D, or a dropped line."""
        while self._descriptor >= 0 and select.select([self._descriptor], [], [], 0)[0]:
            try:
                data = os.read(self._descriptor, 4096)
            except OSError:  # the terminal is gone
                data = b""
            if not data:
                begun, self._begun = self._begun, b""
                if begun:
                    yield begun.decode("utf-8", "replace")
                raise EOFError
            *lines, self._begun = (self._begun + data).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in lines)


class WalkLoop:
    """The loop of one walk. Levels are read when it begins."""

    def __init__(
        self, session: WalkSession, devices: WalkDevices, typed: Callable[[], Iterator[str]], clock: MonotonicClock
    ) -> None:
        self._session = session
        self._devices = devices
        self._typed = typed
        self._clock = clock
        self._inbox: SimpleQueue[PinEdge] = SimpleQueue()

    def begin(self) -> bool:
        """Listen to the pins and begin; returns whether there is any pin."""
        levels = self._devices.listen(self._inbox.put)
        self._session.begin(levels, self._clock())
        return bool(levels)

    def run(self) -> None:
        """Run until the walk, or the last question, is over."""
        while not self._session.over:
            self._devices.fetch()
            for line in self._typed():
                self._session.typed(line, self._clock())
            self._take_edges()
            # only then time: a press that waits here came before it
            self._session.tick(self._clock())

    def _take_edges(self) -> None:
        wait = LOOK
        while not self._session.over:
            try:
                edge = self._inbox.get(timeout=wait)
            except Empty:
                return
            self._session.edge(edge, self._clock())
            wait = 0
