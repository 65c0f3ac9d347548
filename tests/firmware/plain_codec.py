"""Frames as `firmware/PROTOCOL.md` describes them, written a second time and as plainly as possible: the vectors must
not be right only because one program made and read them.
"""

from __future__ import annotations


def crc16(data: bytes) -> int:
    """Bit by bit."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def stuff(data: bytes) -> bytes:
    """COBS of fewer than 254 bytes: each zero becomes the way to the next, the first way stands in front."""
    out = bytearray()
    for part in data.split(b"\0"):
        out.append(len(part) + 1)
        out += part
    return bytes(out)


def unstuff(data: bytes) -> bytes | None:
    """Back; None when the distances do not lead exactly to the end."""
    parts = []
    at = 0
    while at < len(data):
        length = data[at]
        part = data[at + 1 : at + length]
        if length == 0 or len(part) != length - 1 or 0 in part:
            return None
        parts.append(part)
        at += length
    return b"\0".join(parts) if parts else None


def frame(payload: bytes) -> bytes:
    return b"\0" + stuff(payload + crc16(payload).to_bytes(2, "big")) + b"\0"


def payloads(line: bytes) -> tuple[list[bytes], int]:
    """The payloads in all that came over a line, and how many frames were damaged."""
    found, damaged = [], 0
    for part in line.split(b"\0")[:-1]:
        if not part:
            continue
        whole = unstuff(part) if len(part) <= 195 else None
        if whole is not None and len(whole) > 2 and crc16(whole[:-2]).to_bytes(2, "big") == whole[-2:]:
            found.append(whole[:-2])
        else:
            damaged += 1
    return found, damaged
