"""Steps at lamps and buzzers: they are switched on, and somebody says what they see or hear."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from companion.core.wording import N_, Message, in_a_row, say
from companion.service.panel.wiring.wiring_status import ROLES
from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from companion.walk.walk_prompts import YES, YES_NO, Prompt, ShineLamp, SoundBuzzer, Walker, chosen
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
OTHERS = {"red": "turquoise", "green": "purple", "blue": "yellow"}
"""What shines instead of one colour where the lamp's common wire is at 3.3 V."""

SHINES = say("it shines now. Do you see it?", N_("Does it shine?"))
IS_DARK = say("and now it is dark. Is it?", N_("Is it dark now?"))
WHICH = say("what do you see instead?", N_("What do you see?"))
SOUNDS = say("it sounds once. Did you hear it?", N_("Did you hear it?"))
ONCE_MORE = say("it sounds once more. Did you hear it?", N_("And now?"))

LAMP_TO_GROUND = say(
    "Its common wire, or its short leg, belongs to ground: this one has it at 3.3 V. Turn it round, or take a lamp "
    "with a common cathode."
)
LAMP_DARK = say(
    "Look whether it is the right way round (the long leg to the resistor), for the resistor of 330 ohm, and whether "
    "another lamp shone: then their wires are swapped."
)
BUZZER_SILENT = say(
    "Look whether plus is at its pin, and whether it is an active buzzer: a passive one only clicks. Above 10 mA it "
    "needs a transistor."
)
POD_BUZZER_SILENT = say(
    'Look at its wires. A passive buzzer needs "tone" in the pod\'s file, an active one must not have it.'
)

LOOK_THERE = say(
    "With the power off, look what is wired there, or for solder between two holes; then walk through it again."
)


def undriven(closed: tuple[int, ...], words: WalkWords) -> Generator[Prompt, Any, PartFinding | None]:
    """Ask whether a part may be driven at pins where a contact closed, or is closed: a key could be wired there, or a
    drop of solder. A finding if it may not.
    """
    if (yield from _yes(may_drive(closed, words))):
        return None
    pins = in_a_row([words.pin(pin) for pin in closed])
    return PartFinding("faulty", (say("not tried: a contact closed at {pins}.", pins=pins),), LOOK_THERE)


def may_drive(closed: tuple[int, ...], words: WalkWords) -> Message:
    """The question whether pins may be driven."""
    return say(
        "a contact closed at {pins} before, and a pin driven into a closed contact can be damaged. "
        "Is nothing but this part wired there?",
        N_("Only this there?"),
        pins=in_a_row([words.pin(pin) for pin in closed]),
    )


def lamp_step(step: WalkStep, place: SeatPlace, original: SeatPlace, words: WalkWords) -> Walker:
    """The lamp of a place as it is wired now; ``original`` is the profile's."""
    if isinstance(place.light, Rgb):
        return (yield from _coloured(place, original, words))
    fault = yield ShineLamp(place, frozenset(COLOURS))
    if fault is not None:
        return PartFinding("faulty", (fault_said(fault, step.place),))
    shines = yield from _yes(SHINES)
    yield ShineLamp(place, DARK)
    dark = yield from _yes(IS_DARK)
    if not shines and dark:
        return PartFinding("faulty", (say("dead: it does not shine."),), LAMP_DARK)
    if not dark:
        return PartFinding("faulty", (say("it shines while it should be dark."),), LAMP_TO_GROUND)
    return _as_wired(place, original, ("light",), words)


def buzzer_step(step: WalkStep, place: SeatPlace, original: SeatPlace, words: WalkWords, *, pod: bool) -> Walker:
    """The buzzer of a place; whoever does not hear it, hears it a second time."""
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
    if set(seen.values()) == {NOTHING}:
        return PartFinding("faulty", (say("dead: it does not shine."),), LAMP_DARK)
    if set(seen.values()) <= set(OTHERS.values()) | {NOTHING} and seen == {**seen, **_turned_round(seen)}:
        return PartFinding("faulty", (say("it shines in the colours that should be dark."),), LAMP_TO_GROUND)
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


def _turned_round(seen: Mapping[str, str]) -> Mapping[str, str]:
    return {colour: OTHERS[colour] for colour in seen}


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
