"""Steps at lamps and buzzers: they are switched on, and somebody says what they see or hear."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from companion.core.wording import N_, Message, say
from companion.service.panel.wiring.wiring_status import ROLES
from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from companion.walk.walk_prompts import YES, YES_NO, Chosen, Prompt, ShineLamp, SoundBuzzer, Walker, chosen
from companion.walk.walk_words import WalkWords, fault_said
from hardware.profile import COLOURS, Rgb, SeatPlace

DARK: frozenset[str] = frozenset()
NOTHING = "nothing"
SEEN: Mapping[str, Message] = {
    "red": ROLES["red"],
    "green": ROLES["green"],
    "blue": ROLES["blue"],
    "yellow": say("yellow"),
    "turquoise": say("turquoise"),
    "purple": say("purple"),
    "white": say("white"),
    NOTHING: say("nothing at all", N_("nothing")),
}
"""What somebody may see of a coloured lamp."""

SHINES = say(
    "it shines now. Do you see it? If another one shines: OK there, or the number of that seat.", N_("Does it shine?")
)
IS_DARK = say("and now it is dark. Is it?", N_("Is it dark now?"))
WHICH = say("what do you see instead?", N_("What do you see?"))
SOUNDS = say("it sounds once. Did you hear it?", N_("Did you hear it?"))
ONCE_MORE = say("it sounds once more. Did you hear it?", N_("And now?"))

LAMP_TO_GROUND = say(
    "Its common wire, or its short leg, belongs to ground: this one has it at 3.3 V. Turn it round, or take a lamp "
    "with a common cathode."
)
LAMP_DARK = say(
    "Look whether it is the right way round (the long leg to the resistor), for the resistor of 330 ohm, and for "
    "broken wires."
)
BUZZER_SILENT = say(
    "Look whether plus is at its pin, and whether it is an active buzzer: a passive one only clicks. Above 10 mA it "
    "needs a transistor."
)
POD_BUZZER_SILENT = say(
    'Look at its wires. A passive buzzer needs "tone" in the pod\'s file, an active one must not have it.'
)


def lamp_step(
    step: WalkStep, places: tuple[SeatPlace, ...], originals: tuple[SeatPlace, ...], words: WalkWords
) -> Walker:
    """The lamp of a place as all are wired now; ``originals`` are the places of the profile."""
    place, original = (next(one for one in all_ if one.number == step.place) for all_ in (places, originals))
    lines = COLOURS if isinstance(place.light, Rgb) else ("light",)
    elsewhere: dict[Slot, int] = {}
    while True:
        fault = yield ShineLamp(place, frozenset(COLOURS))
        if fault is not None:
            return PartFinding("faulty", (fault_said(fault, step.place),))
        there = yield from _where(place, places)
        yield ShineLamp(place, DARK)
        if there is None or there.number == step.place:
            break
        # then this place has what the other one should have, until that is seen
        elsewhere |= {(there.number, line): pin for (_, line), pin in _pins(place, lines).items()}
        place = replace(place, light=there.light)
    if not (yield from _yes(IS_DARK)):
        return PartFinding("faulty", (say("it shines while it should be dark."),), LAMP_TO_GROUND, pins=elsewhere)
    if there is None:
        return PartFinding("faulty", (say("dead: it does not shine."),), LAMP_DARK, pins=elsewhere)
    if isinstance(place.light, Rgb):
        finding = yield from _coloured(place, original, words)
    else:
        finding = _as_wired(place, original, lines, words)
    return replace(finding, pins={**elsewhere, **finding.pins})


def _where(place: SeatPlace, places: tuple[SeatPlace, ...]) -> Generator[Prompt, Any, SeatPlace | None]:
    """Place whose lamp shines, which is of the same kind; None for none."""
    alike = {one.number: one for one in places if type(one.light) is type(place.light)}
    prompt = Prompt(SHINES, YES_NO, places=True)
    heard = yield prompt
    while not isinstance(heard, Chosen) or (heard.place is not None and heard.place not in alike):
        heard = yield prompt
    if heard.number != YES:
        return None
    return place if heard.place in (None, place.number) else alike[heard.place]


def buzzer_step(step: WalkStep, place: SeatPlace, original: SeatPlace, words: WalkWords, *, pod: bool) -> Walker:
    """The buzzer of a place; the person who does not hear it, hears it a second time."""
    for question in (SOUNDS, ONCE_MORE):
        fault = yield SoundBuzzer(place)
        if fault is not None:
            return PartFinding("faulty", (fault_said(fault, step.place),))
        if (yield from _yes(question)):
            return _as_wired(place, original, ("buzzer",), words)
    return PartFinding("faulty", (say("dead: it was not heard."),), POD_BUZZER_SILENT if pod else BUZZER_SILENT)


def _yes(question: Message) -> Generator[Prompt, Any, bool]:
    """Whether somebody says yes."""
    return (yield from chosen(Prompt(question, YES_NO))) == YES


def _coloured(place: SeatPlace, original: SeatPlace, words: WalkWords) -> Walker:
    """Each colour by itself, and what was seen of it."""
    seen: dict[str, str] = {}
    for colour in COLOURS:
        fault = yield ShineLamp(place, frozenset((colour,)))
        if fault is not None:
            return PartFinding("faulty", (fault_said(fault, place.number),))
        named = SEEN[colour]
        if (yield from _yes(say("it shines {colour} now. Do you see {colour}?", N_("Is it {colour}?"), colour=named))):
            seen[colour] = colour
            continue
        seen[colour] = tuple(SEEN)[(yield from chosen(Prompt(WHICH, tuple(SEEN.values()))))]
    yield ShineLamp(place, DARK)
    return _judged(place, original, words, seen)


def _judged(place: SeatPlace, original: SeatPlace, words: WalkWords, seen: Mapping[str, str]) -> PartFinding:
    light = place.light
    if sorted(seen.values()) == sorted(COLOURS) and isinstance(light, Rgb):
        pins = {(place.number, shown): getattr(light, colour) for colour, shown in seen.items()}
        if all(shown == colour for colour, shown in seen.items()):
            return _as_wired(place, original, COLOURS, words)
        wrong = [colour for colour in COLOURS if seen[colour] != colour]
        what = (
            say("{one} and {other} are swapped.", one=SEEN[wrong[0]], other=SEEN[wrong[1]])
            if len(wrong) == 2
            else say("its three colours are mixed up."),
        )
        return PartFinding("corrected", what, pins=pins)
    other = [(SEEN[colour], SEEN[shown]) for colour, shown in seen.items() if shown != colour]
    said = tuple(say("{colour} shows {seen}.", colour=colour, seen=shown) for colour, shown in other)
    return PartFinding("faulty", said, LAMP_DARK)


def _as_wired(place: SeatPlace, original: SeatPlace, lines: tuple[str, ...], words: WalkWords) -> PartFinding:
    """It works as it is wired now, which may be otherwise than in the profile."""
    now, before = _pins(place, lines), _pins(original, lines)
    what = tuple(
        say("it is at {pin}, not at {other}.", pin=words.pin(pin), other=words.pin(before[slot]))
        for slot, pin in now.items()
        if pin != before[slot]
    )
    return PartFinding("corrected" if what else "right", what or (say("right."),), pins=now)


def _pins(place: SeatPlace, lines: tuple[str, ...]) -> dict[Slot, int]:
    light = place.light
    held = {"light": light, "buzzer": place.buzzer}
    if isinstance(light, Rgb):
        held = {"red": light.red, "green": light.green, "blue": light.blue, "buzzer": place.buzzer}
    return {(place.number, line): pin for line in lines if isinstance(pin := held.get(line), int)}
