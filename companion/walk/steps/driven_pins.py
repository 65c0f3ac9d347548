"""A step that drives pins, with care: it asks before it drives one at which a contact closed, or is closed. A key could
be wired there, or a drop of solder.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.core.wording import N_, Message, Verbatim, in_a_row, say
from companion.walk.walk_findings import PartFinding
from companion.walk.walk_prompts import YES, YES_NO, Prompt, ShineLamp, SoundBuzzer, Walker, chosen
from companion.walk.walk_words import WalkWords
from companion.walk.walked_wiring import slots_of
from hardware.profile import COLOURS

LOOK_THERE = say(
    "With the power off, look what is wired there, or for solder between two holes; then walk through it again."
)


def driven_with_care(walker: Walker, closed: Collection[int], words: WalkWords) -> Walker:
    """Run the step ``walker``, but ask before it drives a pin of ``closed``, the pins with a closed contact (live)."""
    allowed: set[int] = set()
    heard: object = None
    while True:
        try:
            wanted = walker.send(heard)
        except StopIteration as end:
            finding: PartFinding = end.value
            return finding
        doubtful = [pin for pin in _driven(wanted) if pin in closed and pin not in allowed]
        if doubtful:
            if (yield from chosen(Prompt(may_drive(doubtful, words), YES_NO))) != YES:
                walker.close()
                said = say("not tried: a contact closed at {pins}.", pins=_in_words(doubtful, words))
                return PartFinding("faulty", (said,), LOOK_THERE)
            allowed.update(doubtful)
        heard = yield wanted


def may_drive(pins: Iterable[int], words: WalkWords) -> Message:
    """The question whether pins may be driven."""
    return say(
        "a contact closed at {pins} before, and a pin driven into a closed contact can be damaged. "
        "Is nothing but this part wired there?",
        N_("Only this there?"),
        pins=_in_words(pins, words),
    )


def _driven(wanted: object) -> list[int]:
    """Pins that are driven high by what a step wants."""
    match wanted:
        case ShineLamp(place=place, colours=colours) if colours:
            lines: tuple[str, ...] = ("light", *COLOURS)
        case SoundBuzzer(place=place):
            lines = ("buzzer",)
        case _:
            return []
    return [pin for (_, line), pin in slots_of(place).items() if line in lines]


def _in_words(pins: Iterable[int], words: WalkWords) -> Message | Verbatim:
    return in_a_row([words.pin(pin) for pin in pins])
