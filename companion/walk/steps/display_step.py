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
from hardware.profile import (
    Oled,
    SeatPlace,
    SpiOled,
    across,
    other_size,
    pod_rotations,
    rotations_of,
    shifted_driver,
    whereabouts,
)
from hardware.walk.walk_devices import DisplayAnswer

Wiring = Oled | SpiOled
LOOKS = (
    say("moved sideways, or a stripe at an edge", N_("moved sideways")),
    say("squeezed, doubled or every other row dark", N_("wrong height")),
    say("something else", N_("something else")),
)
MOVED, HEIGHT = 0, 1
WAYS = (
    say("upside down", N_("upside down")),
    say("its top is at the right", N_("top at the right")),
    say("its top is at the left", N_("top at the left")),
)
BACK = (180, 270, 90)
"""By how many degrees clockwise a picture has to be turned to stand upright again, for each of `WAYS`."""

FRAME = say("is the frame whole on all four sides?", N_("Frame whole?"))
HOW = say("what does it look like?", N_("What is wrong?"))
UPRIGHT = say("is the picture the right way up?", N_("Right way up?"))
WHICH_WAY = say("how does it stand?", N_("How does it stand?"))

TURN_MODULE = say("This display cannot be turned so by a setting: turn the module round in its case.")
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
    *,
    pod: bool,
) -> Walker:
    """The display of a place as all are wired now; ``originals`` are the places of the profile. ``pod``: a pod turns
    pictures by 180 degrees only.
    """
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
    if flaw is None:
        oled, flaw = yield from _upright(oled, face, pod=pod)
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
        if other is None or other in tried:
            return oled, (say("its picture is not whole."), ANSWERS_DARK)
        fault = yield ShowFace(other, face)
        if fault is not None:
            return oled, (say("its picture is not whole."), ANSWERS_DARK)
        tried.add(other)
        oled = other


def _upright(
    oled: Wiring, face: NumberFace, *, pod: bool
) -> Generator[Prompt | ShowFace, Any, tuple[Wiring, tuple[Message, Message] | None]]:
    """The display with its picture turned so that it stands upright, or what to do where it cannot be turned."""
    tried = {oled}
    while (yield from chosen(Prompt(UPRIGHT, YES_NO))) != YES:
        way = yield from chosen(Prompt(WHICH_WAY, WAYS))
        other = _turned(oled, BACK[way], pod=pod)
        if other is None or other in tried:
            return oled, (say("it is not the right way up."), TURN_MODULE)
        if (yield ShowFace(other, face)) is not None:
            return oled, (say("its picture is not whole."), ANSWERS_DARK)
        tried.add(other)
        oled = other
    return oled, None


def _turned(oled: Wiring, by: int, *, pod: bool) -> Wiring | None:
    """The display with its picture turned by so many degrees more; None where that cannot be set."""
    size, rotate = across(oled.size) if by % 180 else oled.size, (oled.rotate + by) % 360
    if rotate not in rotations_of(oled.driver, size) or (pod and rotate not in pod_rotations(oled.driver)):
        return None
    return replace(oled, size=size, rotate=rotate)


def _driven_otherwise(oled: Wiring, looks: int) -> Wiring | None:
    if looks == MOVED:
        driver = shifted_driver(oled.driver)
        return replace(oled, driver=driver) if oled.rotate in rotations_of(driver, oled.size) else None
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
    if own.rotate != oled.rotate:
        found.append(say("its picture is turned: rotate = {n}.", n=oled.rotate))
    return tuple(found)
