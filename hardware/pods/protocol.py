"""Numbers and frames of the protocol between host and pod, and the base class of its messages; see
`firmware/PROTOCOL.md`.

A payload of 1 to `MOST` bytes plus CRC-16 is COBS-encoded, so that it contains no zero, and enclosed in zeros. After
any error, a reader resynchronises at the next zero.
"""

from __future__ import annotations

import struct
from binascii import crc_hqx
from dataclasses import astuple, dataclass
from typing import ClassVar

from cobs import cobs  # type: ignore[import-untyped]

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
class LineMessage:
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


MOST = 192
"""Bytes of the longest payload."""
LONGEST = MOST + 2 + 1
"""Most bytes between two zeros: payload, CRC, and one byte of COBS overhead."""
START = 0xFFFF
"""Initial CRC value: CRC-16/IBM-3740, polynomial 0x1021, most significant bit first."""


def crc16(data: bytes) -> int:
    """Checksum of `data`, 0 to 0xFFFF; 0x29B1 for the digits 1 to 9."""
    return crc_hqx(data, START)


def encode(payload: bytes) -> bytes:
    """Frame of a payload. Raises ValueError if it is empty or longer than `MOST`."""
    if not 1 <= len(payload) <= MOST:
        raise ValueError(f"a frame holds 1 to {MOST} bytes, not {len(payload)}")
    stuffed: bytes = cobs.encode(payload + crc16(payload).to_bytes(2, "big"))
    return b"\0" + stuffed + b"\0"


class FrameReader:
    """Extracts payloads from a byte stream, buffering at most `LONGEST` bytes. `damaged` counts invalid frames."""

    def __init__(self) -> None:
        self.damaged = 0
        self._kept = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[bytes]:
        """Payloads completed by `data`, in order. Raises nothing."""
        *ended, rest = data.split(b"\0")
        found = [payload for part in ended if (payload := self._end(part)) is not None]
        self._keep(rest)
        return found

    @property
    def waiting(self) -> int:
        """Bytes buffered of an incomplete frame."""
        return len(self._kept)

    def _keep(self, part: bytes) -> None:
        if self._lost or len(self._kept) + len(part) > LONGEST:
            # too long for a frame: skip to the next zero
            self._lost = True
            self._kept.clear()
        else:
            self._kept += part

    def _end(self, part: bytes) -> bytes | None:
        self._keep(part)
        stuffed, lost = bytes(self._kept), self._lost
        self._kept.clear()
        self._lost = False
        if not stuffed and not lost:
            return None  # two zeros, one behind a frame and one before the next
        payload = None if lost else _open(stuffed)
        self.damaged += payload is None
        return payload


def _open(stuffed: bytes) -> bytes | None:
    """Payload between two zeros; None if damaged."""
    try:
        whole: bytes = cobs.decode(stuffed)
    except cobs.DecodeError:
        return None
    payload, check = whole[:-2], whole[-2:]
    return payload if payload and crc16(payload).to_bytes(2, "big") == check else None
