"""Lamp colours of the seats."""

from __future__ import annotations

from hardware.ports import SideColour

LAMPS = {
    0: (1.0, 1.0, 1.0),
    1: (1.0, 0.35, 0.0),
    2: (0.1, 0.45, 1.0),
    3: (0.0, 0.8, 0.35),
    4: (1.0, 0.85, 0.0),
    5: (0.15, 0.2, 1.0),
    6: (1.0, 0.1, 0.05),
    7: (1.0, 0.15, 0.55),
    8: (0.7, 0.7, 0.7),
}
"""Red, green and blue from 0 to 1 by place, 0 being the panel: the seat's colour, stronger than on a screen, since a
lamp has no black beside it.
"""

SIDES: dict[SideColour, tuple[float, float, float]] = {"blue": (0.05, 0.25, 1.0), "red": (1.0, 0.05, 0.0)}
"""The same by the colour of a side, for as long as a seat plays it."""


def in_bytes(colour: tuple[float, float, float]) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    red, green, blue = (round(part * 255) for part in colour)
    return red, green, blue
