"""The step at a display: whose picture it shows, whether all of it, and what answers where nothing is shown."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from companion.core.wording import N_, Message, Speaker, in_a_row, say
from companion.render.faces import NumberFace
from companion.service.panel.wiring.wiring_status import trouble
from companion.walk.walk_findings import PartFinding, WalkStep
from companion.walk.walk_prompts import NO, YES, YES_NO, Chosen, Prompt, ScanBus, ShowFace, Walker, chosen
from companion.walk.walk_words import WalkWords
from companion.walk.walked_wiring import settled
from hardware.ports import Fault, Wire, device_name
from hardware.profile import Oled, SeatPlace, SpiOled, other_size, shifted_driver, whereabouts
from hardware.walk.walk_devices import DisplayAnswer

Wiring = Oled | SpiOled
LOOKS = (
    say("moved sideways, or a stripe at an edge", N_("moved sideways")),
    say("squeezed, doubled or every other row dark", N_("wrong height")),
    say("upside down", N_("upside down")),
    say("something else", N_("something else")),
)
MOVED, HEIGHT, UPSIDE_DOWN = 0, 1, 2

FRAME = say("is the frame whole on all four sides, and the number upright?", N_("Frame whole?"))
HOW = say("what does it look like?", N_("What is wrong?"))

TURN_MODULE = say("A display cannot be set to stand on its head: turn the module round in its case.")
NO_ANSWER = say(
    "Nothing answers on its bus: look at its power (3.3 V and ground, some modules have them the other way round), and "
    "whether SDA and SCL are swapped. An address printed as 0x78 is 0x3C, 0x7A is 0x3D."
)
ANSWERS_DARK = say("Something answers there, but nothing is seen: look at its power, or take another module.")
SPI_DARK = say(
    "A display on SPI cannot answer: look at D0, D1, CS, DC and RES, and whether the module is soldered for SPI."
)


def display_step(
    step: WalkStep,
    places: tuple[SeatPlace, ...],
    originals: tuple[SeatPlace, ...],
    words: WalkWords,
    speaker: Speaker,
) -> Walker:
    """The display of a place as all are wired now; ``originals`` are the places of the profile."""
    there = {place.number: place.oled for place in places if place.oled is not None}
    oled = there[step.place]
    face = NumberFace(seat=step.place, title=speaker.short(words.place(step.place)), number=step.place)
    shown: dict[int, Wiring] = {}
    while True:
        fault = yield ShowFace(oled, face)
        if fault is not None:
            found = yield from _elsewhere(step, oled, there, fault)
            if isinstance(found, PartFinding):
                return replace(found, shown=shown)
            oled = found
            continue
        place = yield from _where(step.place, there)
        if place is None:
            advice = SPI_DARK if isinstance(oled, SpiOled) else ANSWERS_DARK
            return PartFinding("faulty", (say("dead: nothing is shown."),), advice, shown=shown)
        shown[place] = oled
        if place == step.place:
            break
        # then this place has what the other one should have, until that is seen
        oled = _next(there, shown, step.place)
    oled, flaw = yield from _whole(oled, face)
    shown[step.place] = oled
    before = {place.number: place.oled for place in originals if place.oled is not None}
    what = _changes(step.place, oled, before, words)
    if flaw is not None:
        return PartFinding("faulty", (*what, flaw[0]), flaw[1], shown=shown)
    return PartFinding("corrected" if what else "right", what or (say("right."),), shown=shown)


def _where(number: int, there: Mapping[int, Wiring]) -> Generator[Prompt, Any, int | None]:
    """Place at which the picture is seen."""
    short = N_("Do you see {n}?")
    asked = say(
        "a large {n} is shown there now. Do you see it? If it is elsewhere: OK there, or the number of that seat.",
        short,
        n=number,
    )
    if len(there) == 1:
        asked = say("a large {n} is shown there now. Do you see it?", short, n=number)
    prompt = Prompt(asked, YES_NO, places=True)
    heard = yield prompt
    while not isinstance(heard, Chosen) or (heard.place is not None and heard.place not in there):
        heard = yield prompt
    if heard.number == NO:
        return None
    return number if heard.place is None else heard.place


def _next(there: Mapping[int, Wiring], shown: Mapping[int, Wiring], number: int) -> Wiring:
    """The display that is left for a place, given those that were seen elsewhere."""
    original = {place: whereabouts(oled) for place, oled in there.items()}
    left = settled(original, {place: whereabouts(oled) for place, oled in shown.items() if place != number})[number]
    return next(oled for oled in there.values() if whereabouts(oled) == left)


def _elsewhere(
    step: WalkStep, oled: Wiring, there: Mapping[int, Wiring], fault: Fault
) -> Generator[ScanBus, Any, Wiring | PartFinding]:
    """Another address or channel that answers on the bus and belongs to no display, or why there is none."""
    wire = Wire(device_name(step.place, "display"), "display", node=fault.what or "/dev/i2c", fault=fault)
    if fault.trouble != "silent" and (fault.trouble != "channel" or isinstance(oled, SpiOled)):
        return PartFinding("faulty", (say("dead: nothing is shown."),), trouble(wire))
    if isinstance(oled, SpiOled):
        return PartFinding("faulty", (say("dead: nothing is shown."),), SPI_DARK)
    answers: tuple[DisplayAnswer, ...] = yield ScanBus(oled)
    taken = {whereabouts(other) for other in there.values()}
    for answer in answers:
        found = replace(oled, address=answer.address, mux=answer.mux)
        if whereabouts(found) not in taken:
            return found
    if answers:
        said = in_a_row([_answer(answer) for answer in answers])
        what = say("dead: it does not answer; what answers on its bus is another place's: {found}.", found=said)
    else:
        what = say("dead: it does not answer, nor does anything else on its bus.")
    return PartFinding("faulty", (what,), NO_ANSWER if fault.trouble == "silent" else trouble(wire))


def _answer(answer: DisplayAnswer) -> Message:
    address = f"0x{answer.address:02X}"
    if answer.mux is None:
        return say("address {address}", address=address)
    return say("channel {channel}, address {address}", channel=answer.mux, address=address)


def _whole(
    oled: Wiring, face: NumberFace
) -> Generator[Prompt | ShowFace, Any, tuple[Wiring, tuple[Message, Message] | None]]:
    """The display as it has to be driven so that all of the picture is seen, or what is wrong with it."""
    tried = {oled}
    while True:
        if (yield from chosen(Prompt(FRAME, YES_NO))) == YES:
            return oled, None
        looks = yield from chosen(Prompt(HOW, LOOKS))
        other = _driven_otherwise(oled, looks)
        if looks == UPSIDE_DOWN:
            return oled, (say("it is upside down."), TURN_MODULE)
        if other is None or other in tried:
            return oled, (say("its picture is not whole."), ANSWERS_DARK)
        fault = yield ShowFace(other, face)
        if fault is not None:
            return oled, (say("its picture is not whole."), ANSWERS_DARK)
        tried.add(other)
        oled = other


def _driven_otherwise(oled: Wiring, looks: int) -> Wiring | None:
    if looks == MOVED:
        return replace(oled, driver=shifted_driver(oled.driver))
    if looks == HEIGHT and (size := other_size(oled.driver, oled.size)) is not None:
        return replace(oled, size=size)
    return None


def _changes(number: int, oled: Wiring, before: Mapping[int, Wiring], words: WalkWords) -> tuple[Message, ...]:
    """What the profile has to say otherwise of a display; ``before`` is what it says of all."""
    own = before[number]
    found = []
    if whereabouts(own) != whereabouts(oled):
        owner = next((at for at, other in before.items() if whereabouts(other) == whereabouts(oled)), None)
        if owner is not None:
            found.append(say("swapped with {thing}.", thing=words.part(owner, "display")))
        elif isinstance(oled, Oled):
            found.append(say("it is at {where}.", where=_answer(DisplayAnswer(oled.address, oled.mux))))
    if own.driver != oled.driver:
        found.append(say("its chip is an {chip}.", chip=oled.driver.upper()))
    if own.size != oled.size:
        found.append(say("its size is {size}.", size="x".join(map(str, oled.size))))
    return tuple(found)
