"""Simulated table for any profile, with fault injection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Lock

from hardware.errors import BadCommand
from hardware.ports import (
    ENCODER,
    PANEL,
    Devices,
    Disconnected,
    Fault,
    MonotonicClock,
    PlaceView,
    Post,
    Reconnected,
    Wire,
    device_name,
)
from hardware.profile import Profile, SeatPlace
from hardware.sim import commands
from hardware.sim.sim_parts import UNPLUGGED, Cable, SimBuzzer, SimDisplay, SimKeys, SimLight, SimReader

MOST_DETENTS = 100
"""Most detents per command."""


class _Place:
    """One place: its parts and their cable."""

    def __init__(self, place: SeatPlace, clock: MonotonicClock, random: Random, changed: Callable[[int], None]) -> None:
        number = place.number
        self.number = number
        self.lines = place.lines
        self.encoder = "encoder" in place.parts
        self.cable = Cable()
        self.keys: SimKeys | None = None
        self.display: SimDisplay | None = None
        self.light: SimLight | None = None
        self.buzzer: SimBuzzer | None = None
        self.reader: SimReader | None = None
        if place.parts & {"keys", "encoder"}:
            self.keys = SimKeys(device_name(number, "keys"), clock, random, self.cable)
        if "oled" in place.parts:
            name = device_name(number, "display")
            self.display = SimDisplay(name, place.size, self.cable, lambda: changed(number))
        if "light" in place.parts:
            self.light = SimLight(device_name(number, "light"), self.cable, lambda: changed(number))
        if "buzzer" in place.parts:
            self.buzzer = SimBuzzer(device_name(number, "buzzer"), self.cable, lambda: changed(number))
        if "reader" in place.parts:
            self.reader = SimReader(device_name(number, "reader"), clock, self.cable)

    def devices(self) -> tuple[str, ...]:
        """The names of the parts there are."""
        parts = (self.keys, self.display, self.light, self.buzzer, self.reader)
        return tuple(part.device for part in parts if part is not None)

    def wires(self) -> tuple[Wire, ...]:
        """Testable wires."""
        fault = None if self.cable.plugged else Fault("unplugged")
        keys = device_name(self.number, "keys")
        lines = [(keys, line) for line in (*self.lines, *((ENCODER,) if self.encoder else ()))]
        lines += [(name, name.partition(".")[2]) for name in self.devices() if name != keys]
        return tuple(Wire(device, line, fault=fault) for device, line in lines)

    def view(self) -> PlaceView:
        """What can be seen here now."""
        return PlaceView(
            place=self.number,
            lines=self.lines,
            encoder=self.encoder,
            held=self.keys.held if self.keys else frozenset(),
            size=self.display.size if self.display else None,
            picture=self.display.picture if self.display else None,
            light=self.light.on if self.light else None,
            beeps=self.buzzer.beeps if self.buzzer else None,
            plugged=self.cable.plugged,
            silent=self.cable.silent,
            pattern=self.light.pattern if self.light else "steady",
            side=self.light.side if self.light else None,
            reader=self.reader is not None,
        )


@dataclass
class _Inbox:
    """Where the product hears of devices, from when it starts keys or a reader until it closes them."""

    post: Post | None = None


class _Source:
    """Keys or a reader given to the product; starting them also gives the table its inbox."""

    def __init__(self, source: SimKeys | SimReader, inbox: _Inbox) -> None:
        self._source = source
        self._inbox = inbox

    def start(self, post: Post) -> None:
        self._inbox.post = post
        self._source.start(post)

    def close(self) -> None:
        self._inbox.post = None
        self._source.close()


class SimTable:
    """Simulates the places of `profile`, also of wired ones. Thread-safe. `seed` makes bounces reproducible."""

    def __init__(self, profile: Profile, clock: MonotonicClock, *, seed: int = 0, bouncy: bool = False) -> None:
        self._clock = clock
        self._inbox = _Inbox()
        self._listeners: tuple[Callable[[int], None], ...] = ()
        self._lock = Lock()
        random = Random(seed)
        self._places = {
            place.number: _Place(place, clock, Random(random.random()), self._changed) for place in profile.places()
        }
        self._set_bouncy(bouncy)

    def devices(self) -> Devices:
        places = self._places
        return Devices(
            keys={n: _Source(p.keys, self._inbox) for n, p in places.items() if p.keys},
            displays={n: p.display for n, p in places.items() if p.display},
            lights={n: p.light for n, p in places.items() if p.light},
            buzzers={n: p.buzzer for n, p in places.items() if p.buzzer},
            readers={n: _Source(p.reader, self._inbox) for n, p in places.items() if p.reader},
            survey=lambda: tuple(wire for place in places.values() for wire in place.wires()),
        )

    def places(self) -> tuple[PlaceView, ...]:
        return tuple(place.view() for place in self._places.values())

    def listen(self, changed: Callable[[int], None]) -> Callable[[], None]:
        with self._lock:
            self._listeners += (changed,)
        return lambda: self._forget(changed)

    def tell(self, line: str) -> None:
        self.do(commands.parse(line))

    def do(self, command: commands.SimCommand) -> None:
        """Run one command. Raises BadCommand for a missing place or part."""
        match command:
            case commands.PressKey(place, key, bounce):
                self.press(place, key, bounce=bounce)
            case commands.HoldKey(place, key):
                self.hold(place, key)
            case commands.ReleaseKey(place, key):
                self.release(place, key)
            case commands.TurnEncoder(place, steps):
                self.turn(place, steps)
            case commands.ReadTag(place, code):
                self.read(place, code)
            case commands.Unplug(place):
                self.unplug(place)
            case commands.Plug(place):
                self.plug(place)
            case commands.Silence(place) | commands.Wake(place):
                self._hang(place, silent=isinstance(command, commands.Silence))
            case commands.Bouncy(on):
                self._set_bouncy(on)

    def press(self, place: int, key: str, *, bounce: bool = False) -> None:
        """Tap a key."""
        self._keys(place, key).press(key, bounce=bounce)
        self._changed(place)

    def hold(self, place: int, key: str) -> None:
        """Keep a key down until `release`."""
        self._keys(place, key).hold(key)
        self._changed(place)

    def release(self, place: int, key: str) -> None:
        """Let a held key go."""
        self._keys(place, key).release(key)
        self._changed(place)

    def turn(self, place: int, steps: int) -> None:
        """Turn the encoder by detents, clockwise positive, at most `MOST_DETENTS` either way."""
        spot = self._place(place)
        if spot.keys is None or not spot.encoder:
            raise BadCommand(f"{_named(place)} has no encoder")
        if not 0 < abs(steps) <= MOST_DETENTS:
            raise BadCommand(f"an encoder is turned by 1 to {MOST_DETENTS} detents, not {abs(steps)}")
        spot.keys.turn(steps)

    def read(self, place: int, code: str) -> None:
        """Hold a tag to the reader of a place, and take it away."""
        reader = self._place(place).reader
        if reader is None:
            raise BadCommand(f"{_named(place)} has no reader")
        reader.read(code)

    def unplug(self, place: int) -> None:
        """Unplug: keys are released and mute, the display goes dark and raises, `Disconnected` is posted."""
        spot = self._place(place)
        with self._lock:
            if not spot.cable.plugged:
                return
            spot.cable.plugged = False
        if spot.keys:
            spot.keys.let_go()
        for part in (spot.display, spot.light):
            if part is not None:
                part.go_dark()
        for device in spot.devices():
            self._post(Disconnected(device, UNPLUGGED, self._clock()))
        self._changed(place)

    def plug(self, place: int) -> None:
        """Plug in again: the place restarts dark, and `Reconnected` is posted."""
        spot = self._place(place)
        with self._lock:
            if spot.cable.plugged:
                return
            spot.cable.silent = False
            spot.cable.plugged = True
        for device in spot.devices():
            self._post(Reconnected(device, self._clock()))
        self._changed(place)

    def _hang(self, place: int, *, silent: bool) -> None:
        """Hang a place: presses, releases and pictures are lost without notice; or end that, which brings none back."""
        self._place(place).cable.silent = silent
        self._changed(place)

    def _place(self, number: int) -> _Place:
        place = self._places.get(number)
        if place is None:
            known = ", ".join(_named(n) for n in self._places) or "no place at all"
            raise BadCommand(f"there is no {_named(number)} at this table, but {known}")
        return place

    def _keys(self, number: int, key: str) -> SimKeys:
        place = self._place(number)
        if place.keys is None or key not in place.lines:
            known = ", ".join(place.lines) or "none"
            raise BadCommand(f'{_named(number)} has no key "{key}"; its keys: {known}')
        return place.keys

    def _set_bouncy(self, on: bool) -> None:
        for place in self._places.values():
            if place.keys:
                place.keys.bouncy = on

    def _post(self, event: Disconnected | Reconnected) -> None:
        if self._inbox.post is not None:
            self._inbox.post(event)

    def _changed(self, place: int) -> None:
        for listener in self._listeners:
            listener(place)

    def _forget(self, listener: Callable[[int], None]) -> None:
        with self._lock:
            self._listeners = tuple(other for other in self._listeners if other is not listener)


def _named(place: int) -> str:
    return "panel" if place == PANEL else f"seat {place}"
