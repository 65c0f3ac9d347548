"""Listens to many pins and drives parts one by one: run on the console by `companion pods walk`, never by the firmware.

Edges are recorded by interrupts, so that none is missed between two questions from the Pi.
"""

from array import array
from binascii import unhexlify
from time import ticks_diff, ticks_ms

from machine import I2C, SPI, Pin, disable_irq, enable_irq, idle

from pod.buzzer import Buzzer
from pod.lamp import light
from pod.panels import CHIPS, I2cBus, SpiBus

_KEPT = 256
"""The most edges kept until `take`; further ones are lost."""
_SOUNDS = 200


class PinScan:
    """Listens to pins with pull-ups. Times are milliseconds since it began."""

    def __init__(self, numbers):
        self._began = ticks_ms()
        self._count = 0
        self._pins = bytearray(_KEPT)
        self._closed = bytearray(_KEPT)
        self._times = array("i", bytes(4 * _KEPT))
        self._watched = tuple(_WatchedPin(number, self) for number in numbers)

    def levels(self):
        """Whether each pin is closed now, by its number."""
        return {watched.number: watched.closed() == 1 for watched in self._watched}

    def leave(self, numbers):
        """Stop listening to some pins, because they are outputs from now on."""
        for watched in self._watched:
            if watched.number in numbers:
                watched.leave()

    def put(self, number, closed):
        """Record an edge; called by interrupts, so nothing is allocated."""
        if self._count < _KEPT:
            self._pins[self._count] = number
            self._closed[self._count] = closed
            self._times[self._count] = ticks_diff(ticks_ms(), self._began)
            self._count += 1

    def take(self, patience):
        """Edges (pin, closed, at) since the last call; waits up to `patience` milliseconds for one."""
        began = ticks_ms()
        while ticks_diff(ticks_ms(), began) < patience:
            idle()
        before = disable_irq()
        edges = [(self._pins[at], self._closed[at], self._times[at]) for at in range(self._count)]
        self._count = 0
        enable_irq(before)
        return edges


class _WatchedPin:
    def __init__(self, number, scan):
        self.number = number
        self._scan = scan
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        # made once: an interrupt must not allocate, and naming a method does
        edge = self._edge
        self._pin.irq(handler=edge, trigger=Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def closed(self):
        return 1 - self._pin.value()

    def leave(self):
        self._pin.irq(handler=None, trigger=Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def _edge(self, _pin):
        self._scan.put(self.number, 1 - self._pin.value())


def shine(given, colour):
    """Switch a lamp on at half brightness; `given` is like `LIGHT` in a board's file."""
    light(given).shine(tuple(part // 2 for part in colour))


def sound(given):
    """Sound a buzzer once."""
    buzzer, began = Buzzer(given), ticks_ms()
    buzzer.sound(1, 1, 0)
    while ticks_diff(ticks_ms(), began) < _SOUNDS:
        buzzer.turn(ticks_diff(ticks_ms(), began))
        idle()
    buzzer.turn(_SOUNDS)


def show(given, pages):
    """Show pages, in hex, on a display, or switch it off if there are none. Returns whether it answered; tries twice,
    since a disturbance may destroy a byte.
    """
    width, height = given["width"], given["height"]
    data = unhexlify(pages)
    chip = CHIPS[given["chip"]](_bus(given, width), width, height, given.get("rotate") == 180)
    return _shown(chip, height // 8, data) or _shown(chip, height // 8, data)


def _shown(chip, pages, data):
    try:
        chip.light(False)
        if data:
            chip.settings()
            for number in range(pages):
                chip.page(number, data)
            chip.light(True)
    except OSError:
        return False
    return True


def answering(given):
    """Addresses that answer on a display's bus."""
    return _i2c(given).scan()


def _i2c(given):
    return I2C(given["i2c"], scl=Pin(given["scl"]), sda=Pin(given["sda"]), freq=given.get("speed", 400_000))


def _bus(given, width):
    if "spi" not in given:
        return I2cBus(_i2c(given), given["address"], width)
    spi = SPI(given["spi"], baudrate=8_000_000, sck=Pin(given["sck"]), mosi=Pin(given["mosi"]))
    reset = Pin(given["reset"], Pin.OUT, value=0) if "reset" in given else None
    return SpiBus(spi, Pin(given["select"], Pin.OUT, value=1), Pin(given["dc"], Pin.OUT, value=0), reset, width)
