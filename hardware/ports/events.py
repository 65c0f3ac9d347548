"""Places of a table, the names of their devices, and the events of these, put into one inbox.

A *place* is a seat number, 1 to 8, or `PANEL` (0): keys and display at the Pi itself. Times (`at`) are seconds of the
host's monotonic clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

PANEL = 0
"""Place number of the panel; seats count from 1."""

KEYS = ("up", "down", "ok", "back", "peek")
"""Key lines of a place, in listing order."""

PUSH = "push"
"""Line of an encoder's switch: acts as OK."""

ENCODER = "encoder"
"""The line of a turned encoder."""

Rest = Literal["none", "a", "b", "both"]
"""Contacts of an encoder that are closed at a detent."""

DevicePart = Literal["keys", "display", "light", "buzzer", "reader"]
MonotonicClock = Callable[[], float]
"""Returns seconds of the host's monotonic clock."""


def device_name(place: int, part: DevicePart) -> str:
    """Device name of a part, such as `seat2.keys` or `panel.display`."""
    return f"panel.{part}" if place == PANEL else f"seat{place}.{part}"


def place_of(device: str) -> int:
    """Place of a device name. Raises ValueError for other text."""
    part_of(device)
    where = device.partition(".")[0]
    if where == "panel":
        return PANEL
    number = where.removeprefix("seat")
    if number == where or not number.isascii() or not number.isdecimal() or str(int(number)) != number:
        raise ValueError(f"{device!r} is not the name of a device at a place")
    return int(number)


def part_of(device: str) -> DevicePart:
    """Part of a device name. Raises ValueError for other text."""
    part = device.partition(".")[2]
    for known in get_args(DevicePart):
        if part == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(f"{device!r} is not the name of a device at a place")


@dataclass(frozen=True, slots=True)
class Edge:
    """Contact change; `level` is True while closed. `picture` is the number of the picture visible then, 0 for none,
    from devices with a `NumberedDisplay`. `debounced`: the device has waited until the contact stayed closed.
    """

    device: str
    line: str
    level: bool
    at: float
    picture: int | None = None
    debounced: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Encoder turned by `steps` detents, clockwise positive."""

    device: str
    line: str
    steps: int
    at: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A reader has read a tag, once for each time that it was held there. `code` is what identifies the tag: its number
    in hexadecimal, or the text of a bar code or typed by a reader. It may stand for something secret: only the place of
    `device` may get to know that it was read, and `code` goes into no log.
    """

    device: str
    code: str
    at: float


@dataclass(frozen=True, slots=True)
class RemotePress:
    """A key was pressed from afar, such as a radio button that tells a broker: `at` is when that came here. It counts
    only for public questions. `asked` is the digest of the picture it answers and `count` its counter, where the
    `sender` gives them: each sender counts by itself.
    """

    device: str
    line: str
    at: float
    asked: str | None = None
    count: int | None = None
    sender: str = ""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A device stopped responding. Its held keys count as released; `why` is a short English reason."""

    device: str
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class Reconnected:
    """A device responds again. Its display is dark until shown something."""

    device: str
    at: float


Event = Edge | Turn | Tag | RemotePress | Disconnected | Reconnected
Post = Callable[[Event], None]
