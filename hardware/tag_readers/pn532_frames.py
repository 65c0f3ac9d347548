"""Frames between a host and the chip PN532, the same on a serial line and on I2C (NXP UM0701-02, section 6.2).

A frame is `00 00 FF`, the length and its complement, the data, their checksum and `00`. The data begin with `D4` to
the chip and with `D5` from it, then the number of the command, one higher in an answer.
"""

from __future__ import annotations

from dataclasses import dataclass

START = b"\x00\xff"
ACK = b"\x00\x00\xff\x00\xff\x00"
"""From the chip: the command has come. From the host: the chip stops what it does."""
NACK = b"\x00\x00\xff\xff\x00\x00"
"""The last frame came damaged: send it again."""
TO_CHIP, FROM_CHIP = 0xD4, 0xD5
LONGEST = 255
"""Data of a frame. Longer ones, which the chip has for file transfers, are not used here."""

FIRMWARE, SAM, RADIO, LIST_TARGETS = 0x02, 0x14, 0x32, 0x4A
"""GetFirmwareVersion, SAMConfiguration, RFConfiguration, InListPassiveTarget."""
TYPE_A = 0x00
"""ISO 14443 A at 106 kbit/s: NTAG, MIFARE, DESFire."""
RANDOM = 0x08
"""The first byte of a number of four bytes that is another one each time: phones and passports (ISO 14443-3)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the chip answered: the command, and the data behind its number."""

    command: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Sign:
    """`ack`: the chip has understood. Else it asks for the frame again or refuses it, or its own came damaged."""

    ack: bool


def frame(command: int, *more: int) -> bytes:
    """A command to the chip."""
    data = bytes((TO_CHIP, command, *more))
    return b"\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + data + bytes((-sum(data) & 0xFF, 0))


class FrameReader:
    """Finds frames in what comes, whatever stands between them."""

    def __init__(self) -> None:
        self._came = b""

    def feed(self, came: bytes) -> list[Answer | Sign]:
        """The frames that are whole by now."""
        self._came += came
        found: list[Answer | Sign] = []
        while (start := self._came.find(START)) >= 0:
            rest = self._came[start + len(START) :]
            if len(rest) < 2:
                break
            length, check = rest[0], rest[1]
            if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
                found.append(Sign(ack=length == 0))
                self._came = rest[2:]
            elif (length + check) & 0xFF or not length:
                self._came = rest
            elif len(rest) < length + 3:
                break
            else:
                data, self._came = rest[2 : length + 2], rest[length + 3 :]
                found.extend(_meant(data) if (sum(data) + rest[length + 2]) & 0xFF == 0 else [Sign(ack=False)])
        self._came = self._came[-(LONGEST + 8) :]
        return found


def _meant(data: bytes) -> list[Answer | Sign]:
    if data[0] == FROM_CHIP and len(data) > 1:
        return [Answer(data[1] - 1, data[2:])]
    return [Sign(ack=False)] if data == b"\x7f" else []


def number_of(answer: bytes) -> str:
    """The number of the tag in an answer to `LIST_TARGETS`, in hexadecimal; empty if there is none, or if it is another
    one each time. Raises ValueError if the answer is none.
    """
    if not answer:
        raise ValueError("an answer without a count")
    if not answer[0]:
        return ""
    if len(answer) < 6 or len(answer) < 6 + answer[5] or answer[5] not in (4, 7, 10):
        raise ValueError("an answer that ends too early")
    number = answer[6 : 6 + answer[5]]
    return "" if len(number) == 4 and number[0] == RANDOM else number.hex()
