"""Messages from a pod to the host."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from hardware.pods.protocol import DISPLAY, LINES, PAGE_ROWS, BadMessage, Message
from hardware.ports import ENCODER


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Identity of a pod: sent at power-on, and when asked. `low` and `high` are its protocol versions; `pod` its
    permanent number, 8 bytes; `board` 1 RP2040, 2 RP2350, 3 another; `keys` has a bit for each of `LINES`, `parts`
    those of `DISPLAY`, `LAMP`, `BUZZER`; `reset` is why it started (1 power, 2 watchdog, 3 on demand). `name` is given
    by its owners, at most 16 bytes of UTF-8.
    """

    code = 0x41
    form = struct.Struct(">BB8sBBBBBBBBB")
    rest = True
    low: int
    high: int
    pod: bytes
    board: int
    major: int
    minor: int
    patch: int
    keys: int
    parts: int
    width: int
    height: int
    reset: int
    name: str = ""

    def check(self) -> None:
        if not self.low <= self.high or len(self.name.encode()) > 16:
            raise BadMessage("no hello of a pod")
        if self.parts & DISPLAY and (not 1 <= self.width <= 128 or self.height not in (32, 64)):
            raise BadMessage(f"no display of a pod: {self.width}x{self.height}")

    @property
    def pages(self) -> int:
        """Number of pages of its display, 0 without one."""
        return self.height // PAGE_ROWS if self.parts & DISPLAY else 0


@dataclass(frozen=True, slots=True)
class State(Message):
    """State of a pod, answering the ping with this `count`: everything sent before that ping has arrived or is lost.
    `picture` is the last one shown, 0 before the first; `flags` are `PRIVATE` and `COVERED`; `held` has a bit for each
    of `LINES` that is down; `waiting` counts key events not yet acknowledged; `pages` are the CRCs of the next
    picture's pages.
    """

    code = 0x42
    form = struct.Struct(">HBHBBBBBBBB")
    rest = True
    session: int
    count: int
    picture: int
    flags: int
    red: int
    green: int
    blue: int
    pattern: int
    buzzes: int
    held: int
    waiting: int
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Key(Message):
    """Oldest unacknowledged key event, repeated for a second. `sequence` counts from 1 and wraps; `picture` is the one
    visible, 0 for none; `line` indexes `LINES`; `change` is 1 down, 0 up, or detents; `age` in milliseconds.
    """

    code = 0x43
    form = struct.Struct(">HHHBbH")
    session: int
    sequence: int
    picture: int
    line: int
    change: int
    age: int

    def check(self) -> None:
        if self.line >= len(LINES) or (LINES[self.line] != ENCODER and self.change not in (0, 1)):
            raise BadMessage(f"no key of a pod: {self.line}, {self.change}")


PodMessage = Hello | State | Key
