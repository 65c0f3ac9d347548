"""The pins, lamps, buzzers and displays of a Pi's header for the walk: every free pin is listened to, and what is
driven is opened when it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from hardware.errors import DeviceGone
from hardware.pi.faults import Faulty
from hardware.pi.oled import PiDisplay, answers
from hardware.pi.pins import Lines, Moved, Pins, TakenPins
from hardware.ports import PANEL, Fault, device_name
from hardware.profile import ADDRESSES, Oled, Profile, Rgb, SeatPlace, SpiOled, Whereabouts, whereabouts
from hardware.walk.listening_pins import listening_pins
from hardware.walk.walk_devices import DisplayAnswer, PinEdge

if TYPE_CHECKING:
    from PIL.Image import Image

H = TypeVar("H", bound=TakenPins)

KERNEL_LINE = Path("/proc/cmdline")
CONSOLES = ("console=serial0", "console=ttyAMA0", "console=ttyS0")
CHANNELS = range(8)


def serial_console(line: Path = KERNEL_LINE) -> bool:
    """Whether the kernel has its console on the header's serial line."""
    with suppress(OSError):
        return any(console in line.read_text(encoding="utf-8") for console in CONSOLES)
    return False


class PiWalk:
    """Implements `WalkDevices` for a wired profile. `folder` is writable."""

    def __init__(self, profile: Profile, folder: Path) -> None:
        self._profile = profile
        self._pins = Pins(profile.chip, folder)
        self._held: dict[tuple[str, tuple[int, ...]], TakenPins] = {}
        self._faults: dict[int, Fault] = {}
        self._displays: dict[Whereabouts, tuple[Oled | SpiOled, PiDisplay]] = {}
        self._closed = False

    def listen(self, post: Callable[[PinEdge], None]) -> Mapping[int, bool]:
        """See `WalkDevices`; edges come from the threads of the pins."""
        levels = {}
        for pin in listening_pins(self._profile, console=serial_console()):
            try:
                contact = self._pins.contact(pin, self._moved(pin, post))
            except Faulty as faulty:
                self._faults[pin] = faulty.fault
            else:
                self._held["contact", (pin,)] = contact
                levels[pin] = contact.is_active
        return levels

    def fetch(self) -> None:
        """Do nothing: edges come by themselves."""

    def fault(self, pin: int) -> Fault | None:
        return self._faults.get(pin)

    def shine(self, place: SeatPlace, colours: Collection[str]) -> Fault | None:
        light = place.light
        if isinstance(light, Rgb):
            lit = {light.red: "red" in colours, light.green: "green" in colours, light.blue: "blue" in colours}
        else:
            lit = {} if light is None else {light: bool(colours)}
        try:
            lines = self._take("lamp", tuple(lit), self._pins.lines)
            for pin, on in lit.items():
                lines.output(pin, Lines.HIGH if on else Lines.LOW)
        except Faulty as faulty:
            return faulty.fault
        except Exception as error:  # lgpio's errors have no root but this
            return self._pins.fault(error)
        return None

    def sound(self, place: SeatPlace) -> Fault | None:
        if place.buzzer is None:
            return None
        try:
            self._take("buzzer", (place.buzzer,), lambda pins: self._pins.sound(pins[0])).beep()
        except Faulty as faulty:
            return faulty.fault
        except Exception as error:  # as above
            return self._pins.fault(error)
        return None

    def show(self, oled: Oled | SpiOled, image: Image | None) -> Fault | None:
        display = self._display(oled)
        try:
            if image is None:
                display.blank()
            else:
                display.show(image)
        except DeviceGone:
            # its wires may be put right meanwhile: the next picture tries it anew
            self._displays.pop(whereabouts(oled))
            display.close()
            return display.fault
        return None

    def scan(self, oled: Oled) -> tuple[DisplayAnswer, ...]:
        found = []
        for channel in (None, *CHANNELS):
            for address in ADDRESSES:
                # a channel that is not there, or a bus that cannot be used, answers nothing
                with suppress(Faulty):
                    if answers(oled.bus, channel, address):
                        found.append(DisplayAnswer(address, channel))
        before = {answer.address for answer in found if answer.mux is None}
        # what is before the multiplexer is heard on every channel, too
        return tuple(answer for answer in found if answer.mux is None or answer.address not in before)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for _, display in self._displays.values():
            display.close()
        for held in self._held.values():
            with suppress(Exception):  # nothing is to be saved any more
                held.close()
        self._held.clear()
        self._pins.close()

    @staticmethod
    def _moved(pin: int, post: Callable[[PinEdge], None]) -> Moved:
        return lambda closed, at: post(PinEdge(pin, closed, at))

    def _take(self, what: str, pins: tuple[int, ...], open_: Callable[[Sequence[int]], H]) -> H:
        """What is at these pins, opened unless it is; whatever else was there is let go, a listener too."""
        wanted = (what, pins)
        for other in [held for held in self._held if held != wanted and set(held[1]) & set(pins)]:
            self._held.pop(other).close()
        if wanted not in self._held:
            self._held[wanted] = open_(pins)
        return cast("H", self._held[wanted])

    def _display(self, oled: Oled | SpiOled) -> PiDisplay:
        """The display, opened again where it is to be driven otherwise: two that share a chip would darken it."""
        where = whereabouts(oled)
        wiring, display = self._displays.get(where, (None, None))
        if display is None or wiring != oled:
            if display is not None:
                display.close()
            display = PiDisplay(device_name(PANEL, "display"), oled, self._pins, lambda: None)
            self._displays[where] = (oled, display)
        return display
