"""A table wired to the header of a Pi. Imported only if a profile needs it, since gpiozero and luma use memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Protocol

from hardware.colours import LAMPS
from hardware.pi.keys import PiKeys
from hardware.pi.lamps import PiBuzzer, PiLight
from hardware.pi.oled import PiDisplay
from hardware.pi.pins import Lamp, Pins
from hardware.pi.retry_thread import RetriedPart, RetryThread
from hardware.ports import Devices, MonotonicClock, Pin, Wire, device_name
from hardware.profile import COLOURS, Profile, Rgb, SeatPlace
from hardware.wiring_conflicts import POSITIONS


class _Part(RetriedPart, Protocol):
    """A part that knows its wiring."""

    def wire(self) -> Wire: ...


class PiTable:
    """Wired places of a profile. Nothing is opened before `devices().start`; failures are retried. `folder` is
    writable.
    """

    def __init__(self, profile: Profile, clock: MonotonicClock, folder: Path) -> None:
        self._pins = Pins(profile.chip, folder)
        self.watch = RetryThread(clock)
        self._keys: dict[int, PiKeys] = {}
        self._displays: dict[int, PiDisplay] = {}
        self._lights: dict[int, PiLight] = {}
        self._buzzers: dict[int, PiBuzzer] = {}
        for place in profile.places():
            self._add(place)
        self._places = [place.number for place in profile.places()]
        self.watch.over(tuple(self._parts()))

    def devices(self) -> Devices:
        return Devices(
            keys=self._keys,
            displays=self._displays,
            lights=self._lights,
            buzzers=self._buzzers,
            watches=(self.watch,),
            survey=self.survey,
            mend=self.watch.look,
            release=self._pins.close,
            pins_by=lambda: self._pins.driven_by,
        )

    def survey(self) -> tuple[Wire, ...]:
        """Every wire with its fault, by place."""
        return tuple(part.wire() for part in self._parts())

    def _add(self, place: SeatPlace) -> None:
        number, pins, lost = place.number, self._pins, self.watch.lost
        if place.keys or place.encoder:
            self._keys[number] = PiKeys(device_name(number, "keys"), place.keys, place.encoder, pins)
        if place.oled is not None:
            self._displays[number] = PiDisplay(device_name(number, "display"), place.oled, pins, lost)
        if place.light is not None:
            lamp_pins, take = self._lamp(place.light, number)
            self._lights[number] = PiLight(device_name(number, "light"), lamp_pins, take, pins.fault, lost)
        if place.buzzer is not None:
            pin = Pin(place.buzzer, POSITIONS[place.buzzer])
            take_sound = partial(pins.sound, place.buzzer)
            self._buzzers[number] = PiBuzzer(device_name(number, "buzzer"), (pin,), take_sound, pins.fault, lost)

    def _lamp(self, light: int | Rgb, seat: int) -> tuple[tuple[Pin, ...], partial[Lamp]]:
        if isinstance(light, int):
            return (Pin(light, POSITIONS[light]),), partial(self._pins.lamp, light)
        numbers = (light.red, light.green, light.blue)
        named = zip(numbers, COLOURS, strict=True)
        held = tuple(Pin(number, POSITIONS[number], colour) for number, colour in named)
        return held, partial(self._pins.coloured, numbers, LAMPS[seat])

    def _parts(self) -> Iterator[_Part]:
        for number in self._places:
            if number in self._keys:
                yield from self._keys[number].parts
            for parts in (self._displays, self._lights, self._buzzers):
                if number in parts:
                    yield parts[number]
