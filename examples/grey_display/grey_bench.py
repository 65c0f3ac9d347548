"""An SSD1327 at the end of a fake I2C bus, for the contract tests."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any
from unittest.mock import patch

from grey_display import DRIVER, SIZE
from PIL import Image

from companion.game_tests.drivers.driver_bench import DriverBench
from hardware.ports import DevicePart

_ONE = (0x81, 0xA0, 0xA1, 0xA2, 0xA8, 0xAB, 0xB1, 0xB3, 0xB6, 0xBC, 0xBE, 0xD5)
_ARGUMENTS = {0x15: 2, 0x75: 2, 0xB8: 8, **dict.fromkeys(_ONE, 1)}


class Chip:
    """Its memory, a nibble a pixel, and the window that is written next."""

    def __init__(self) -> None:
        self.on = False
        self.memory = [bytearray(SIZE[0] // 2) for _ in range(SIZE[1])]
        self._window = (0, 0, 63, 127)
        self._at = (0, 0)
        self._waiting: list[int] = []

    def command(self, sent: Iterable[int]) -> None:
        for byte in sent:
            self._waiting.append(byte)
            if len(self._waiting) > _ARGUMENTS.get(self._waiting[0], 0):
                first, *more = self._waiting
                self._waiting = []
                self._obey(first, more)

    def data(self, sent: Iterable[int]) -> None:
        left, top, right, bottom = self._window
        x, y = self._at
        for byte in sent:
            self.memory[y][x] = byte
            x, y = (x + 1, y) if x < right else (left, y + 1 if y < bottom else top)
        self._at = (x, y)

    def _obey(self, command: int, more: list[int]) -> None:
        left, top, right, bottom = self._window
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command == 0x15:
            self._window = (more[0], top, more[1], bottom)
        elif command == 0x75:
            self._window = (left, more[0], right, more[1])
        if command in (0x15, 0x75):
            self._at = self._window[:2]


class GreyBus:
    """Bus 1 with a display at 0x3C, which is unplugged and plugged in."""

    def __init__(self) -> None:
        self._chip: Chip | None = Chip()
        self._patch = patch("smbus2.SMBus", lambda _number: self)

    def __enter__(self) -> GreyBus:
        self._patch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._patch.stop()

    # -- as the bus of smbus2 ------------------------------------------------------------------------------------------

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self._write(address, [register, *data])

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self._write(message.addr, list(message))

    def close(self) -> None:
        """Do nothing: the same fake bus is opened again."""

    def _write(self, address: int, sent: list[int]) -> None:
        if self._chip is None or address != 0x3C:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        control, *rest = sent
        (self._chip.data if control == 0x40 else self._chip.command)(rest)

    # -- as a bench ----------------------------------------------------------------------------------------------------

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        return {"bus": 1, "address": 0x3C}

    def press(self, place: int, line: str) -> None:
        raise NotImplementedError("it has no keys")

    def let_go(self, place: int, line: str) -> None:
        raise NotImplementedError("it has no keys")

    def turn(self, place: int, steps: int) -> None:
        raise NotImplementedError("it has no knob")

    def read(self, place: int, code: str) -> None:
        raise NotImplementedError("it has no reader")

    def lit(self, place: int) -> bool:
        raise NotImplementedError("it has no lamp")

    def sounded(self, place: int) -> int:
        raise NotImplementedError("it has no buzzer")

    def seen(self, place: int) -> Image.Image:
        image = Image.new("1", SIZE)
        if self._chip is not None and self._chip.on:
            for y, row in enumerate(self._chip.memory):
                for x, pair in enumerate(row):
                    image.putpixel((2 * x, y), bool(pair & 0x0F))
                    image.putpixel((2 * x + 1, y), bool(pair & 0xF0))
        return image

    def unplug(self) -> None:
        self._chip = None

    def plug(self) -> None:
        self._chip = Chip()


BENCHES = (DriverBench("grey-display", DRIVER, ((1, "display"),), GreyBus),)
