"""Messages from the host to a pod."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from hardware.pods.protocol import BadMessage, Message


@dataclass(frozen=True, slots=True)
class Ask(Message):
    """Asks for a hello, every second until a session begins. `low` and `high` are the supported versions."""

    code = 0x01
    form = struct.Struct(">BB")
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """Start of a session in `version`: display and lamp of the pod go dark, it counts keys from 1 and buzzes from 0,
    and drops unsent events. `place` is its seat, 0 for the panel, `NO_SEAT` for none.
    """

    code = 0x02
    form = struct.Struct(">BHB")
    version: int
    session: int
    place: int


@dataclass(frozen=True, slots=True)
class Refuse(Message):
    """No common version: `reason` is `TOO_OLD` or `TOO_NEW`. The pod shows what to update."""

    code = 0x03
    form = struct.Struct(">BBB")
    low: int
    high: int
    reason: int


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Sent every second, and after changes; the pod answers with its state and this count."""

    code = 0x04
    form = struct.Struct(">HB")
    session: int
    count: int


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """A key event was received."""

    code = 0x05
    form = struct.Struct(">HH")
    session: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Page(Message):
    """Eight rows of the next picture, one byte a column; displayed by Show."""

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
class Show(Message):
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
class SetLamp(Message):
    """Colour and `pattern` of the lamp: 0 off, 1 steady, 2 slow, 3 quick."""

    code = 0x08
    form = struct.Struct(">HBBBB")
    session: int
    red: int
    green: int
    blue: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Buzz(Message):
    """Sound once if `count` differs from the last, in `pattern`: 1 short, 2 long, 3 twice."""

    code = 0x09
    form = struct.Struct(">HBB")
    session: int
    count: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Bye(Message):
    """End of the session: the pod goes dark and waits to be asked."""

    code = 0x0A
    form = struct.Struct(">H")
    session: int


HostMessage = Ask | Welcome | Refuse | Ping | Ack | Page | Show | SetLamp | Buzz | Bye
