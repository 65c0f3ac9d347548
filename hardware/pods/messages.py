"""What the Pi and a pod say to each other: payloads of frames to values and back. Pure; see `firmware/PROTOCOL.md`.

Numbers are whole and big-endian. A session is one conversation, from a welcome to the next: what belongs to another
one is of no interest any more.
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass, fields
from typing import ClassVar, get_args

from hardware.errors import HardwareError
from hardware.ports import ENCODER, KEYS, PUSH

VERSIONS = (1, 1)
"""The oldest and the newest version of the protocol that is spoken here."""

LINES = (*KEYS, PUSH, ENCODER)
"""Keys, an encoder's switch and the encoder, by their number on the wire."""

NOBODY = 255
"""In a welcome: the pod has no place at this table yet."""

PAGE_ROWS = 8
"""Rows of pixels in a page of a display; a byte is a column of a page, its lowest bit on top."""

PRIVATE = 1
"""Flag of a picture that only whoever holds PEEK may see."""
COVERED = 2
"""Flag of a state: the picture was private, and the pod has taken it away."""

TOO_OLD, TOO_NEW = 1, 2
"""Why a pod is refused."""

DISPLAY, LAMP, BUZZER = 1, 2, 4
"""What a pod may have beside its keys."""


class BadMessage(HardwareError, ValueError):
    """A payload that is no message of this version; somebody else's, or a newer one."""


@dataclass(frozen=True, slots=True)
class _Message:
    """A message: `code` is its first byte, `form` the layout of its numbers, in the order of the fields."""

    code: ClassVar[int]
    form: ClassVar[struct.Struct]
    rest: ClassVar[bool] = False

    def pack(self) -> bytes:
        """The payload."""
        values = list(astuple(self))
        tail = _tail_bytes(values.pop()) if self.rest else b""
        return bytes((self.code,)) + self.form.pack(*values) + tail

    def check(self) -> None:
        """Raise BadMessage for numbers that no partner sends."""


def _tail_bytes(value: str | bytes | tuple[int, ...]) -> bytes:
    """The last field of a message that may be of any length."""
    if isinstance(value, str):
        return value.encode()
    return value if isinstance(value, bytes) else b"".join(number.to_bytes(2, "big") for number in value)


# -- from the Pi ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask(_Message):
    """Who is there? Sent every second until a hello comes; with the versions spoken here."""

    code = 0x01
    form = struct.Struct(">BB")
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Welcome(_Message):
    """A session begins, in `version`: the pod is dark, counts its keys from 1, and forgets what it had not told.

    `place` is its seat, 0 for the panel, `NOBODY` when it has none.
    """

    code = 0x02
    form = struct.Struct(">BHB")
    version: int
    session: int
    place: int


@dataclass(frozen=True, slots=True)
class Refuse(_Message):
    """No version is spoken by both. `reason` is `TOO_OLD` or `TOO_NEW`, said of the pod, which shows what to do."""

    code = 0x03
    form = struct.Struct(">BBB")
    low: int
    high: int
    reason: int


@dataclass(frozen=True, slots=True)
class Ping(_Message):
    """Sent every second, and after changes: the pod answers with its state, and with this count."""

    code = 0x04
    form = struct.Struct(">HB")
    session: int
    count: int


@dataclass(frozen=True, slots=True)
class Ack(_Message):
    """A key has arrived and will not be taken a second time."""

    code = 0x05
    form = struct.Struct(">HH")
    session: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Page(_Message):
    """Eight rows of the next picture, one byte a column. They are not shown before a show."""

    code = 0x06
    form = struct.Struct(">HB")
    rest = True
    session: int
    page: int
    columns: bytes

    def check(self) -> None:
        if not 1 <= len(self.columns) <= 128 or self.page > 7:
            raise BadMessage(f"no page of a display: {self.page} with {len(self.columns)} columns")


@dataclass(frozen=True, slots=True)
class Show(_Message):
    """Show the pages as `picture`, from 1, if `crc` is that of all pages together; else leave what is shown."""

    code = 0x07
    form = struct.Struct(">HHBH")
    session: int
    picture: int
    flags: int
    crc: int


@dataclass(frozen=True, slots=True)
class SetLamp(_Message):
    """The lamp's colour and `pattern`: 0 off, 1 steady, 2 slow, 3 quick."""

    code = 0x08
    form = struct.Struct(">HBBBB")
    session: int
    red: int
    green: int
    blue: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Buzz(_Message):
    """The buzzer is heard once when `count` is another than the last, in `pattern`: 1 short, 2 long, 3 twice."""

    code = 0x09
    form = struct.Struct(">HBB")
    session: int
    count: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Bye(_Message):
    """The session is over: the pod goes dark, and waits to be asked again."""

    code = 0x0A
    form = struct.Struct(">H")
    session: int


# -- from the pod --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello(_Message):
    """Who is here: after power-on, and when asked.

    `low` and `high` are the versions it speaks; `keys` has a bit for each of `LINES`, `parts` those of `DISPLAY`,
    `LAMP`, `BUZZER`; `reset` says why it started (1 power, 2 watchdog, 3 on demand). `name` is what its owners call it.
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
        """Pages of its display."""
        return self.height // PAGE_ROWS if self.parts & DISPLAY else 0


@dataclass(frozen=True, slots=True)
class State(_Message):
    """How the pod is, in answer to a ping, whose `count` it repeats: everything sent before that ping has arrived or
    never will.

    `picture` is the last one shown, 0 before the first; `held` has a bit for each of `LINES` that is down; `waiting`
    counts the keys it has not been able to tell; `pages` are the CRCs of the pages of the next picture.
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
class Key(_Message):
    """A key changed, or the encoder turned: the oldest of those not yet acknowledged, again and again for a second.

    `sequence` counts from 1 and goes round; `picture` is the one that could be seen, 0 for none; `line` is a place in
    `LINES`; `change` is 1 down, 0 up, or the detents turned; `age` is how many milliseconds ago it was.
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


FromPi = Ask | Welcome | Refuse | Ping | Ack | Page | Show | SetLamp | Buzz | Bye
FromPod = Hello | State | Key
AnyMessage = FromPi | FromPod

_KINDS: dict[int, type[AnyMessage]] = {kind.code: kind for kind in (*get_args(FromPi), *get_args(FromPod))}


def parse(payload: bytes) -> AnyMessage:
    """The message in a frame. Raises BadMessage."""
    kind = _KINDS.get(payload[0]) if payload else None
    if kind is None:
        raise BadMessage(f"no message of this version: {payload[:1].hex()}")
    body, size = payload[1:], kind.form.size
    if len(body) < size or (len(body) > size and not kind.rest):
        raise BadMessage(f"{kind.__name__} of {len(body)} bytes, not {size}")
    values: list[object] = list(kind.form.unpack(body[:size]))
    if kind.rest:
        values.append(_tail(kind, body[size:]))
    message = kind(*values)  # type: ignore[arg-type]  # as many and of the kinds that `form` says
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
        if len(tail) % 2 or len(tail) > 16:
            raise BadMessage(f"check sums of pages in {len(tail)} bytes")
        return tuple(int.from_bytes(tail[at : at + 2], "big") for at in range(0, len(tail), 2))
    return tail


def named(message: AnyMessage) -> dict[str, object]:
    """The fields of a message by name, as JSON has them: bytes in hexadecimal."""
    values = {field.name: getattr(message, field.name) for field in fields(message)}
    plain = {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}
