"""Display chips: one class each, with its name, its sizes and its initialisation bytes.

This file is copied to every pod, where MicroPython runs it: it imports nothing, and its annotations are built-in names.
The Pi drives a chip through luma's device of the same name. Profiles, pods and the walk take the names from `CHIPS`.
"""

_OFF, _ON = b"\xae", b"\xaf"
# Display clock, no shift, first row, both ways turned, contrast, voltages, not inverted, memory shown.
_COMMON = b"\xd5\x80\xd3\x00\x40\xa1\xc8\x81\x7f\xd9\xf1\xdb\x40\xa6\xa4"


class DisplayBus:
    """What a chip is connected to. Raises OSError if it does not respond."""

    def command(self, data: bytes | bytearray) -> None:
        """Send commands."""
        raise NotImplementedError

    def data(self, source: bytes | bytearray, start: int) -> None:
        """Send a page: as many bytes as the display has columns, of `source` from `start`."""
        raise NotImplementedError


class DisplayChip:
    """A chip that stores pages of eight rows, one byte a column, the lowest bit on top."""

    NAME = ""
    """Of profiles and pin maps, and of luma's device."""
    SIZES: tuple[tuple[int, int], ...] = ((128, 64), (128, 32))
    FIRST_COLUMN = 0
    """Column of its memory that is leftmost on the display."""

    def __init__(self, bus: DisplayBus, width: int, height: int) -> None:
        self._bus, self._width, self._height = bus, width, height

    def initialisation(self) -> bytes:
        """The commands that follow those of all chips; the display stays on or off."""
        raise NotImplementedError

    def place(self, number: int) -> bytes | bytearray:
        """The commands before the bytes of page `number`."""
        raise NotImplementedError

    def settings(self) -> None:
        """Initialise the chip; the display stays on or off."""
        self._bus.command(_COMMON + bytes((0xA8, self._height - 1)) + self.initialisation())

    def light(self, on: bool) -> None:
        """Switch the display on or off; its memory is kept."""
        self._bus.command(_ON if on else _OFF)

    def page(self, number: int, source: bytes | bytearray) -> None:
        """Write a page: `width` bytes of `source` from `number * width`."""
        self._bus.command(self.place(number))
        self._bus.data(source, number * self._width)


class Ssd1306(DisplayChip):
    """SSD1306: written through a window of columns and pages."""

    NAME = "ssd1306"

    def __init__(self, bus: DisplayBus, width: int, height: int) -> None:
        super().__init__(bus, width, height)
        self._window = bytearray((0x21, 0, width - 1, 0x22, 0, 0))

    def initialisation(self) -> bytes:
        pins = 0x02 if self._height == 32 else 0x12
        return bytes((0xDA, pins, 0x8D, 0x14, 0x20, 0x00))

    def place(self, number: int) -> bytearray:
        self._window[4] = self._window[5] = number
        return self._window


class Ssd1309(Ssd1306):
    """SSD1309: as the SSD1306, but its modules make the voltage themselves."""

    NAME = "ssd1309"
    SIZES = ((128, 64),)

    def initialisation(self) -> bytes:
        return b"\xda\x12\x20\x00"


class Sh1106(DisplayChip):
    """SH1106: written page by page; its memory is four columns wider than the display."""

    NAME = "sh1106"
    FIRST_COLUMN = 2

    def __init__(self, bus: DisplayBus, width: int, height: int) -> None:
        super().__init__(bus, width, height)
        self._place = bytearray((0xB0, self.FIRST_COLUMN, 0x10))

    def initialisation(self) -> bytes:
        return b"\xda\x12\xad\x8b"

    def place(self, number: int) -> bytearray:
        self._place[0] = 0xB0 | number
        return self._place


CHIPS: dict[str, type[DisplayChip]] = {chip.NAME: chip for chip in (Ssd1306, Sh1106, Ssd1309)}
"""By name, the most common first."""
