"""GPIO chips without a kernel, under the real `gpiod`: its `Chip` and `LineRequest`, as far as the factory needs them.

As the kernel does it: a line has one user at a time (EBUSY), a bias pulls where nothing outside drives, edges are
queued with time stamps of the monotonic clock and dropped from the front when nobody reads, a request's file can be
waited for, an input cannot be set (EPERM), an output has no edges (EINVAL), a chip that was pulled out answers ENODEV.
A released output stays one, as newer kernels for the Pi have it; a line that nobody drives or pulls is low, as with a
lamp at it. Not as the kernel: contacts are not debounced, and reading without an edge fails instead of waiting.
`line_checks.py` asks the same of this and of a kernel.
"""

from __future__ import annotations

import errno
import os
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge, Value

HEADER = "pinctrl-bcm2711"
LINES = 58


class Line:
    """What is wired to a line, and how it is set."""

    def __init__(self) -> None:
        self.outside: bool | None = None
        self.settings = gpiod.LineSettings(direction=Direction.INPUT)
        self.output = False
        self.high = False
        self.request: FakeRequest | None = None
        self.count = 0

    def level(self) -> bool:
        if self.settings.direction is Direction.OUTPUT:
            return self.output
        return self.settings.bias is Bias.PULL_UP if self.outside is None else self.outside


class FakeLines:
    """A machine with a header's chip, and others on demand. `changed` is told each line that goes high or low."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = RLock()
        self.chips: dict[str, tuple[str, dict[int, Line]]] = {}
        self.refused: dict[str, int] = {}
        self.gone: set[str] = set()
        self.changed: Callable[[int, bool], None] = lambda *_: None
        self.add(0, HEADER)

    def take(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be the machine's chips."""
        monkeypatch.setattr("gpiod.Chip", lambda path: FakeChip(self, path))
        monkeypatch.setattr("hardware.pi.gpiod_pins.DEVICES", self.folder)

    def add(self, number: int, label: str) -> str:
        """One more chip; its path."""
        path = self.folder / f"gpiochip{number}"
        path.touch()
        self.chips[str(path)] = (label, {offset: Line() for offset in range(LINES)})
        return str(path)

    def pull_out(self, number: int = 0) -> None:
        """The chip is gone, and whoever waits for its edges is woken."""
        path = str(self.folder / f"gpiochip{number}")
        self.gone.add(path)
        for line in self.chips[path][1].values():
            if line.request is not None:
                os.eventfd_write(line.request.fd, 1)

    def drive(self, number: int, high: bool | None, at: int | None = None) -> None:
        """Drive a line from outside, or let it go. `at`: the time stamp of the edge, now if missing."""
        with self.lock:
            line = self._line(number)
            line.outside = high
            self.settle(number, line, at)

    def level(self, number: int) -> bool:
        """What is measured at the line."""
        return self._line(number).high

    def taken(self) -> set[int]:
        """Lines that somebody has."""
        chips = (lines for _, lines in self.chips.values())
        return {number for lines in chips for number, line in lines.items() if line.request is not None}

    def settings(self, number: int) -> gpiod.LineSettings:
        return self._line(number).settings

    def settle(self, number: int, line: Line, at: int | None = None) -> None:
        """Take over the level that follows from what is driven and set, with an edge if somebody wants it."""
        was, line.high = line.high, line.level()
        if was == line.high:
            return
        self.changed(number, line.high)
        wanted = {Edge.BOTH, Edge.RISING if line.high else Edge.FALLING}
        if line.request is not None and line.settings.edge_detection in wanted:
            line.count += 1
            kind = gpiod.EdgeEvent.Type.RISING_EDGE if line.high else gpiod.EdgeEvent.Type.FALLING_EDGE
            stamp = time.monotonic_ns() if at is None else at
            line.request.queue(gpiod.EdgeEvent(kind.value, stamp, number, line.count, line.count))

    def _line(self, number: int) -> Line:
        header = next(lines for label, lines in self.chips.values() if label.startswith("pinctrl"))
        return header[number]


class FakeChip:
    """An open chip."""

    def __init__(self, machine: FakeLines, path: str) -> None:
        if path in machine.gone or path not in machine.chips:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if path in machine.refused:
            raise OSError(machine.refused[path], os.strerror(machine.refused[path]))
        self._machine = machine
        self.path = path
        self.label, self._lines = machine.chips[path]
        self.open = True

    def __enter__(self) -> FakeChip:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self.open = False

    def get_info(self) -> gpiod.ChipInfo:
        return gpiod.ChipInfo(Path(self.path).name, self.label, len(self._lines))

    def request_lines(
        self, config: dict[int, gpiod.LineSettings], consumer: str | None = None, event_buffer_size: int | None = None
    ) -> FakeRequest:
        if not self.open:
            raise gpiod.ChipClosedError
        [(offset, settings)] = config.items()
        if offset not in self._lines:
            raise ValueError("line offset of out range")
        with self._machine.lock:
            if self.path in self._machine.gone:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            if self._lines[offset].request is not None:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            request = FakeRequest(self._machine, self.path, offset, self._lines[offset], event_buffer_size or 16)
            self._lines[offset].request = request
            request.reconfigure_lines({offset: settings})
        return request


class FakeRequest:
    """A line that somebody has."""

    def __init__(self, machine: FakeLines, path: str, offset: int, line: Line, queued: int) -> None:
        self._machine = machine
        self._path = path
        self._offset = offset
        self._line: Line | None = line
        self._events: deque[gpiod.EdgeEvent] = deque(maxlen=queued)
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def __bool__(self) -> bool:
        return self._line is not None

    def release(self) -> None:
        with self._machine.lock:
            if self._line is not None:
                self._line.request = None
                self._line = None
                os.close(self.fd)

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        with self._machine.lock:
            line, settings = self._held(), config[self._offset]
            output = settings.direction is Direction.OUTPUT
            if output and (settings.edge_detection is not Edge.NONE or settings.debounce_period):
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            line.settings = settings
            line.output = bool(settings.output_value)
            self._machine.settle(self._offset, line)

    def get_value(self, offset: int) -> Value:
        with self._machine.lock:
            return Value.ACTIVE if self._held().high else Value.INACTIVE

    def set_value(self, offset: int, value: Value) -> None:
        with self._machine.lock:
            line = self._held()
            if line.settings.direction is not Direction.OUTPUT:
                raise OSError(errno.EPERM, os.strerror(errno.EPERM))
            line.output = bool(value)
            self._machine.settle(self._offset, line)

    def read_edge_events(self, max_events: int | None = None) -> list[gpiod.EdgeEvent]:
        with self._machine.lock:
            self._held()
            assert self._events, "a kernel would wait here"
            os.eventfd_read(self.fd)
            events = [*self._events]
            self._events.clear()
        return events

    def queue(self, event: Any) -> None:
        """An edge, as the kernel queues it."""
        self._events.append(event)
        os.eventfd_write(self.fd, 1)

    def _held(self) -> Line:
        if self._line is None:
            raise gpiod.RequestReleasedError
        if self._path in self._machine.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return self._line
