"""Messages between host and pod, and how a payload is decoded. Pure; see `firmware/PROTOCOL.md`.

Numbers are unsigned or signed big-endian integers. A session lasts from one welcome to the next; messages of other
sessions are ignored.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, fields
from typing import get_args

from hardware.pods.protocol import DISPLAY, LINES, PAGE_ROWS, BadMessage, LineMessage
from hardware.ports import ENCODER


@dataclass(frozen=True, slots=True)
class Ask(LineMessage):
    """Asks for a hello, every second until a session begins. `low` and `high` are the supported versions."""

    code = 0x01
    form = struct.Struct(">BB")
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Welcome(LineMessage):
    """Start of a session in `version`: display and lamp of the pod go dark, it counts keys from 1 and buzzes from 0,
    and drops unsent events. `place` is its seat, 0 for the panel, `NO_SEAT` for none.
    """

    code = 0x02
    form = struct.Struct(">BHB")
    version: int
    session: int
    place: int


@dataclass(frozen=True, slots=True)
class Refuse(LineMessage):
    """No common version: `reason` is `TOO_OLD` or `TOO_NEW`. The pod shows what to update."""

    code = 0x03
    form = struct.Struct(">BBB")
    low: int
    high: int
    reason: int


@dataclass(frozen=True, slots=True)
class Ping(LineMessage):
    """Sent every second, and after changes; the pod answers with its state and this count."""

    code = 0x04
    form = struct.Struct(">HB")
    session: int
    count: int


@dataclass(frozen=True, slots=True)
class Ack(LineMessage):
    """A key event was received."""

    code = 0x05
    form = struct.Struct(">HH")
    session: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Page(LineMessage):
    """Eight rows of the next picture, one byte a column; displayed by Show."""

    code = 0x06
    form = struct.Struct(">HB")
    rest = True
    session: int
    page: int
    columns: bytes

    def check(self) -> None:
        if not 1 <= len(self.columns) <= 128 or self.page > 15:
            raise BadMessage(f"no page of a display: {self.page} with {len(self.columns)} columns")


@dataclass(frozen=True, slots=True)
class Show(LineMessage):
    """Display the pages as `picture`, from 1, if `crc` matches all of them; else keep the present picture. `flags` is
    `PRIVATE` or 0.
    """

    code = 0x07
    form = struct.Struct(">HHBH")
    session: int
    picture: int
    flags: int
    crc: int


@dataclass(frozen=True, slots=True)
class SetLamp(LineMessage):
    """Colour and `pattern` of the lamp: 0 off, 1 steady, 2 slow, 3 quick."""

    code = 0x08
    form = struct.Struct(">HBBBB")
    session: int
    red: int
    green: int
    blue: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Buzz(LineMessage):
    """Sound once if `count` differs from the last, in `pattern`: 1 short, 2 long, 3 twice."""

    code = 0x09
    form = struct.Struct(">HBB")
    session: int
    count: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Bye(LineMessage):
    """End of the session: the pod goes dark and waits to be asked."""

    code = 0x0A
    form = struct.Struct(">H")
    session: int


HostMessage = Ask | Welcome | Refuse | Ping | Ack | Page | Show | SetLamp | Buzz | Bye


@dataclass(frozen=True, slots=True)
class Hello(LineMessage):
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
        if self.parts & DISPLAY and (not 1 <= self.width <= 128 or self.height not in (32, 64, 128)):
            raise BadMessage(f"no display of a pod: {self.width}x{self.height}")

    @property
    def pages(self) -> int:
        """Number of pages of its display, 0 without one."""
        return self.height // PAGE_ROWS if self.parts & DISPLAY else 0


@dataclass(frozen=True, slots=True)
class State(LineMessage):
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
class Key(LineMessage):
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


AnyMessage = HostMessage | PodMessage

_KINDS: dict[int, type[AnyMessage]] = {kind.code: kind for kind in get_args(AnyMessage)}


def parse(payload: bytes) -> AnyMessage:
    """Decode a payload. Raises BadMessage."""
    kind = _KINDS.get(payload[0]) if payload else None
    if kind is None:
        raise BadMessage(f"no message of this version: {payload[:1].hex()}")
    body, size = payload[1:], kind.form.size
    if len(body) < size or (len(body) > size and not kind.rest):
        raise BadMessage(f"{kind.__name__} of {len(body)} bytes, not {size}")
    values: list[object] = list(kind.form.unpack(body[:size]))
    if kind.rest:
        values.append(_tail(kind, body[size:]))
    message = kind(*values)  # type: ignore[arg-type]  # `form` gives their number and types
    message.check()
    return message


def _tail(kind: type[AnyMessage], tail: bytes) -> object:
    """The last field, of any length."""
    if kind is Hello:
        try:
            return tail.decode()
        except UnicodeDecodeError as error:
            raise BadMessage("a name that is no text") from error
    if kind is State:
        if len(tail) % 2 or len(tail) > 32:
            raise BadMessage(f"check sums of pages in {len(tail)} bytes")
        return tuple(int.from_bytes(tail[at : at + 2], "big") for at in range(0, len(tail), 2))
    return tail


def named(message: AnyMessage) -> dict[str, object]:
    """Fields of a message by name, for JSON; bytes in hexadecimal."""
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    plain = {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}
