"""The step at an encoder: one click clockwise and one back say at which pins its contacts are, which way it counts, how
far a click is, and which contacts are closed at rest.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from companion.core.wording import N_, Message, say
from companion.walk.steps.key_step import PATIENCE, SILENT, moved
from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from companion.walk.walk_prompts import NO, YES_NO, Chosen, Late, Prompt, Walker
from companion.walk.walk_words import WalkWords
from hardware.ports import Rest
from hardware.profile import EncoderPins
from hardware.walk.contact_traces import moved_pins, quarters
from hardware.walk.walk_devices import PinEdge

FULL, HALF = 4, 2
"""Quarters of a cycle in a click."""
STOPPED = 1.0
"""Seconds without an edge after which the turning is over."""

TURN = say("turn it one click clockwise.", N_("1 click right"))
BACK = say("and one click back.", N_("1 click back"))
AGAIN = say("that is not as it should be. Turn it one click clockwise once more.", N_("Again: 1 right"))
NOT_ONE = say(
    "that was not one click clockwise and one back. Turn it one click clockwise, slowly.", N_("Slowly: 1 right")
)
RESTS: dict[Rest, Message] = {
    "none": say('no contact is closed when it rests: rest = "none".'),
    "a": say('contact A is closed when it rests: rest = "a".'),
    "b": say('contact B is closed when it rests: rest = "b".'),
    "both": say('both contacts are closed when it rests: rest = "both".'),
}
OPPOSITE: dict[Rest, Rest] = {"both": "none", "b": "a"}
"""Rests of an encoder that clicks twice in a cycle: it has both of a pair in turn."""

Trace = tuple[list[PinEdge], set[int]]
"""The edges of a turn, and the pins that were closed before it."""


def knob_step(
    step: WalkStep, pins: EncoderPins, words: WalkWords, levels: Mapping[int, bool], found: Mapping[int, Slot]
) -> Walker:
    """An encoder whose contacts should be at these pins; ``levels`` and ``found`` as for keys."""
    said, before = TURN, None
    while True:
        there = yield from _turning(said, levels)
        if there is None:
            advice = words.never_closes(pins.a)
            return PartFinding("faulty", (say("dead: neither of its contacts was heard."),), advice)
        back = yield from _turning(BACK, levels)
        if back is None:
            return PartFinding("skipped", (say("not tried."),))
        finding = _read(step, pins, words, found, there, back)
        if isinstance(finding, Message):
            said = finding
        elif finding.verdict == "right" or finding == before:
            return finding
        else:
            # a turn the other way, or of two clicks, must not change the profile
            said, before = AGAIN, finding


def _turning(said: Message, levels: Mapping[int, bool]) -> Generator[Prompt, Any, Trace | None]:
    """A turn; None if somebody gave up."""
    closed = _closed(levels)
    edges: list[PinEdge] = []
    text: Message | None = said
    while True:
        heard = yield Prompt(patience=STOPPED) if edges else Prompt(text, patience=PATIENCE)
        if isinstance(heard, Late) and edges:
            if moved_pins(edges, closed):
                return edges, closed
            # a spike on a wire: what was asked for still stands
            edges, text = [], None
        elif isinstance(heard, Late):
            heard = yield Prompt(SILENT, YES_NO)
            if isinstance(heard, Chosen):
                if heard.number == NO:
                    return None
                text, closed = said, _closed(levels)
        if isinstance(heard, PinEdge):
            edges.append(heard)


def _closed(levels: Mapping[int, bool]) -> set[int]:
    return {pin for pin, closed in levels.items() if closed}


def _read(
    step: WalkStep, pins: EncoderPins, words: WalkWords, found: Mapping[int, Slot], there: Trace, back: Trace
) -> PartFinding | Message:
    """What the two turns say, or what to ask for once more."""
    heard = dict.fromkeys(pin for trace in (there, back) for pin in moved_pins(*trace))
    # somebody may have touched a key as well
    turned = sorted((pin for pin in heard if pin not in found), key=lambda pin: pin not in (pins.a, pins.b))[:2]
    if not turned:
        return say(
            "that was {thing}, which was found before. Turn this one, one click clockwise.",
            N_("That was another"),
            thing=words.slot(found[next(iter(heard))]),
        )
    if len(turned) == 1:
        return _one_contact(pins, words, turned[0])
    a, b = (pins.a, pins.b) if set(turned) == {pins.a, pins.b} else _near(pins, (turned[0], turned[1]))
    forth, return_ = (quarters(edges, a, b, closed) for edges, closed in (there, back))
    if forth != -return_ or abs(forth) not in (FULL, HALF):
        return NOT_ONE
    what: list[Message] = []
    if forth < 0:
        a, b = b, a
    if {a, b} != {pins.a, pins.b}:
        for end, pin, at in (("a", pins.a, a), ("b", pins.b, b)):
            what += moved((step.place, end), pin, at, words, found)
    elif forth < 0:
        what.append(say("it turned the wrong way: contacts A and B are swapped."))
    twice = abs(forth) == HALF
    if twice != pins.half:
        what.append(
            say("it clicks twice in a cycle of its contacts: half = true.")
            if twice
            else say("it clicks once in a cycle of its contacts: half = false.")
        )
    rest, closed = pins.rest, _alike(_rest(a in there[1], b in there[1]), twice)
    if closed != _alike(rest or "none", twice):
        rest = closed
        what.append(RESTS[closed])
    heard_at = {(step.place, "a"): a, (step.place, "b"): b}
    return PartFinding(
        "corrected" if what else "right", tuple(what) or (say("right."),), pins=heard_at, half=twice, rest=rest
    )


def _rest(a: bool, b: bool) -> Rest:
    """The contacts that are closed."""
    return ("both" if b else "a") if a else "b" if b else "none"


def _alike(rest: Rest, twice: bool) -> Rest:
    """The one of two rests that are the same where an encoder clicks twice in a cycle."""
    return OPPOSITE.get(rest, rest) if twice else rest


def _near(pins: EncoderPins, turned: tuple[int, int]) -> tuple[int, int]:
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
