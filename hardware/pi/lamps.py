"""Lamps and buzzers on the GPIO header."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from hardware.errors import DeviceGone
from hardware.pi.faults import Faulty
from hardware.pi.keys import UNTRIED
from hardware.pi.pins import Lamp, Sound, TakenPins
from hardware.ports import Fault, Pattern, Pin, SideColour, Wire

H = TypeVar("H", bound=TakenPins)

HALVES: dict[Pattern, float] = {"slow": 0.5, "quick": 0.125}
"""Seconds a blinking lamp is on, and off."""


class _Output(Generic[H]):
    """Output pins, retried until they can be acquired."""

    line = ""

    def __init__(
        self,
        device: str,
        pins: Sequence[Pin],
        take: Callable[[], H],
        fault_of_pin: Callable[[Exception], Fault],
        lost: Callable[[], None],
    ) -> None:
        self.device = device
        self.fault: Fault | None = UNTRIED
        self._pins = tuple(pins)
        self._take = take
        self._fault_of_pin = fault_of_pin
        self._lost = lost
        self._held: H | None = None
        self._closed = False
        self._lock = Lock()

    def mend(self) -> None:
        """Acquire the pins, unless already done."""
        with self._lock:
            if self.fault is None or self._closed:
                return
            try:
                self._held = self._take()
            except Faulty as faulty:
                self.fault = faulty.fault
            else:
                self.fault = None

    def wire(self) -> Wire:
        return Wire(self.device, self.line, self._pins, fault=self.fault)

    def close(self) -> None:
        """Switch off and release the pins."""
        with self._lock:
            self._closed = True
            held, self._held = self._held, None
            if held is not None:
                with suppress(Exception):  # lgpio's errors have no root but this, and nothing is to be saved any more
                    held.close()

    def _use(self, use: Callable[[H], None]) -> None:
        with self._lock:
            if self._held is None:
                raise DeviceGone(self.device, str(self.fault or "closed"))
            try:
                use(self._held)
            except Exception as error:  # lgpio's errors have no root but this
                self._give_up(error)
                self._lost()
                raise DeviceGone(self.device, str(self.fault)) from error

    def _give_up(self, error: Exception) -> None:
        held, self._held = self._held, None
        self.fault = self._fault_of_pin(error)
        if held is not None:
            with suppress(Exception):
                held.close()


class PiLight(_Output[Lamp]):
    """The `Light` of one place."""

    line = "light"

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        half = HALVES.get(pattern) if on else None
        if half is not None:
            self._use(lambda lamp: lamp.blink(half, side))
        else:
            self._use(lambda lamp: lamp.on(side) if on else lamp.off())


class PiBuzzer(_Output[Sound]):
    """The `Buzzer` of one place."""

    line = "buzzer"

    def beep(self) -> None:
        self._use(lambda sound: sound.beep())
