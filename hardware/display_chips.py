"""Display chips: one class each, with its name, its sizes and its initialisation bytes.

This file is copied to every pod, where MicroPython runs it: it imports nothing, and its annotations are built-in names.
The Pi drives a chip through luma's device of the same name, with luma's commands. Profiles, pods and the walk take the
names from `CHIPS`.
"""

_OFF, _ON = b"\xae", b"\xaf"


class DisplayBus:
    """What a chip is connected to. Raises OSError if it does not respond."""

    def command(self, data: bytes | bytearray) -> None:
        """Send commands."""
        raise NotImplementedError

    def data(self, source: bytes | bytearray, start: int) -> None:
        """Send a page: as many bytes as the display has columns, of `source` from `start`."""
        raise NotImplementedError


class DisplayChip:
    """A chip that stores pages of eight rows, one byte a column, the lowest bit on top.

    `turned`: the module stands on its head, and so does its picture in the chip's memory.
    """

    NAME = ""
    """Of profiles and pin maps, and of luma's device."""
    SIZES: tuple[tuple[int, int], ...] = ((128, 64), (128, 32))
    """Width and height of the displays that it drives, as their columns and rows are wired."""
    FIRST_COLUMN = 0
    """Column of its memory that is leftmost on the display."""
    UPRIGHT, ON_ITS_HEAD = b"\xa1\xc8", b"\xa0\xc0"
    """In which direction columns and rows are driven."""
    CAN_TURN = True
    """Whether it can drive both backwards, for a module that stands on its head."""
    VOLTAGES = b"\xd5\x80\xd9\xf1\xdb\x40"
    """Clock, precharge, level of rows that are not driven."""
    CONTRAST = 0x7F

    def __init__(self, bus: DisplayBus, width: int, height: int, turned: bool = False) -> None:
        self._bus, self._width, self._height = bus, width, height
        self._turned = turned

    def initialisation(self) -> bytes:
        """The commands that follow those of all chips; the display stays on or off."""
        raise NotImplementedError

    def place(self, number: int) -> bytes | bytearray:
        """The commands before the bytes of page `number`."""
        raise NotImplementedError

    def settings(self) -> None:
        """Initialise the chip; the display stays on or off."""
        # not inverted, and the memory is shown
        common = self.VOLTAGES + bytes((0x81, self.CONTRAST, 0xA6, 0xA4, 0xA8, self._height - 1))
        direction = self.ON_ITS_HEAD if self._turned else self.UPRIGHT
        self._bus.command(common + direction + self.initialisation())

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

    def __init__(self, bus: DisplayBus, width: int, height: int, turned: bool = False) -> None:
        super().__init__(bus, width, height, turned)
        self._window = bytearray((0x21, 0, width - 1, 0x22, 0, 0))

    def initialisation(self) -> bytes:
        return self._rows() + b"\x8d\x14"

    def _rows(self) -> bytes:
        """No shift, first row, how rows are wired, and how its memory is written."""
        return bytes((0xD3, 0x00, 0x40, 0xDA, 0x02 if self._height == 32 else 0x12, 0x20, 0x00))

    def place(self, number: int) -> bytearray:
        self._window[4] = self._window[5] = number
        return self._window


class Ssd1315(Ssd1306):
    """SSD1315: as the SSD1306, which it replaces on newer modules."""

    NAME = "ssd1315"


class Ssd1309(Ssd1306):
    """SSD1309: as the SSD1306, but its modules make the voltage themselves."""

    NAME = "ssd1309"
    SIZES = ((128, 64),)

    def initialisation(self) -> bytes:
        return self._rows()


class Sh1106(DisplayChip):
    """SH1106: written page by page; its memory is four columns wider than the display."""

    NAME = "sh1106"
    FIRST_COLUMN = 2
    VOLTAGES = b"\xd5\xf0\xd9\x22\xdb\x20"

    def __init__(self, bus: DisplayBus, width: int, height: int, turned: bool = False) -> None:
        super().__init__(bus, width, height, turned)
        self._place = bytearray((0xB0, self.FIRST_COLUMN, 0x10))

    def initialisation(self) -> bytes:
        return b"\xd3\x00\x40\xda\x12\xad\x8b"

    def place(self, number: int) -> bytearray:
        self._place[0] = 0xB0 | number
        return self._place


class Sh1107(DisplayChip):
    """SH1107: written page by page. Its displays stand; on modules that lie the picture is turned by 90 degrees."""

    NAME = "sh1107"
    SIZES = ((64, 128),)
    VOLTAGES = b"\xd5\x80\xd9\x22\xdb\x35"
    UPRIGHT = b"\xa0\xc0"
    CAN_TURN = False

    def __init__(self, bus: DisplayBus, width: int, height: int, turned: bool = False) -> None:
        super().__init__(bus, width, height, turned)
        self._place = bytearray((0x10, 0x00, 0xB0))

    def initialisation(self) -> bytes:
        return b"\xd3\x60\x20"

    def place(self, number: int) -> bytearray:
        self._place[2] = 0xB0 | number
        return self._place


CHIPS: dict[str, type[DisplayChip]] = {chip.NAME: chip for chip in (Ssd1306, Sh1106, Ssd1309, Ssd1315, Sh1107)}
"""By name, the most common first."""
