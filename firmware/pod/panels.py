"""Drivers of display chips, which write pages of eight rows: SSD1306 and SH1106, on I2C or SPI."""

_COMMANDS, _DATA = 0x00, 0x40
_OFF, _ON = b"\xae", b"\xaf"
# Display clock, no shift, first row, both ways turned, contrast, voltages, not inverted, memory shown.
_COMMON = b"\xd5\x80\xd3\x00\x40\xa1\xc8\x81\x7f\xd9\xf1\xdb\x40\xa6\xa4"


class I2cBus:
    """A chip at an address of an I2C bus. Raises OSError if it does not respond."""

    def __init__(self, i2c, address, width):
        self._i2c = i2c
        self._address = address
        self._page = bytearray(width + 1)
        self._page[0] = _DATA

    def command(self, data):
        self._i2c.writeto(self._address, bytes((_COMMANDS,)) + data)

    def data(self, source, start):
        page = self._page
        for at in range(len(page) - 1):
            page[at + 1] = source[start + at]
        self._i2c.writeto(self._address, page)


class SpiBus:
    """A chip at a select line of an SPI bus, which does not respond: an unplugged display is not noticed."""

    def __init__(self, spi, select, dc, reset, width):
        self._spi, self._select, self._dc, self._reset = spi, select, dc, reset
        self._page = bytearray(width)

    def command(self, data):
        self._send(0, data)

    def data(self, source, start):
        page = self._page
        for at in range(len(page)):
            page[at] = source[start + at]
        self._send(1, page)

    def _send(self, is_data, data):
        if self._reset is not None:
            self._reset.value(1)
        self._dc.value(is_data)
        self._select.value(0)
        self._spi.write(data)
        self._select.value(1)


class Ssd1306:
    """SSD1306: written through a window of columns and pages."""

    def __init__(self, bus, width, height):
        self._bus, self._width, self._height = bus, width, height
        self._window = bytearray((0x21, 0, width - 1, 0x22, 0, 0))

    def settings(self):
        """Set it up; whether it is on stays as it is."""
        pins = 0x02 if self._height == 32 else 0x12
        self._bus.command(_COMMON + bytes((0xA8, self._height - 1, 0xDA, pins, 0x8D, 0x14, 0x20, 0x00)))

    def light(self, on):
        """Switch the display on or off; its memory is kept."""
        self._bus.command(_ON if on else _OFF)

    def page(self, number, source):
        """Write a page: `width` bytes of `source` from `number * width`."""
        self._window[4] = self._window[5] = number
        self._bus.command(self._window)
        self._bus.data(source, number * self._width)


class Sh1106:
    """SH1106: written page by page; its memory is four columns wider than the display."""

    def __init__(self, bus, width, height):
        self._bus, self._width, self._height = bus, width, height
        self._place = bytearray((0xB0, 0x02, 0x10))

    def settings(self):
        self._bus.command(_COMMON + bytes((0xA8, self._height - 1, 0xDA, 0x12, 0xAD, 0x8B)))

    def light(self, on):
        self._bus.command(_ON if on else _OFF)

    def page(self, number, source):
        self._place[0] = 0xB0 | number
        self._bus.command(self._place)
        self._bus.data(source, number * self._width)


CHIPS = {"ssd1306": Ssd1306, "sh1106": Sh1106}
