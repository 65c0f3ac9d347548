"""Headers without a Pi, for tests of wired tables: gpiozero's mock pins, or the pins by `gpiod` on a fake chip."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import gpiod
import pytest
from gpiozero import DigitalOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.pi.gpiod_pins import GpiodFactory
from tests.hardware.fake_lines import FakeLines


class TimedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that stamps its edges by the clock of its factory."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            self._last_change = self.factory.ticks()
        return changed

    def _set_pull(self, value: str) -> None:
        """A contact to ground that is closed is stronger than the pull."""
        super()._set_pull(value)
        if self._number in self.factory.held:
            self.drive_low()


class TimedFactory(MockFactory):  # type: ignore[misc]  # as above
    """gpiozero's mock pins with a `clock` that a test may have in its hand; `held` contacts are closed when their pins
    are opened.
    """

    def __init__(self) -> None:
        super().__init__(pin_class=TimedPin)
        self.clock: Callable[[], float] = time.monotonic
        self.held: set[int] = set()

    def ticks(self) -> float:
        return self.clock()


class Header(Protocol):
    """What is wired to the pins."""

    def close_contact(self, pin: int) -> None: ...

    def open_contact(self, pin: int) -> None: ...

    def brightness(self, pin: int) -> float:
        """Of a lamp, from 0 to 1."""

    def history(self, pin: int) -> list[bool]:
        """What an output has been, from the start."""

    def occupy(self, pin: int) -> Callable[[], None]:
        """Use a pin from elsewhere; returns a function that ends this."""

    def taken(self) -> int:
        """Number of pins that the table has."""


class MockHeader:
    """gpiozero's mock pins."""

    def __init__(self, mock: MockFactory) -> None:
        self._mock = mock

    def close_contact(self, pin: int) -> None:
        self._mock.pin(pin).drive_low()

    def open_contact(self, pin: int) -> None:
        self._mock.pin(pin).drive_high()

    def brightness(self, pin: int) -> float:
        return float(self._mock.pin(pin).state)

    def history(self, pin: int) -> list[bool]:
        return [bool(state.state) for state in self._mock.pin(pin).states]

    def occupy(self, pin: int) -> Callable[[], None]:
        other = DigitalOutputDevice(pin, pin_factory=self._mock)
        return lambda: other.close()

    def taken(self) -> int:
        return len(self._mock.pins)


class LinesHeader:
    """A fake chip under `gpiod`."""

    def __init__(self, lines: FakeLines, monkeypatch: pytest.MonkeyPatch) -> None:
        self.factory: GpiodFactory | None = None
        self._lines = lines

        def made(chip: int | None) -> GpiodFactory:
            self.factory = GpiodFactory(chip)
            return self.factory

        monkeypatch.setattr("hardware.pi.gpiod_pins.GpiodFactory", made)
        self._changes: list[tuple[int, bool]] = []
        lines.changed = lambda number, high: self._changes.append((number, high))

    def close_contact(self, pin: int) -> None:
        self._lines.drive(pin, False)

    def open_contact(self, pin: int) -> None:
        self._lines.drive(pin, True)

    def brightness(self, pin: int) -> float:
        if pin not in self._lines.taken():
            return 0.0
        assert self.factory is not None
        return float(self.factory.pin(pin).state)

    def history(self, pin: int) -> list[bool]:
        return [False, *(high for number, high in self._changes if number == pin)]

    def occupy(self, pin: int) -> Callable[[], None]:
        chip = gpiod.Chip(str(self._lines.folder / "gpiochip0"))
        return chip.request_lines({pin: gpiod.LineSettings()}).release

    def taken(self) -> int:
        return len(self._lines.taken())


HEADERS = ("mock", "gpiod")


def made_header(kind: str, request: pytest.FixtureRequest) -> Header:
    """A header of one of the kinds, on the fixture that it needs."""
    if kind == "mock":
        return MockHeader(request.getfixturevalue("mock"))
    return LinesHeader(request.getfixturevalue("lines"), request.getfixturevalue("monkeypatch"))
