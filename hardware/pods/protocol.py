"""Numbers of the protocol between host and pod, and the base class of its messages; see `firmware/PROTOCOL.md`."""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from typing import ClassVar

from hardware.errors import HardwareError
from hardware.ports import ENCODER, KEYS, PUSH

VERSIONS = (1, 1)
"""Oldest and newest supported protocol version."""

LINES = (*KEYS, PUSH, ENCODER)
"""Keys, encoder switch and encoder, by their number in the protocol."""

NO_SEAT = 255
"""Place in a welcome to a pod without a seat."""

PAGE_ROWS = 8
"""Pixel rows per display page; a byte is a column, lowest bit on top."""

PRIVATE = 1
"""Flag of a picture that only the holder of PEEK may see."""
COVERED = 2
"""State flag: the pod has removed a private picture."""

TOO_OLD, TOO_NEW = 1, 2
"""Reasons to refuse a pod: the pod is older, or newer, than supported."""

DISPLAY, LAMP, BUZZER = 1, 2, 4
"""Bits of the parts of a pod besides its keys."""


class BadMessage(HardwareError, ValueError):
    """Not a message of this version."""


@dataclass(frozen=True, slots=True)
class Message:
    """Base of messages. `code` is the first byte; `form` the struct layout of the numbers, in field order; `rest`
    whether a last field of variable length follows.
    """

    code: ClassVar[int]
    form: ClassVar[struct.Struct]
    rest: ClassVar[bool] = False

    def pack(self) -> bytes:
        """The payload."""
        values = list(astuple(self))
        tail = tail_bytes(values.pop()) if self.rest else b""
        return bytes((self.code,)) + self.form.pack(*values) + tail

    def check(self) -> None:
        """Raise BadMessage for out-of-range numbers."""


def tail_bytes(value: str | bytes | tuple[int, ...]) -> bytes:
    """The last field of a message that may be of any length."""
    if isinstance(value, str):
        return value.encode()
    return value if isinstance(value, bytes) else b"".join(number.to_bytes(2, "big") for number in value)
