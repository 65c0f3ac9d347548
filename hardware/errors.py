"""Hardware errors, with English messages for the person at the table.

hardware/ has no message catalogue: callers wrap these messages in translated sentences.
"""

from __future__ import annotations


class HardwareError(Exception):
    """Base class of all hardware errors; `str(error)` is an English sentence."""


class DeviceGone(HardwareError, OSError):
    """A device does not respond: unplugged, without power, or its bus is down. It may come back; callers continue
    without it.
    """

    def __init__(self, device: str, why: str) -> None:
        super().__init__(f"{device} does not answer: {why}")
        self.device = device
        self.why = why


class BadCommand(HardwareError, ValueError):
    """Invalid command for the simulated table."""
