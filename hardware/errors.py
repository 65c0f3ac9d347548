"""What can go wrong with the things on the table: one root, plain English messages.

The texts are written for the person beside the table, but hardware/ knows no message catalogue: whoever shows
one of these errors wraps it in a sentence of its own.
"""

from __future__ import annotations


class HardwareError(Exception):
    """The root of everything hardware/ raises on purpose; `str(error)` is a sentence in English."""


class DeviceGone(HardwareError, OSError):
    """A device does not answer: pulled out, without power, or its bus is down.

    It may come back by itself; whoever talks to it goes on without it and tries again later.
    """

    def __init__(self, device: str, why: str) -> None:
        super().__init__(f"{device} does not answer: {why}")
        self.device = device
        self.why = why


class BadCommand(HardwareError, ValueError):
    """The simulated table was told to do something that it has no part for, or that it cannot read."""
