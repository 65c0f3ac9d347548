"""Frames on the line to a pod: what is in one arrives whole or not at all. Pure; see `firmware/PROTOCOL.md`.

A payload of 1 to `MOST` bytes gets a CRC-16, both are stuffed by COBS so that no zero is left in them, and a zero
stands before and after. Whatever happens to the line, a reader is in step again at the next zero.
"""

from __future__ import annotations

from binascii import crc_hqx

from cobs import cobs  # type: ignore[import-untyped]

MOST = 192
"""Bytes of the longest payload."""
LONGEST = MOST + 2 + 1
"""Bytes between two zeros at most: payload, CRC, and the one byte that COBS adds to fewer than 254."""
START = 0xFFFF
"""What the CRC begins with: CRC-16/IBM-3740, polynomial 0x1021, most significant bit first."""


def crc16(data: bytes) -> int:
    """The check sum of `data`, 0 to 0xFFFF; 0x29B1 for the digits 1 to 9."""
    return crc_hqx(data, START)


def encode(payload: bytes) -> bytes:
    """A payload as it goes on the line. Raises ValueError when it is empty or longer than `MOST`."""
    if not 1 <= len(payload) <= MOST:
        raise ValueError(f"a frame holds 1 to {MOST} bytes, not {len(payload)}")
    stuffed: bytes = cobs.encode(payload + crc16(payload).to_bytes(2, "big"))
    return b"\0" + stuffed + b"\0"


class FrameReader:
    """Finds the payloads in a stream of bytes, however it is cut. Keeps at most `LONGEST` bytes.

    `damaged` counts what was between two zeros and no frame.
    """

    def __init__(self) -> None:
        self.damaged = 0
        self._kept = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that ended in `data`, in order. Raises nothing."""
        *ended, rest = data.split(b"\0")
        found = [payload for part in ended if (payload := self._end(part)) is not None]
        self._keep(rest)
        return found

    @property
    def waiting(self) -> int:
        """Bytes kept of a frame that has not ended."""
        return len(self._kept)

    def _keep(self, part: bytes) -> None:
        if self._lost or len(self._kept) + len(part) > LONGEST:
            # Too long for a frame: nothing of it is of use until the next zero.
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
    """The payload of what was between two zeros; None when it is damaged."""
    try:
        whole: bytes = cobs.decode(stuffed)
    except cobs.DecodeError:
        return None
    payload, check = whole[:-2], whole[-2:]
    return payload if payload and crc16(payload).to_bytes(2, "big") == check else None
