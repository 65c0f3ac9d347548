"""How a PN532 is reached: over a serial line or on I2C. The kernel's files are used as they are, without a library."""

from __future__ import annotations

import errno
import os
import select
import termios
import time
import tty
from contextlib import suppress
from fcntl import ioctl
from typing import Protocol

WAKE = b"\x55\x55" + bytes(14)
"""Wakes the chip on a serial line, and takes as long as it needs."""
AT_ONCE = 256
READY = 0x01
LONGEST_READ = 64
"""Bytes read on I2C behind the one that says whether an answer is there. The longest answer used here has fewer."""
LOOK = 0.01
"""Seconds between two looks whether an answer is there, on I2C."""
_TARGET = 0x0703
"""The kernel's request that says which address on the bus is meant."""


class Line(Protocol):
    """A way to a chip. Every method but `close` raises OSError if it cannot be used."""

    @property
    def node(self) -> str:
        """The file of the device."""

    @property
    def address(self) -> int | None:
        """The address on the bus, or None."""

    def open(self) -> None:
        """Open it, and wake the chip."""

    def send(self, data: bytes) -> None:
        """Send a frame."""

    def receive(self, seconds: float) -> bytes:
        """What comes next, a part of a frame or several; nothing if nothing comes in that time."""

    def close(self) -> None:
        """Close it. Idempotent."""


class SerialLine:
    """A UART of the header, or an adapter on USB: 115200 bits a second."""

    address: int | None = None

    def __init__(self, path: str) -> None:
        self.node = path
        self._number = -1

    def open(self) -> None:
        self.close()
        self._number = os.open(self.node, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            ioctl(self._number, termios.TIOCEXCL)
            tty.setraw(self._number)
            settings = termios.tcgetattr(self._number)
            settings[4] = settings[5] = termios.B115200
            settings[2] |= termios.CLOCAL | termios.CREAD
            termios.tcsetattr(self._number, termios.TCSANOW, settings)
            self.send(WAKE)
        except termios.error as error:
            self.close()
            raise OSError(error.args[0], os.strerror(error.args[0]), self.node) from error
        except OSError:
            self.close()
            raise

    def send(self, data: bytes) -> None:
        with suppress(termios.error):
            termios.tcflush(self._number, termios.TCIFLUSH)
        if os.write(self._number, data) != len(data):
            raise OSError(errno.ETIMEDOUT, "the line takes nothing")

    def receive(self, seconds: float) -> bytes:
        ready = select.poll()
        ready.register(self._number, select.POLLIN)
        if not ready.poll(seconds * 1000):
            return b""
        came = os.read(self._number, AT_ONCE)
        if not came:
            raise OSError(errno.ENODEV, "it is gone")
        return came

    def close(self) -> None:
        number, self._number = self._number, -1
        if number >= 0:
            os.close(number)


class I2cFile:
    """One address on a bus of the kernel: every read and write is a transfer of its own."""

    def __init__(self, node: str, address: int) -> None:
        self._number = os.open(node, os.O_RDWR | os.O_CLOEXEC)
        try:
            ioctl(self._number, _TARGET, address)
        except OSError:
            self.close()
            raise

    def read(self, length: int) -> bytes:
        return os.read(self._number, length)

    def write(self, data: bytes) -> None:
        os.write(self._number, data)

    def close(self) -> None:
        number, self._number = self._number, -1
        if number >= 0:
            os.close(number)


class I2cLine:
    """The chip on an I2C bus. What it says begins with a byte that tells whether an answer is there."""

    def __init__(self, bus: int, address: int) -> None:
        self.node = f"/dev/i2c-{bus}"
        self.address: int | None = address
        self._address = address
        self._file: I2cFile | None = None

    def open(self) -> None:
        self.close()
        self._file = I2cFile(self.node, self._address)

    def send(self, data: bytes) -> None:
        try:
            self._open_file().write(data)
        except OSError:  # a chip that sleeps does not take the first transfer, and wakes by it
            time.sleep(LOOK)
            self._open_file().write(data)

    def receive(self, seconds: float) -> bytes:
        end = time.monotonic() + seconds
        while self._status() != READY:
            if time.monotonic() >= end:
                return b""
            time.sleep(LOOK)
        return self._open_file().read(1 + LONGEST_READ)[1:]

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()

    def _status(self) -> int:
        came = self._open_file().read(1)
        return came[0] if came else 0

    def _open_file(self) -> I2cFile:
        if self._file is None:
            raise OSError(errno.ENODEV, "it is not open", self.node)
        return self._file
