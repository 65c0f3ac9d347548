"""Pins of a Pi's header at which a contact could be: all but those of buses that are in use. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.profile import Oled, Profile, SpiOled
from hardware.wiring_conflicts import LAST_PIN, bus_pins

FIRST_PIN = 2
"""Those before are kept for the ID chip of boards on the header."""
SERIAL_PINS = (14, 15)
SERIAL_LINES = ("/dev/serial", "/dev/ttyAMA", "/dev/ttyS")
"""Beginnings of the device files of the header's own serial lines; those of USB begin with ``/dev/serial/``."""


def listening_pins(profile: Profile, *, console: bool) -> tuple[int, ...]:
    """BCM numbers. ``console``: the machine has its console on the header's serial line."""
    taken = set(_display_pins(profile))
    if console or _serial_pod(profile):
        taken.update(SERIAL_PINS)
    # a bus by its number alone may also be a channel of a multiplexer, which has no pins
    taken -= _named(profile)
    return tuple(pin for pin in range(FIRST_PIN, LAST_PIN + 1) if pin not in taken)


def _display_pins(profile: Profile) -> Iterator[int]:
    for place in profile.places():
        match place.oled:
            case Oled(bus=bus):
                yield from bus_pins(i2c=bus)
            case SpiOled(spi=spi, dc=dc, reset=reset):
                yield from bus_pins(spi=spi)
                yield from (pin for pin in (dc, reset) if pin is not None)
            case None:
                pass


def _serial_pod(profile: Profile) -> bool:
    paths = (*profile.pods, *(place.pod for place in profile.places() if place.pod is not None))
    return any(path.startswith(SERIAL_LINES) and not path.startswith("/dev/serial/") for path in paths)


def _named(profile: Profile) -> set[int]:
    """Pins of keys and encoders of the profile."""
    found = {pin for place in profile.places() for _, pin in place.keys}
    for encoder in (place.encoder for place in profile.places()):
        if encoder is not None:
            found |= {pin for pin in (encoder.a, encoder.b, encoder.push) if pin is not None}
    return found
