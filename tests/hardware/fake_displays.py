"""What stands behind luma in tests: buses that keep what was sent, and chips that turn it back into a picture.

The two chips are read as their data sheets say, and only as far as that: a command that luma should not have sent, or
memory addressed wrongly, shows on the glass or raises.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, ClassVar

from PIL import Image


class Chip:
    """The memory of a display and what its registers say. `columns` and `first` are of the memory and what is seen;
    `backwards`: its modules are mounted so that a picture stands upright when columns and rows are driven backwards.
    """

    columns = 128
    first = 0
    pages = 8
    width = 128
    offset = 0
    backwards = True
    arguments: ClassVar[dict[int, int]] = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self, height: int = 64) -> None:
        self.height = height
        self.memory = [bytearray(self.columns) for _ in range(self.pages)]
        self.on = False
        self.page = self.column = 0
        self.pictures = 0
        self.inverted_columns = self.inverted_rows = False
        self._waiting: list[int] = []

    def restart(self) -> None:
        """Its plug was reseated, or its supply dipped: no register is as it was, and its memory is noise."""
        memory = bytes(number * 37 % 251 for number in range(self.pages * self.columns))
        self.__init__(self.height)  # type: ignore[misc]
        for number, row in enumerate(self.memory):
            row[:] = memory[number * self.columns : (number + 1) * self.columns]

    def command(self, bytes_: Iterable[int]) -> None:
        for byte in bytes_:
            self._waiting.append(byte)
            if len(self._waiting) > self.arguments.get(self._waiting[0], 0):
                first, *more = self._waiting
                self._waiting = []
                self.obey(first, more)

    def obey(self, command: int, more: list[int]) -> None:
        if command in (0xAE, 0xAF):
            self.on = command == 0xAF
        elif command in (0xA0, 0xA1):
            self.inverted_columns = command == 0xA1
        elif command in (0xC0, 0xC8):
            self.inverted_rows = command == 0xC8
        elif command == 0xD3:
            assert more == [self.offset], "the picture is moved"
        elif command == 0xA8:
            assert more == [self.height - 1], "rows are left out"
        elif 0x40 <= command <= 0x7F:
            assert command == 0x40, "the picture begins at another row"
        elif command in (0xA5, 0xA7):
            raise AssertionError("lit all over, or inverted")

    def data(self, bytes_: Iterable[int]) -> None:
        raise NotImplementedError

    def shines(self) -> bool:
        """Whether anything can be seen."""
        return self.on

    def seen(self) -> Image.Image:
        """The picture on the glass of a module that stands upright."""
        image = Image.new("1", (self.width, self.height))
        if not self.shines():
            return image
        assert self.inverted_columns == self.inverted_rows, "mirrored"
        for y in range(self.height):
            for x in range(self.width):
                image.putpixel((x, y), self.memory[y // 8][x + self.first] >> y % 8 & 1)
        return image if self.inverted_rows == self.backwards else image.transpose(Image.Transpose.ROTATE_180)


class Ssd1306(Chip):
    """Written in a window of columns and pages, from left to right and then the next page; from its start on in a
    single page, and without a charge pump.
    """

    arguments: ClassVar = {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, **Chip.arguments}

    def __init__(self, height: int = 64) -> None:
        super().__init__(height)
        self.mode = 2
        self.pump = False
        self.window = (0, 127, 0, 7)

    def shines(self) -> bool:
        return self.on and self.pump

    def obey(self, command: int, more: list[int]) -> None:
        if command == 0x20:
            self.mode = more[0]
        elif command == 0x8D:
            self.pump = more == [0x14]
        elif command == 0x21:
            self.window = (more[0], more[1], *self.window[2:])
            self.column = more[0]
        elif command == 0x22:
            self.window = (*self.window[:2], more[0], more[1])
            self.page = more[0]
        else:
            super().obey(command, more)

    def data(self, bytes_: Iterable[int]) -> None:
        if self.mode == 2:
            self._write_page(bytes_)
            return
        assert self.mode == 0, "not row by row"
        left, right, top, bottom = self.window
        for byte in bytes_:
            self.memory[self.page][self.column] = byte
            self.column += 1
            if self.column > right:
                self.column = left
                self.page += 1
            if self.page > bottom:
                self.page = top
                self.pictures += 1

    def _write_page(self, bytes_: Iterable[int]) -> None:
        for byte in bytes_:
            self.memory[self.page][self.column] = byte
            self.column = (self.column + 1) % self.columns


class Ssd1309(Ssd1306):
    """As the SSD1306, without a charge pump: its module has a supply of its own."""

    def shines(self) -> bool:
        return self.on

    def obey(self, command: int, more: list[int]) -> None:
        if command != 0x8D:  # luma sends it all the same
            super().obey(command, more)


class Sh1106(Chip):
    """Written page by page, and four columns wider than its glass."""

    columns = 132
    first = 2
    arguments: ClassVar = {0xAD: 1, **Chip.arguments}

    def obey(self, command: int, more: list[int]) -> None:
        if command <= 0x0F:
            self.column = self.column & 0xF0 | command
        elif command <= 0x1F:
            self.column = self.column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 0x07
        else:
            super().obey(command, more)

    def data(self, bytes_: Iterable[int]) -> None:
        for byte in bytes_:
            self.memory[self.page][self.column] = byte
            self.column = min(self.column + 1, self.columns - 1)
        if self.page == self.height // 8 - 1:
            self.pictures += 1


class Ssd1315(Ssd1306):
    """As the SSD1306."""


class Sh1107(Chip):
    """Written page by page, sixteen of them, and half as wide as its memory; columns and rows are driven forwards."""

    first = 0
    pages = 16
    width = 64
    offset = 0x60
    backwards = False
    arguments: ClassVar = {0xAD: 1, 0xDC: 1, **Chip.arguments}

    def __init__(self, height: int = 128) -> None:
        super().__init__(height)

    def obey(self, command: int, more: list[int]) -> None:
        if command <= 0x0F:
            self.column = self.column & 0x70 | command
        elif command <= 0x17:
            self.column = self.column & 0x0F | (command & 0x07) << 4
        elif command in (0x20, 0x21):
            assert command == 0x20, "not page by page"
        elif 0xB0 <= command <= 0xBF:
            self.page = command & 0x0F
        elif 0x40 <= command <= 0x7F:
            raise AssertionError("no command of this chip")
        else:
            super().obey(command, more)

    def data(self, bytes_: Iterable[int]) -> None:
        for byte in bytes_:
            self.memory[self.page][self.column] = byte
            self.column = (self.column + 1) % self.columns
        if self.page == self.pages - 1:
            self.pictures += 1


FAKES: dict[str, type[Chip]] = {
    "ssd1306": Ssd1306,
    "sh1106": Sh1106,
    "ssd1309": Ssd1309,
    "ssd1315": Ssd1315,
    "sh1107": Sh1107,
}
"""By the name of the driver."""


class Buses:
    """All buses of a machine: chips by (I2C bus, address) and by (SPI bus, select). `take` puts them under luma.

    `speed` in bits a second makes them as slow as real ones; `nodes` that are not there, or may not be used, raise.
    `disturbed` transfers are not acknowledged: how many, after how many that are.
    """

    def __init__(self, speed: float | None = None) -> None:
        self.i2c: dict[tuple[int, int], Chip] = {}
        self.spi: dict[tuple[int, int], Chip] = {}
        self.speed = speed
        self.refused: dict[str, int] = {}
        self.silent: dict[tuple[int, int], int] = {}
        self.disturbed = (0, 0)
        self.sent = 0
        self.command_pins: dict[tuple[int, int], Any] = {}
        self.opened: list[str] = []
        self.closed: list[str] = []

    def take(self, patch: Any) -> None:
        """Stand in the place of smbus2's bus and of the whole of spidev."""
        patch.setattr("smbus2.SMBus", lambda number: Smbus(self, number))
        patch.setitem(__import__("sys").modules, "spidev", SimpleNamespace(SpiDev=lambda: Spidev(self)))

    def open(self, node: str) -> None:
        if node in self.refused:
            number = self.refused[node]
            raise OSError(number, os.strerror(number), node)
        self.opened.append(node)

    def send(self, place: tuple[int, int], count: int) -> Chip:
        self.sent += 1
        if place not in self.i2c:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        if place in self.silent:
            raise OSError(self.silent[place], os.strerror(self.silent[place]))
        count_left, after = self.disturbed
        if count_left:
            self.disturbed = (count_left, after - 1) if after else (count_left - 1, 0)
            if not after:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        if self.speed is not None:
            time.sleep(count * 9 / self.speed)
        return self.i2c[place]


