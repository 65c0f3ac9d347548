"""Serial line to the Pi: a UART, or the USB port that is also MicroPython's console."""

import select
import sys

from machine import UART, Pin
from micropython import kbd_intr

BAUD = 115200
CHUNK = 64
_ENTER, _CONTROL_C = 13, 3


class UartLine:
    """A UART. The console stays on USB, so `asked` is never set."""

    asked = False

    def __init__(self, given):
        self._uart = UART(
            given["uart"], BAUD, tx=Pin(given["tx"]), rx=Pin(given["rx"]), rxbuf=2048, txbuf=512, timeout=0
        )
        self._buffer = bytearray(CHUNK)

    def read(self, take):
        """Pass received bytes to `take` until it returns true; at most `CHUNK` on USB."""
        while self._uart.any():
            self._uart.readinto(self._buffer, 1)
            if take(self._buffer[0]):
                return

    def write(self, data):
        """Send."""
        self._uart.write(data)

    def console(self):
        """Return the line to MicroPython's console."""


class UsbLine:
    """The console's USB port. During the protocol Control-C is an ordinary byte.

    Tools request the console with Enter and Control-C, which sets `asked`. No frame begins with these: it would be a
    Refuse of 13 bytes, and a Refuse has four.
    """

    def __init__(self, source=None, sink=None, poller=None):
        self.asked = False
        self._source = source or sys.stdin.buffer
        self._sink = sink or sys.stdout.buffer
        self._poller = poller or select.poll()
        self._poller.register(sys.stdin if source is None else source, select.POLLIN)
        self._buffer = bytearray(1)
        self._before = self._at = 0
        kbd_intr(-1)

    def read(self, take):
        for _ in range(CHUNK):
            if self.asked or not self._poller.poll(0):
                return
            self._source.readinto(self._buffer)
            byte = self._buffer[0]
            self._at = self._at + 1 if byte else 0
            if self._at == 2 and self._before == _ENTER and byte == _CONTROL_C:
                self.asked = True
                return
            self._before = byte
            if take(byte):
                return

    def write(self, data):
        """Send."""
        self._sink.write(data)

    def console(self):
        kbd_intr(_CONTROL_C)
