"""Events of devices, put into one inbox. Times (`at`) are seconds of the host's monotonic clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Returns seconds of the host's monotonic clock."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Raw contact change; `level` is True while closed. `picture` is the number of the picture visible then, 0 for
    none, from devices with a `NumberedDisplay`.
    """

    device: str
    line: str
    level: bool
    at: float
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Encoder turned by `steps` detents, clockwise positive."""

    device: str
    line: str
    steps: int
    at: float


@dataclass(frozen=True, slots=True)
class Tag:
    """A reader saw a tag; `code` is its raw content."""

    device: str
    code: str
    at: float


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


Event = Edge | Turn | Tag | Disconnected | Reconnected
Post = Callable[[Event], None]
