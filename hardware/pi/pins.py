"""GPIO pins of a Pi through gpiozero: contacts, lamps, buzzers, and control pins of an SPI display.

Contacts use gpiozero's plain input and the edges of its pin: debouncing and quadrature decoding are our own
(`hardware.debounce`), since Button adds a thread for holds, and RotaryEncoder lacks half-cycle encoders; and gpiozero's
own events do not say when an edge was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Protocol, TypeVar

from gpiozero import (  # noqa: TID251
    RGBLED,
    DigitalOutputDevice,
    InputDevice,
    PinPWMUnsupported,
)
from gpiozero import Buzzer as Sounder  # noqa: TID251
from gpiozero import Device as AnyDevice  # noqa: TID251

from hardware.colours import SIDES
from hardware.pi.faults import Faulty, chip_fault
from hardware.ports import Fault, SideColour

T = TypeVar("T")
Moved = Callable[[bool, float], None]
"""Called in the thread of the pins when a contact closes or opens, with the time of the edge on the monotonic clock."""

_OLDEST = 10.0
"""Seconds after which no edge is told any more: what looks older is one that overtook the clock it is compared with."""
BEEP = 0.12
"""Seconds a buzzer sounds."""

_OUR_FACTORY = "GPIOZERO_PIN_FACTORY"
_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "gpiod": ("hardware.pi.gpiod_pins", "GpiodFactory"),
}
"""Module and name of the pin factory of each library that drives pins, the best first: lgpio dims lamps in C."""


class TakenPins(Protocol):
    """Acquired pins."""

    def close(self) -> None:
        """Release them."""


class HeldContact(TakenPins, Protocol):
    """A contact on its pin."""

    @property
    def is_active(self) -> bool:
        """Whether it is closed."""


class Lamp(TakenPins, Protocol):
    """A lamp on its pins."""

    def on(self, side: SideColour | None = None) -> None: ...

    def off(self) -> None: ...

    def blink(self, half: float, side: SideColour | None = None) -> None:
        """On for ``half`` seconds, off for as many, until set again."""


class Sound(TakenPins, Protocol):
    """A buzzer on its pin."""

    def beep(self) -> None: ...


def library() -> tuple[str, Any]:
    """Name and pin factory of the library that drives the pins: lgpio where it can be imported, else gpiod. Raises
    Faulty.
    """
    for name, (module, factory) in _FACTORIES.items():
        # both exist on Linux only, and lgpio creates its pipe on import
        with suppress(ImportError):
            return name, getattr(import_module(module), factory)
    raise Faulty(Fault("library", "gpiod"))


class Pins:
    """Pins of the header. The chip is opened with the first pin, and retried on failure.

    `chip` is its number, None to detect it: 0, but 4 on a Pi 5 with an older kernel. `folder` is writable: lgpio
    creates a pipe in its working directory. Every method raises Faulty. A pin factory set in gpiozero, in Python or by
    GPIOZERO_PIN_FACTORY, is used instead of a chip. `driven_by` names the library that drives the pins, once one of
    them was wanted, or the factory of the environment; it is empty with one set in Python.
    """

    def __init__(self, chip: int | None, folder: Path) -> None:
        self._chip = chip
        self._folder = folder
        self._lock = Lock()
        self._factory: Any = None
        self._own = False
        self.driven_by = ""

    def fault(self, error: Exception) -> Fault:
        """Why a pin cannot be used, by the error that it raised."""
        chip = getattr(self._factory, "chip", self._chip or 0)
        return chip_fault(error, f"/dev/gpiochip{chip}")

    def contact(self, number: int, moved: Moved) -> HeldContact:
        """Contact between a pin and ground; `moved` is called in another thread when it closes or opens."""
        return self._take(lambda factory: _Contact(InputDevice(number, pull_up=True, pin_factory=factory), moved))

    def lamp(self, number: int) -> Lamp:
        """Lamp that is on while its pin is high."""
        return self._take(lambda factory: _Plain(DigitalOutputDevice(number, pin_factory=factory)))

    def coloured(self, numbers: Sequence[int], colour: tuple[float, float, float]) -> Lamp:
        """RGB lamp showing `colour`, each part from 0 to 1."""

        def make(factory: Any) -> Lamp:
            try:
                return _Coloured(RGBLED(*numbers, pin_factory=factory), colour)
            except PinPWMUnsupported:
                # gpiozero's plain mock pins and its native ones
                return _Coloured(RGBLED(*numbers, pwm=False, pin_factory=factory), colour, dims=False)

        return self._take(make)

    def sound(self, number: int) -> Sound:
        """Buzzer that sounds while its pin is high."""
        return self._take(lambda factory: _Sound(Sounder(number, pin_factory=factory)))

    def lines(self, numbers: Sequence[int]) -> Lines:
        """Output pins set by their user, such as those of a display."""

        def make(factory: Any) -> Lines:
            lines = Lines()
            try:
                for number in numbers:
                    lines.add(number, DigitalOutputDevice(number, pin_factory=factory))
            except BaseException:
                lines.close()
                raise
            return lines

        return self._take(make)

    def close(self) -> None:
        """Close the chip. Idempotent."""
        with self._lock:
            factory, self._factory = self._factory, None
            if factory is not None and self._own:
                factory.close()

    def _take(self, make: Callable[[Any], T]) -> T:
        # No context manager of a generator: since Python 3.13 its frames are a circle with the error. A device that was
        # not made, for which gpiozero has reserved the pin, stays in that until the garbage collector comes.
        with self._lock:
            try:
                return make(self._opened())
            except Exception as error:  # lgpio's errors have no root but this
                raise Faulty(self.fault(error)) from error

    def _opened(self) -> Any:
        if self._factory is None:
            self._own = AnyDevice.pin_factory is None and not os.environ.get(_OUR_FACTORY)
            named = os.environ.get(_OUR_FACTORY) if AnyDevice.pin_factory is None else ""
            self._factory = self._open_chip() if self._own else _gpiozeros_own()
            if named:
                where = getattr(self._factory, "host", "")
                self.driven_by = f"{named}{f' at {where}' if where else ''} ({_OUR_FACTORY})"
        return self._factory

    def _open_chip(self) -> Any:
        os.environ.setdefault("LG_WD", str(self._folder))
        self.driven_by, factory = library()
        return factory(chip=self._chip)


def _gpiozeros_own() -> Any:
    if AnyDevice.pin_factory is None:
        AnyDevice.pin_factory = AnyDevice._default_pin_factory()
    return AnyDevice.pin_factory


class Lines:
    """Output pins by number, with the interface luma expects of a GPIO library."""

    OUT = LOW = 0
    HIGH = 1

    def __init__(self) -> None:
        self._held: dict[int, DigitalOutputDevice] = {}

    def add(self, number: int, line: DigitalOutputDevice) -> None:
        self._held[number] = line

    def setup(self, number: int, direction: int) -> None:
        """Do nothing: they are outputs already."""

    def output(self, number: int, level: int) -> None:
        self._held[number].value = level

    def close(self) -> None:
        for line in self._held.values():
            line.close()


class _Contact:
    def __init__(self, device: InputDevice, moved: Moved) -> None:
        self._device = device
        self._moved = moved
        self._closed = bool(device.is_active)
        try:
            device.pin.edges = "both"
            device.pin.when_changed = self._edge
        except BaseException:
            device.close()
            raise

    @property
    def is_active(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.close()

    def _edge(self, ticks: float, state: float) -> None:
        """An edge as the pin tells it. Of a spike that was over before the kernel looked, it tells an opening alone."""
        closed = not state
        if closed == self._closed:
            return
        self._closed = closed
        self._moved(closed, self._time(ticks))

    def _time(self, ticks: float) -> float:
        """The time of an edge on the clock of this machine."""
        factory = self._device.pin_factory
        now = factory.ticks()
        if not hasattr(factory, "connection"):
            # a kernel before 5.7 stamps edges by another clock, which is ahead
            return float(min(ticks, now))
        # pins of another machine: its microseconds begin again every 72 minutes
        since = float(factory.ticks_diff(now, ticks))
        return monotonic() - (since if since < _OLDEST else 0.0)


class _Plain:
    def __init__(self, lamp: DigitalOutputDevice) -> None:
        self._lamp = lamp

    def on(self, side: SideColour | None = None) -> None:
        del side
        self._lamp.on()

    def off(self) -> None:
        self._lamp.off()

    def blink(self, half: float, side: SideColour | None = None) -> None:
        del side
        self._lamp.blink(half, half)

    def close(self) -> None:
        self._lamp.close()


class _Coloured:
    """A lamp of three colours; without ``dims`` each of them is on or off."""

    def __init__(self, lamp: RGBLED, colour: tuple[float, float, float], *, dims: bool = True) -> None:
        self._lamp = lamp
        self._colour = colour
        self._dims = dims

    def on(self, side: SideColour | None = None) -> None:
        self._lamp.color = self._in(side)

    def off(self) -> None:
        self._lamp.off()

    def blink(self, half: float, side: SideColour | None = None) -> None:
        self._lamp.blink(half, half, on_color=self._in(side))

    def _in(self, side: SideColour | None) -> tuple[float, float, float]:
        red, green, blue = self._colour if side is None else SIDES[side]
        return (red, green, blue) if self._dims else (float(red >= 0.5), float(green >= 0.5), float(blue >= 0.5))

    def close(self) -> None:
        self._lamp.close()


class _Sound:
    def __init__(self, sounder: Sounder) -> None:
        self._sounder = sounder

    def beep(self) -> None:
        self._sounder.beep(on_time=BEEP, off_time=BEEP, n=1)

    def close(self) -> None:
        self._sounder.close()
