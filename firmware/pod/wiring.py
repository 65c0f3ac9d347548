"""Create the parts of a pod from a board's pins."""

from machine import I2C, SPI, Pin

from pod.panels import CHIPS, I2cBus, SpiBus
from pod.screen import Screen
from pod.serial_lines import UartLine, UsbLine

_I2C_SPEED = 400_000
_SPI_SPEED = 8_000_000


def line(given):
    """The serial line described by `LINE`: "usb", or the pins of a UART."""
    return UsbLine() if given == "usb" else UartLine(given)


def screen(given):
    """The display described by `DISPLAY`, or one of size 0."""
    if not given:
        return Screen(None, 0, 0)
    width, height = given.get("width", 128), given.get("height", 64)
    bus = _spi(given, width) if "spi" in given else _i2c(given, width)
    return Screen(CHIPS[given["chip"]](bus, width, height, given.get("rotate") == 180), width, height)


def _i2c(given, width):
    speed = given.get("speed", _I2C_SPEED)
    return I2cBus(I2C(given["i2c"], scl=Pin(given["scl"]), sda=Pin(given["sda"]), freq=speed), given["address"], width)


def _spi(given, width):
    spi = SPI(given["spi"], baudrate=_SPI_SPEED, sck=Pin(given["sck"]), mosi=Pin(given["mosi"]))
    reset = Pin(given["reset"], Pin.OUT, value=0) if "reset" in given else None
    return SpiBus(spi, Pin(given["select"], Pin.OUT, value=1), Pin(given["dc"], Pin.OUT, value=0), reset, width)
