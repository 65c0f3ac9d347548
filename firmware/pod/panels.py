"""The buses of display chips, I2C and SPI, and the chips by name."""

from pod.display_chips import CHIPS, DisplayBus  # noqa: F401  (whoever drives a display takes both from here)

_COMMANDS, _DATA = 0x00, 0x40


class I2cBus(DisplayBus):
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


class SpiBus(DisplayBus):
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
