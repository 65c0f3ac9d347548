"""One Linux input device: its file, found by a path that stays or by its Bluetooth address, and what comes from it.

The kernel's interface is used as it is: records of `struct input_event`, and three ioctls. Nothing else is needed, and
the library `evdev` has to be compiled on every machine.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

from hardware.input_devices.event_codes import ABS_HAT0Y, ABS_Y
from hardware.ports import Fault, MonotonicClock, Trouble

CLASS = Path("/sys/class/input")
"""Where the kernel says what each input device is."""
FILES = Path("/dev/input")
EVENT = struct.Struct("@LLHHi")
"""Seconds, microseconds, kind, code, value: 24 bytes, or 16 on a machine of 32 bits."""
AT_ONCE = 64
"""Events read together."""
MONOTONIC = 1
_GRAB, _SET_CLOCK = 0x40044590, 0x400445A0
_ABSOLUTE = 0x80184540

_TROUBLES: dict[int, Trouble] = {
    errno.ENOENT: "missing",
    errno.ENODEV: "missing",
    errno.ENXIO: "missing",
    errno.EPERM: "forbidden",
    errno.EACCES: "forbidden",
    errno.EBUSY: "busy",
}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """How a device is known: by the `path` of its file, or the Bluetooth `address`. Neither changes when it is plugged
    in elsewhere or gets another number.
    """

    path: str = ""
    address: str = ""

    def __str__(self) -> str:
        return self.path or self.address

    def file(self) -> str:
        """The file it has now. Raises OSError if there is none."""
        if self.path:
            return self.path
        for device in sorted(CLASS.glob("event*")):
            with suppress(OSError):
                if (device / "device" / "uniq").read_text("ascii").strip().lower() == self.address.lower():
                    return str(FILES / device.name)
        raise FileNotFoundError(errno.ENOENT, "no such input device", self.address)


@dataclass(frozen=True, slots=True)
class InputEvent:
    """What came: the kernel's numbers, and the time on the clock of the table."""

    kind: int
    code: int
    value: int
    at: float


class InputLine:
    """An input device that is open. Every method raises OSError if it is gone."""

    def __init__(self, where: Whereabouts, clock: MonotonicClock) -> None:
        """Open it for this program alone, so that what is pressed is not typed into a login at the same time."""
        self._clock = clock
        self._rest = b""
        self.number = os.open(where.file(), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            _ask(self.number, _GRAB, 1)
            self._stamped = _ask(self.number, _SET_CLOCK, struct.pack("@i", MONOTONIC))
            self.middle = {code: self._middle(code) for code in (ABS_Y, ABS_HAT0Y)}
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of it. Idempotent."""
        number, self.number = self.number, -1
        if number >= 0:
            os.close(number)

    def read(self) -> Iterator[InputEvent]:
        """What has come, at most `AT_ONCE` events; nothing if nothing has."""
        try:
            came = os.read(self.number, AT_ONCE * EVENT.size)
        except BlockingIOError:
            return
        if not came:
            raise OSError(errno.ENODEV, "it is gone")
        came = self._rest + came
        whole = len(came) - len(came) % EVENT.size
        self._rest = came[whole:]
        for seconds, micros, kind, code, value in EVENT.iter_unpack(came[:whole]):
            yield InputEvent(kind, code, value, seconds + micros / 1e6 if self._stamped else self._clock())

    def _middle(self, code: int) -> tuple[int, int]:
        """The values of an axis below which a stick points up, and above which down."""
        low, high = (-1, 1) if code == ABS_HAT0Y else (0, 255)
        packed = bytearray(24)
        if _ask(self.number, _ABSOLUTE + code, packed):
            _, low, high, *_ = struct.unpack("@6i", packed)
        quarter = (high - low) / 4
        return round(low + quarter), round(high - quarter)


def _ask(number: int, request: int, given: int | bytes | bytearray) -> bool:
    """Ask the kernel something about a device; whether it is one. Raises OSError, such as EBUSY."""
    try:
        ioctl(number, request, given)
    except OSError as error:
        if error.errno not in (errno.ENOTTY, errno.EINVAL):
            raise
        return False
    return True


def fault_of(error: OSError, where: str) -> Fault:
    """Why it cannot be used."""
    trouble = _TROUBLES.get(error.errno or 0)
    named = str(error.filename or where)
    return Fault(trouble, named) if trouble is not None else Fault("broken", error.strerror or str(error))
