"""The wiring after a walk: the profile's, corrected by the findings. Pure.

A part that was not tried, and whose pin turned out to belong to another part, is assumed to be at that other part's
pin: swapped wires are more frequent than missing ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from hardware.ports import ENCODER, PUSH, Rest
from hardware.profile import COLOURS, Oled, Rgb, SeatPlace, SpiOled, whereabouts

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def steps_of(places: Iterable[SeatPlace]) -> tuple[WalkStep, ...]:
    """All parts in the order in which they are tried: contacts first, since those that were found answer questions
    about the rest. Places of pods have no parts here.
    """
    wired = [place for place in places if place.pod is None]
    contacts = [WalkStep(place.number, line) for place in wired for line in _contacts(place)]
    return (*contacts, *(WalkStep(place.number, line) for place in wired for line in _outputs(place)))


def _contacts(place: SeatPlace) -> Iterator[str]:
    yield from (line for line, _ in place.keys)
    if place.encoder is not None:
        if place.encoder.push is not None:
            yield PUSH
        yield ENCODER


def _outputs(place: SeatPlace) -> Iterator[str]:
    if place.oled is not None:
        yield "display"
    if place.light is not None:
        yield "light"
    if place.buzzer is not None:
        yield "buzzer"


def slots_of(place: SeatPlace) -> dict[Slot, int]:
    """Pins of a place by slot, but for those of its display."""
    found = {(place.number, line): pin for line, pin in place.keys}
    if (encoder := place.encoder) is not None:
        found |= {(place.number, "a"): encoder.a, (place.number, "b"): encoder.b}
        if encoder.push is not None:
            found[place.number, PUSH] = encoder.push
    if isinstance(place.light, Rgb):
        found |= {(place.number, colour): getattr(place.light, colour) for colour in COLOURS}
    elif place.light is not None:
        found[place.number, "light"] = place.light
    if place.buzzer is not None:
        found[place.number, "buzzer"] = place.buzzer
    return found


def settled(original: Mapping[K, V], certain: Mapping[K, V]) -> dict[K, V]:
    """``original`` with what is ``certain`` (each value once), and no value twice: whoever loses one gets that which
    its new owner had.
    """
    owner = {value: key for key, value in certain.items()}
    found = {}
    for key, value in original.items():
        if key in certain:
            found[key] = certain[key]
            continue
        while value in owner:
            value = original[owner[value]]
        found[key] = value
    return found


def corrected(places: tuple[SeatPlace, ...], findings: Mapping[WalkStep, PartFinding]) -> tuple[SeatPlace, ...]:
    """The places as they are wired, by what was found."""
    certain: dict[Slot, int] = {}
    detents: dict[int, tuple[bool, Rest | None]] = {}
    shown: dict[int, Oled | SpiOled] = {}
    for step, finding in findings.items():
        # found twice at one pin, the later one counts
        certain = {slot: pin for slot, pin in certain.items() if pin not in finding.pins.values()} | dict(finding.pins)
        if finding.half is not None:
            detents[step.place] = finding.half, finding.rest
        found = {whereabouts(oled) for oled in finding.shown.values()}
        shown = {at: oled for at, oled in shown.items() if whereabouts(oled) not in found} | dict(finding.shown)
    pins = settled({slot: pin for place in places for slot, pin in slots_of(place).items()}, certain)
    displays = _displays(places, shown)
    return tuple(_with(place, pins, detents.get(place.number), displays.get(place.number)) for place in places)


def _displays(places: tuple[SeatPlace, ...], shown: Mapping[int, Oled | SpiOled]) -> dict[int, Oled | SpiOled]:
    there = {place.number: place.oled for place in places if place.oled is not None}
    kinds = {whereabouts(oled): oled for oled in (*there.values(), *shown.values())}
    original = {number: whereabouts(oled) for number, oled in there.items()}
    certain = {number: whereabouts(oled) for number, oled in shown.items() if number in original}
    return {number: kinds[where] for number, where in settled(original, certain).items()}


def _with(
    place: SeatPlace,
    pins: Mapping[Slot, int],
    detents: tuple[bool, Rest | None] | None,
    oled: Oled | SpiOled | None,
) -> SeatPlace:
    number, encoder, light = place.number, place.encoder, place.light
    if encoder is not None:
        push = None if encoder.push is None else pins[number, PUSH]
        half, rest = (encoder.half, encoder.rest) if detents is None else detents
        encoder = replace(encoder, a=pins[number, "a"], b=pins[number, "b"], push=push, half=half, rest=rest)
    if isinstance(light, Rgb):
        light = Rgb(*(pins[number, colour] for colour in COLOURS))
    elif light is not None:
        light = pins[number, "light"]
    return replace(
        place,
        keys=tuple((line, pins[number, line]) for line, _ in place.keys),
        encoder=encoder,
        light=light,
        buzzer=None if place.buzzer is None else pins[number, "buzzer"],
        oled=oled,
        size=oled.size if oled is not None else place.size,
    )
