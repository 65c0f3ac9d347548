"""Names of places, parts, contacts and pins in the walk, and what to do about contacts that are faulty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.core.wording import Message, say
from companion.service.panel.wiring.wiring_status import LINES, ROLES, place_named, trouble
from companion.walk.walk_findings import Slot
from companion.walk.walked_wiring import slots_of
from hardware.ports import ENCODER, Fault, Pin, Wire, device_name
from hardware.profile import SeatPlace
from hardware.wiring_conflicts import POSITIONS

TURNED_SWITCH = say(
    "With the power off, look for solder or a strand of wire between its pin and ground, and whether the switch is "
    "turned by a quarter: two of its four legs are always joined."
)


@dataclass(frozen=True)
class WalkWords:
    """Names in one walk. ``pin`` and ``place`` name a pin and a place by their numbers, ``owners`` are the contacts of
    the profile by their pins.
    """

    pin: Callable[[int], Message]
    place: Callable[[int], Message]
    owners: Mapping[int, Slot]

    def part(self, place: int, line: str) -> Message:
        """A part with its place."""
        return say("{place}, {thing}", place=self.place(place), thing=LINES[line])

    def slot(self, slot: Slot) -> Message:
        """A contact with its place."""
        place, line = slot
        if line in LINES:
            return self.part(place, line)
        part = ENCODER if line in ("a", "b") else "light"
        return say("{thing} ({where})", thing=self.part(place, part), where=ROLES[line])

    def never_closes(self, pin: int) -> Message:
        """What to measure at a contact that was not heard."""
        return say(
            "With the power off, measure between {pin} and ground: it is open, and closed while somebody presses or "
            "turns. If it never closes, the wire is broken or in a hole that is not listened to, or ground is missing.",
            pin=self.pin(pin),
        )


def header_words(places: Iterable[SeatPlace]) -> WalkWords:
    """Names at a Pi's header."""
    return WalkWords(_header_pin, place_named, owners_of(places))


def pod_words(places: Iterable[SeatPlace]) -> WalkWords:
    """Names at a pod."""
    return WalkWords(lambda pin: say("GP{n}", n=pin), lambda _: say("Pod"), owners_of(places))


def owners_of(places: Iterable[SeatPlace]) -> dict[int, Slot]:
    """The contacts of the profile by their pins."""
    return {pin: slot for place in places for slot, pin in slots_of(place).items()}


def _header_pin(pin: int) -> Message:
    return say("pin {n}, header {m}", n=pin, m=POSITIONS[pin])


def fault_said(fault: Fault, place: int, pin: int | None = None) -> Message:
    """What to do about a fault of a pin, or of the chip that has them."""
    pins = () if pin is None else (Pin(pin, POSITIONS[pin]),)
    wire = Wire(device_name(place, "keys"), "ok", pins, "/dev/gpiochip", fault=fault)
    return trouble(wire) or say("It does not work.")
