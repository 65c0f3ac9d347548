"""Places of a table, the keys of a place, and the names of its devices.

A *place* is a seat number, 1 to 8, or `PANEL` (0): keys and display at the Pi itself.
"""

from __future__ import annotations

from typing import Literal, get_args

PANEL = 0
"""Place number of the panel; seats count from 1."""

KEYS = ("up", "down", "ok", "back", "peek")
"""Key lines of a place, in listing order."""

PUSH = "push"
"""Line of an encoder's switch: acts as OK."""

ENCODER = "encoder"
"""The line of a turned encoder."""

Part = Literal["keys", "display", "light", "buzzer"]


def device_name(place: int, part: Part) -> str:
    """Device name of a part, such as `seat2.keys` or `panel.display`."""
    return f"panel.{part}" if place == PANEL else f"seat{place}.{part}"


def place_of(device: str) -> int:
    """Place of a device name. Raises ValueError for other text."""
    where, _, part = device.partition(".")
    if part not in get_args(Part):
        raise ValueError(f"{device!r} is not the name of a device at a place")
    if where == "panel":
        return PANEL
    number = where.removeprefix("seat")
    if number == where or not number.isascii() or not number.isdecimal() or str(int(number)) != number:
        raise ValueError(f"{device!r} is not the name of a device at a place")
    return int(number)
