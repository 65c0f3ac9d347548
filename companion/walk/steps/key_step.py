"""Steps at a key: it is pressed once, and heard where it should be, elsewhere, all the time, or nowhere."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from companion.core.wording import N_, Message, say
from companion.walk.walk_findings import PartFinding, Slot, WalkStep
from companion.walk.walk_prompts import NO, YES_NO, Chosen, Late, Prompt, Walker
from companion.walk.walk_words import TURNED_SWITCH, WalkWords
from hardware.walk.contact_traces import bounces, presses
from hardware.walk.walk_devices import PinEdge

PATIENCE = 20.0
"""Seconds to wait for a finger before asking whether to go on."""
LET_GO = 4.0
"""Seconds to wait for a closed contact to open again."""
QUIET = 0.15
"""Seconds without an edge after which a press is over."""
HELD = 10.0
"""Seconds after which a pressed key is stuck."""

PRESS = say("press it once.", N_("Press it once"))
OPEN_FIRST = say("it is closed though nobody presses. Let go of every key.", N_("Let go of all"))
STILL = say("let go of it.", N_("Let go"))
SILENT = say(
    "nothing was heard: its wire is broken or in a hole that is not listened to, ground is missing, or nobody moved it."
    " Listen on?",
    N_("Nothing. Listen on?"),
)

PressedTrace = Generator[Prompt, Any, tuple[list[PinEdge], bool]]


def key_step(
    step: WalkStep, pin: int, words: WalkWords, levels: Mapping[int, bool], found: Mapping[int, Slot]
) -> Walker:
    """A key, or an encoder's switch, that should be at ``pin``. ``levels`` are those of all pins that are listened to,
    kept up to date; ``found`` are the contacts that were found before, by their pins.
    """
    slot = (step.place, step.line)
    if (yield from _stuck(pin, levels)):
        return PartFinding("faulty", (say("stuck: it is closed though nobody presses."),), TURNED_SWITCH)
    said: Message | None = PRESS
    suspected = -1
    while True:
        first = yield from _listen(said)
        if first is None:
            return PartFinding("faulty", (say("dead: nothing was heard."),), words.never_closes(pin))
        edges, opened = yield from _press(first, levels)
        if opened and not presses(edges):
            # a spike on a wire: what was asked for still stands
            said = None
            continue
        if not opened and first.pin == pin:
            stuck = say("stuck: it does not open again at {pin}.", pin=words.pin(pin))
            return PartFinding("faulty", (stuck,), TURNED_SWITCH)
        if opened and first.pin in (pin, suspected) and first.pin not in found:
            return _pressed(slot, first.pin, edges, moved(slot, pin, first.pin, words, found))
        suspected = first.pin if opened else suspected
        said = _not_this(first.pin, words, opened=opened, found=first.pin in found)


def _listen(said: Message | None) -> Generator[Prompt, Any, PinEdge | None]:
    """The first edge of a press; None if somebody gives up."""
    text = said
    while True:
        heard = yield Prompt(text, patience=PATIENCE)
        if isinstance(heard, Late):
            heard = yield Prompt(SILENT, YES_NO)
            if isinstance(heard, Chosen):
                if heard.number == NO:
                    return None
                text = PRESS
        if isinstance(heard, PinEdge) and heard.closed:
            return heard


def _stuck(pin: int, levels: Mapping[int, bool]) -> Generator[Prompt, Any, bool]:
    """Whether a contact is closed, and stays so though every key is let go."""
    if not levels.get(pin):
        return False
    heard = yield Prompt(OPEN_FIRST, patience=LET_GO)
    while not isinstance(heard, Late):
        if not levels.get(pin):
            return False
        heard = yield Prompt(patience=LET_GO)
    return True


def _press(first: PinEdge, levels: Mapping[int, bool]) -> PressedTrace:
    """The edges of one press, and whether it ended."""
    edges = [first]
    waited = 0.0
    while waited < HELD:
        heard = yield Prompt(STILL if waited > 1 else None, patience=QUIET)
        if isinstance(heard, PinEdge) and heard.pin == first.pin:
            edges.append(heard)
        elif isinstance(heard, Late):
            if not levels.get(first.pin):
                return edges, True
            waited += QUIET
    return edges, False


def _not_this(pin: int, words: WalkWords, *, opened: bool, found: bool) -> Message:
    """What to say of a press at a pin where this key should not be."""
    where, short = words.pin(pin), N_("Press it once more")
    if not opened:
        return say(
            "{pin} closed and does not open again. Look at what is wired there, and press this one once.",
            PRESS.short,
            pin=where,
        )
    if found:
        return say(
            "that is at {pin}, at which another key was found before. Press this one once.",
            N_("That was another"),
            pin=where,
        )
    if pin in words.owners:
        return say(
            "that was heard at {pin}, where {thing} should be. Press the same key once more, or the right one.",
            short,
            pin=where,
            thing=words.slot(words.owners[pin]),
        )
    return say(
        "that was heard at {pin}, where nothing should be. Press the same key once more, or the right one.",
        short,
        pin=where,
    )


def _pressed(slot: Slot, heard: int, edges: list[PinEdge], where: tuple[Message, ...]) -> PartFinding:
    """What a press says of a contact that was heard at a pin; ``where`` if that is another one than it should be."""
    if bounces(edges):
        advice = say("Solder it anew, or take another switch: each press of it counts as several.")
        return PartFinding("faulty", (*where, say("it bounces badly.")), advice, pins={slot: heard})
    return PartFinding("corrected" if where else "right", where or (say("right."),), pins={slot: heard})


def moved(slot: Slot, pin: int, heard: int, words: WalkWords, found: Mapping[int, Slot]) -> tuple[Message, ...]:
    """A contact that should be at ``pin`` and was heard elsewhere, in words; nothing if it was heard there."""
    if heard == pin:
        return ()
    owner, where = words.owners.get(heard), words.pin(heard)
    if owner is None or owner == slot:
        return (say("it is at {pin}, not at {other}.", pin=where, other=words.pin(pin)),)
    if found.get(pin) == owner:
        return (say("swapped with {thing}: it is at {pin}.", thing=words.slot(owner), pin=where),)
    return (say("it is at {pin}, where {thing} should be.", thing=words.slot(owner), pin=where),)
