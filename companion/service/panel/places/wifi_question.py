"""Whether to open or close the table's own Wi-Fi: asked on the panel when its BACK is held."""

from __future__ import annotations

from typing import Literal, Protocol

from companion.plays.time_source import Clock

ASKED = 15.0
"""Seconds the question stands."""


class OwnWifi(Protocol):
    """The table's own Wi-Fi."""

    @property
    def can_open(self) -> bool: ...

    @property
    def is_open(self) -> bool: ...

    def ask(self, *, on: bool) -> None: ...


class WifiQuestion:
    """Only the deciding thread comes here. ``wifi`` is None on a machine that cannot open one."""

    def __init__(self, wifi: OwnWifi | None, clock: Clock) -> None:
        self._wifi = wifi
        self._clock = clock
        self._until = -ASKED

    @property
    def possible(self) -> bool:
        """Whether it can be asked at all."""
        return self._wifi is not None and self._wifi.can_open

    @property
    def asked(self) -> Literal["", "open", "close"]:
        """What the panel asks now."""
        if self._wifi is None or self._clock.mono() >= self._until:
            return ""
        return "close" if self._wifi.is_open else "open"

    def due(self) -> list[float]:
        """The time at which the question lapses, if it stands."""
        return [self._until] if self.asked else []

    def ask(self) -> None:
        """Ask, until it is answered or lapses."""
        self._until = self._clock.mono() + ASKED

    def put_away(self) -> None:
        """Drop the question unanswered."""
        self._until = -ASKED

    def accept(self) -> None:
        """Open the Wi-Fi, or close it."""
        if self._wifi is not None:
            self._wifi.ask(on=not self._wifi.is_open)
        self.put_away()
