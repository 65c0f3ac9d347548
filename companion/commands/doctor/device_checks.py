"""Device checks of ``companion doctor``, and the manual trial in a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from queue import Empty, SimpleQueue

from companion.commands.doctor.machine_checks import Finding
from companion.core.wording import Message, Speaker, say, say_n
from companion.render.draw import draw
from companion.render.faces import ProbeFace
from companion.service.panel.wiring.wiring_status import called, complaint, connected, place_named
from hardware.debounce import Debouncer, KeyEvent, Press
from hardware.ports import (
    ENCODER,
    DeviceGone,
    Devices,
    Disconnected,
    Edge,
    Event,
    Reconnected,
    RemotePress,
    Tag,
    Turn,
    Wire,
    place_of,
)


def check_devices(devices: Devices) -> Iterator[Finding]:
    """Test every real device once. Nothing is started; the caller closes the devices."""
    devices.mend()
    if library := devices.pins_by():
        yield Finding("devices", "ok", say("The pins are driven by {library}.", library=library))
    for wire in devices.survey():
        if not wire.node and not wire.pins and not wire.driver:
            continue  # simulated
        if wire.fault is None:
            yield Finding("devices", "ok", say("{thing}: it can be used.", thing=_described(wire)))
        else:
            # a missing library does not come back by itself
            yield Finding("devices", "bad" if wire.fault.trouble in ("library", "driver") else "look", complaint(wire))


class ManualTrial:
    """Manual trial of all devices, as lines for a terminal. ``begin`` needs started devices."""

    def __init__(self, devices: Devices, speaker: Speaker) -> None:
        self._devices = devices
        self._speaker = speaker
        self._debouncer = Debouncer()
        self._wires = {(wire.device, wire.line): wire for wire in devices.survey()}

    def begin(self) -> Iterator[str]:
        """Switch on every lamp and buzzer in turn, with a line about each."""
        self._devices.mend()
        for wire in self._devices.survey():
            if wire.fault is not None:
                yield self._speaker.say(complaint(wire))
        for place, display in self._devices.displays.items():
            face = ProbeFace(seat=place, title=self._speaker.short(place_named(place)))
            if self._works(partial(display.show, draw(face, size=display.size))):
                yield self._line(place, "display", say("it shows a frame and its name now."))
        for place, light in self._devices.lights.items():
            if self._works(partial(light.set, True)):
                yield self._line(place, "light", say("it shines now."))
        for place, buzzer in self._devices.buzzers.items():
            if self._works(buzzer.beep):
                yield self._line(place, "buzzer", say("it sounded."))

    @property
    def works(self) -> bool:
        """Whether everything has responded."""
        return all(wire.fault is None for wire in self._devices.survey())

    def wait(self, heard: SimpleQueue[Event]) -> Iterator[str]:
        """Wait for an event, or until a debounced key counts as pressed, and return lines about it."""
        due = self._debouncer.due()
        try:
            event = heard.get(timeout=None if due is None else max(due - time.monotonic(), 0))
        except Empty:
            yield from self._pressed(self._debouncer.advance(time.monotonic()))
        else:
            yield from self.told(event)

    def told(self, event: Event) -> Iterator[str]:
        """Lines about an event."""
        match event:
            case Edge():
                yield from self._pressed(self._debouncer.feed(event))
            case Turn(device=device, steps=steps):
                way = (
                    say_n("{n} click back.", "{n} clicks back.", -steps)
                    if steps < 0
                    else say_n("{n} click clockwise.", "{n} clicks clockwise.", steps)
                )
                yield self._said(self._wires[device, ENCODER], way)
            case Disconnected(device=device):
                for wire in self._devices.survey():
                    if wire.device == device and wire.fault is not None:
                        yield self._speaker.say(complaint(wire))
            case RemotePress(device=device, line=line):
                yield self._said(self._wires[device, line], say("pressed."))
            case Tag(device=device):
                yield self._said(self._wires[device, "reader"], say("it has read a tag."))
            case Reconnected():
                pass

    def _pressed(self, events: Iterable[KeyEvent]) -> Iterator[str]:
        for event in events:
            if isinstance(event, Press):
                yield self._said(self._wires[event.device, event.key], say("pressed."))

    def _line(self, place: int, line: str, what: Message) -> str:
        wire = next(wire for (device, key), wire in self._wires.items() if key == line and place_of(device) == place)
        return self._said(wire, what)

    def _said(self, wire: Wire, what: Message) -> str:
        return self._speaker.say(say("{thing}: {what}", thing=_described(wire), what=what))

    @staticmethod
    def _works(use: Callable[[], None]) -> bool:
        try:
            use()
        except DeviceGone:
            return False
        return True


def _described(wire: Wire) -> Message:
    """Owner, kind and connection of a wire."""
    named = say("{place}, {thing}", place=place_named(place_of(wire.device)), thing=called(wire))
    for where in connected(wire):
        named = say("{thing} ({where})", thing=named, where=where)
    return named