class Smbus:
    """smbus2's bus, as far as luma uses it."""

    def __init__(self, buses: Buses, number: int) -> None:
        self.buses = buses
        self.number = number
        buses.open(f"/dev/i2c-{number}")

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        assert len(data) <= 32
        self._write(address, [register, *data])

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            self._write(message.addr, list(message))

    def close(self) -> None:
        self.buses.closed.append(f"/dev/i2c-{self.number}")

    def _write(self, address: int, message: list[int]) -> None:
        chip = self.buses.send((self.number, address), len(message) + 1)
        control, *bytes_ = message
        assert control in (0x00, 0x40)
        (chip.data if control == 0x40 else chip.command)(bytes_)


class Spidev:
    """spidev's bus; whether it is data that comes, the pin says that lies beside it."""

    def __init__(self, buses: Buses) -> None:
        self.buses = buses
        self.max_speed_hz = 0
        self.place = (0, 0)

    def open(self, bus: int, select: int) -> None:
        self.buses.open(f"/dev/spidev{bus}.{select}")
        self.place = (bus, select)

    def writebytes(self, bytes_: Iterable[int]) -> None:
        assert self.max_speed_hz > 0
        chip = self.buses.spi[self.place]
        (chip.data if self.buses.command_pins[self.place].state else chip.command)(bytes_)

    def close(self) -> None:
        self.buses.closed.append("/dev/spidev{}.{}".format(*self.place))
