"""The step at an encoder: ten clicks clockwise say at which pins its contacts are, which way it counts, and how far."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from companion.core.wording import N_, Message, say, say_n
from companion.walk.steps.key_step import PATIENCE, SILENT, moved
from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from companion.walk.walk_prompts import NO, YES_NO, Chosen, Late, Prompt, Walker
from companion.walk.walk_words import WalkWords
from hardware.profile import EncoderPins
from hardware.walk.contact_traces import clicks, turned_pins
from hardware.walk.walk_devices import PinEdge

NEAR = range(8, 13)
"""Clicks that somebody may have turned who was to turn ten."""
STOPPED = 1.5
"""Seconds without an edge after which the turning is over."""

TURN = say("turn it ten clicks clockwise.", N_("10 clicks right"))
AGAIN = say("that is not as in the profile. Turn it ten clicks clockwise once more.", N_("Again: 10 right"))

Trace = tuple[list[PinEdge], set[int]]


def knob_step(
    step: WalkStep, pins: EncoderPins, words: WalkWords, levels: Mapping[int, bool], found: Mapping[int, Slot]
) -> Walker:
    """An encoder whose contacts should be at these pins; ``levels`` and ``found`` as for keys."""
    said, before = TURN, None
    while True:
        trace = yield from _turning(said, levels)
        if trace is None:
            advice = words.never_closes(pins.a)
            return PartFinding("faulty", (say("dead: neither of its contacts was heard."),), advice)
        edges, closed = trace
        finding = _read(step, pins, words, found, edges, closed)
        if isinstance(finding, Message):
            said = finding
        elif finding.verdict != "corrected" or finding == before:
            return finding
        else:
            # whoever turned the other way, or by five, is not to have the profile changed
            said, before = AGAIN, finding


def _turning(said: Message, levels: Mapping[int, bool]) -> Generator[Prompt, Any, Trace | None]:
    """The edges of a turn, and the pins that were closed before it; None if somebody gave up."""
    closed = {pin for pin, level in levels.items() if level}
    edges: list[PinEdge] = []
    while True:
        heard = yield Prompt(patience=STOPPED) if edges else Prompt(said, patience=PATIENCE)
        if isinstance(heard, Late):
            if turned_pins(edges):
                return edges, closed
            heard = yield Prompt(SILENT, YES_NO)
            if isinstance(heard, Chosen):
                if heard.number == NO:
                    return None
                edges, closed = [], {pin for pin, level in levels.items() if level}
                continue
        if isinstance(heard, PinEdge):
            edges.append(heard)


def _read(
    step: WalkStep,
    pins: EncoderPins,
    words: WalkWords,
    found: Mapping[int, Slot],
    edges: list[PinEdge],
    closed: set[int],
) -> PartFinding | Message:
    """What a turn says, or what to ask for once more."""
    turned = turned_pins(edges)[:2]
    if len(turned) < 2:
        return _one_contact(pins, words, turned[0])
    if other := next((found[pin] for pin in turned if pin in found), None):
        return say(
            "that was {thing}, which was found before. Turn this one ten clicks clockwise.",
            N_("That was another"),
            thing=words.slot(other),
        )
    a, b = (pins.a, pins.b) if set(turned) == {pins.a, pins.b} else _near(pins, turned)
    full, half = (clicks(edges, a, b, half=twice, closed=closed) for twice in (False, True))
    if abs(half) in NEAR and abs(full) not in NEAR:
        count, twice = half, True
    elif abs(full) in NEAR:
        count, twice = full, False
    else:
        return say_n(
            "{n} click was counted. Turn it ten clicks clockwise once more, and slowly.",
            "{n} clicks were counted. Turn it ten clicks clockwise once more, and slowly.",
            abs(half if pins.half else full),
            N_("Slowly: 10 right"),
        )
    what: list[Message] = []
    if {a, b} != {pins.a, pins.b}:
        if count < 0:
            a, b = b, a
        for end, pin, heard in (("a", pins.a, a), ("b", pins.b, b)):
            what += moved((step.place, end), pin, heard, words, found)
    elif count < 0:
        a, b = b, a
        what.append(say("it turned the wrong way: contacts A and B are swapped."))
    if twice != pins.half:
        what.append(
            say("it clicks twice in a cycle of its contacts: half = true.")
            if twice
            else say("it clicks once in a cycle of its contacts: half = false.")
        )
    heard_at = {(step.place, "a"): a, (step.place, "b"): b}
    return PartFinding("corrected" if what else "right", tuple(what) or (say("right."),), pins=heard_at, half=twice)


def _near(pins: EncoderPins, turned: tuple[int, ...]) -> tuple[int, int]:
    """Which of two pins is A, where one of them is as it should be; else the first."""
    first, second = turned
    if second == pins.a or first == pins.b:
        return second, first
    return first, second


def _one_contact(pins: EncoderPins, words: WalkWords, heard: int) -> PartFinding:
    """One contact moved, the other did not."""
    silent, role = (pins.a, say("contact A")) if heard == pins.b else (pins.b, say("contact B"))
    what = say("{contact} is dead: only {pin} was heard.", contact=role, pin=words.pin(heard))
    return PartFinding("faulty", (what,), words.never_closes(silent))
