"""How a device is connected, and why it does not work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Trouble = Literal[
    "silent", "missing", "forbidden", "busy", "channel", "library", "board", "unplugged", "older", "newer", "broken"
]
"""Fault codes: no response; device file missing, not permitted, or in use; multiplexer channel missing; library not
installed; board unknown; unplugged; firmware older or newer than supported; other.
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a device does not work. `what` is the device file or library, else the system's message."""

    trouble: Trouble
    what: str = ""

    def __str__(self) -> str:
        return f"{self.trouble}: {self.what}" if self.what else self.trouble


@dataclass(frozen=True, slots=True)
class Pin:
    """Header pin: BCM number, header position, and role in a device of several pins."""

    number: int
    position: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class Wire:
    """One testable thing and its connection. `line` is a key, `ENCODER`, or the part that `device` names. `node` is the
    bus's device file, `channel` and `address` the position on it; all empty in a simulation. `fault` is why it does not
    work now.
    """

    device: str
    line: str
    pins: tuple[Pin, ...] = ()
    node: str = ""
    channel: int | None = None
    address: int | None = None
    fault: Fault | None = None
