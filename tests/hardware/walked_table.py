"""A table on mock pins and fake buses whose wiring is not as its profile says, and somebody who walks through it:
presses what they are told to, and says what they see.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from companion.locale import speaker
from companion.render.draw import draw
from companion.render.faces import NumberFace
from companion.walk.steps.display_step import FRAME, HOW, UPRIGHT, WHICH_WAY
from companion.walk.steps.knob_step import BACK
from companion.walk.steps.output_steps import IS_DARK, SEEN, SHINES, WHICH
from companion.walk.walk_findings import Slot, WalkStep
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import header_words
from companion.walk.walked_wiring import slots_of
from hardware.profile import SIZES, Oled, Profile, Rgb
from hardware.profile_files import load
from hardware.walk.pi_walk import PiWalk
from hardware.walk.walk_devices import PinEdge
from tests.hardware.fake_displays import Buses, Chip, Sh1106, Ssd1306
from tests.hardware.headers import TimedFactory

TABLE = """
name = "small"
kind = "pi"
[panel]
keys = { ok = 26, back = 16 }
oled = { bus = 1, address = 0x3C }
buzzer = 12
[[seat]]
number = 2
keys = { back = 27, peek = 22 }
encoder = { a = 5, b = 6, push = 17 }
oled = { bus = 1, address = 0x3D }
light = { red = 23, green = 24, blue = 25 }
"""
COLOURS_OF = {
    frozenset("r"): "red",
    frozenset("g"): "green",
    frozenset("b"): "blue",
    frozenset("gb"): "turquoise",
    frozenset("rb"): "purple",
    frozenset("rg"): "yellow",
    frozenset("rgb"): "white",
    frozenset(): "nothing",
}


class Misdriven(Sh1106):
    """One that may be sent commands of another chip: then some of the picture is seen, somewhere. What a real one shows
    was not looked at.
    """

    paged = False

    def obey(self, command: int, more: list[int]) -> None:
        self.paged = self.paged or 0xB0 <= command <= 0xB7
        with suppress(AssertionError):
            super().obey(command, more)

    def data(self, bytes_: Iterable[int]) -> None:
        if self.paged:
            super().data(bytes_)
        else:
            for byte in bytes_:
                self.column = (self.column + 1) % self.columns
                self.memory[self.page][self.column] = byte


class MisdrivenLow(Ssd1306):
    """A low one that may be driven as a high one."""

    def obey(self, command: int, more: list[int]) -> None:
        with suppress(AssertionError):
            super().obey(command, more)


CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""The contacts A and B of an encoder, clockwise."""


@dataclass
class Truth:
    """How the table is wired in truth: pins of contacts and lamps, by the slots of the profile; contacts that never
    close or that bounce; pins that are closed; encoders that click twice a cycle, and in which of `CYCLE` they rest;
    which display is at which place.
    """

    pins: dict[Slot, int]
    dead: set[Slot] = field(default_factory=set)
    bouncing: set[Slot] = field(default_factory=set)
    stuck: set[int] = field(default_factory=set)
    half: set[int] = field(default_factory=set)
    rests: dict[int, int] = field(default_factory=dict)
    displays: dict[int, tuple[int, int]] = field(default_factory=dict)
    common_anode: bool = False
    mounted: dict[int, int] = field(default_factory=dict)
    """By how many degrees clockwise the module of a place is turned in its case."""
    deaf: bool = False


class WalkedTable:
    """The walk, the table, and whoever walks. ``lines`` is what was printed."""

    def __init__(self, folder: Path, mock: TimedFactory, buses: Buses, text: str = TABLE, language: str = "en") -> None:
        self.profile: Profile = load(text, "small")
        self.mock, self.buses = mock, buses
        mock.clock = lambda: self.now
        self.lines: list[str] = []
        self.now = 100.0
        self.by_keys = False
        self.quarters: dict[int, int] = {}
        places = self.profile.places()
        pins = {slot: pin for place in places for slot, pin in slots_of(place).items()}
        oleds = {place.number: place.oled for place in places if isinstance(place.oled, Oled)}
        self.truth = Truth(pins, displays={number: (oled.bus, oled.address) for number, oled in oleds.items()})
        for where in self.truth.displays.values():
            buses.i2c[where] = Ssd1306()
        self.devices = PiWalk(self.profile, folder)
        words = header_words(places)
        self.session = WalkSession(places, self.devices, words, speaker(language, {}), self.lines.append)
        self.edges: list[PinEdge] = []
        self.asked: list[WalkStep] = []

    def said(self, part: str) -> str:
        """What was found out of a part, in a line."""
        start = max(at for at, line in enumerate(self.lines) if line.startswith("[") and part in line)
        end = next((at for at, line in enumerate(self.lines) if at > start and line.startswith("[")), len(self.lines))
        return " ".join(line.strip() for line in self.lines[start + 1 : end])

    @property
    def verdicts(self) -> dict[str, str]:
        """Parts that are not right."""
        found = {f"{step.place} {step.line}": finding.verdict for step, finding in self.session.findings.items()}
        return {part: verdict for part, verdict in found.items() if verdict != "right"}

    # -- the person --------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The table is put under power."""
        levels = dict(self.devices.listen(self.edges.append))
        for pin in self.truth.stuck:
            # mock pins go high when a pull-up is set
            self.mock.pin(pin).drive_low()
            levels[pin] = True
        for place in {place for place, line in self.truth.pins if line == "a"}:
            for end, closed in zip("ab", CYCLE[self._turned(place) % 4], strict=True):
                if closed:
                    self.contact(self.truth.pins[place, end], True)
                    levels[self.truth.pins[place, end]] = True
        self.edges.clear()
        self.session.begin(levels, self.now)

    def walk(self) -> WalkedTable:
        """To the end, doing what one is told."""
        self.begin()
        for _ in range(400):
            if self.session.over:
                return self
            self.react()
        raise AssertionError(f"it does not end: {self.lines[-4:]}")

    def react(self) -> None:
        """Do what is asked now, or let time pass."""
        step, prompt = self.session.step, self.session.prompt
        if step is not None and prompt.choices:
            self._answer(step)
            self.now += 0.05
            return
        if step is not None and step.line == "encoder" and (prompt.patience or 0) > 10:
            self.turn(step.place, -1 if prompt.text == BACK else 1)
        elif step is not None and (prompt.patience or 0) > 10:
            self.press((step.place, step.line))
        self.wait()

    def wait(self) -> None:
        """Until something is due."""
        self._deliver()
        self.now += (self.session.prompt.patience or 0) + 0.05
        self.session.tick(self.now)

    def press(self, slot: Slot) -> None:
        """A finger on a key."""
        pin = self.truth.pins[slot]
        if slot in self.truth.dead or pin in self.truth.stuck:
            return
        for down in (True, False, True) if slot in self.truth.bouncing else (True,):
            self.contact(pin, down)
            self.now += 0.02
        self.now += 0.1
        self.contact(pin, False)
        self._deliver()

    def turn(self, place: int, clicks: int) -> None:
        """The knob, clockwise positive."""
        for _ in range(abs(clicks) * (2 if place in self.truth.half else 4)):
            self.now += 0.004
            before = CYCLE[self._turned(place) % 4]
            self.quarters[place] = self._turned(place) + (1 if clicks > 0 else -1)
            for end, was, closed in zip("ab", before, CYCLE[self._turned(place) % 4], strict=True):
                if was != closed and (place, end) not in self.truth.dead:
                    self.contact(self.truth.pins[place, end], closed)
        self._deliver()

    def _turned(self, place: int) -> int:
        return self.quarters.get(place, self.truth.rests.get(place, 0))

    def contact(self, pin: int, closed: bool) -> None:
        (self.mock.pin(pin).drive_low if closed else self.mock.pin(pin).drive_high)()

    def type(self, line: str) -> None:
        self.session.typed(line, self.now)

    def _deliver(self) -> None:
        edges = list(self.edges)
        self.edges.clear()
        for edge in edges:
            self.session.edge(edge, max(self.now, edge.at))

    # -- what one sees and says --------------------------------------------------------------------------------

    def _answer(self, step: WalkStep) -> None:
        prompt = self.session.prompt
        if step.line == "display" and prompt.text not in (FRAME, HOW, UPRIGHT, WHICH_WAY):
            self._point(step)
        elif step.line == "display":
            self._judge(step.place)
        elif step.line == "light":
            self._look(step.place)
        elif step.line == "buzzer":
            pin = self.truth.pins[step.place, "buzzer"]
            sounded = any(state.state for state in self.mock.pin(pin).states) and not self.truth.deaf
            self._say(sounded)
        else:
            self._say(False)  # nothing was heard: give up

    def _say(self, yes: bool) -> None:
        if self.by_keys:
            self.press((0, "ok" if yes else "back"))
        else:
            self.type("y" if yes else "n")

    def _say_where(self, place: int, seen: int | None) -> None:
        if seen in (None, place):
            self._say(seen is not None)
        elif self.by_keys:
            self.press((seen, "ok"))
        else:
            self.type(str(seen))

    def chip(self, place: int) -> Chip | None:
        return self.buses.i2c.get(self.truth.displays.get(place, (0, 0)))

    def lit(self, place: int) -> bool:
        chip = self.chip(place)
        return chip is not None and chip.on and any(any(row) for row in chip.memory)

    def _point(self, step: WalkStep) -> None:
        lit = [place for place in self.truth.displays if self.lit(place)]
        assert len(lit) <= 1, "one display at a time"
        if not lit:
            self._say(False)
        elif self.by_keys:
            self.press((lit[0], "ok" if lit[0] == 0 else "push"))
        else:
            self.type("y" if lit == [step.place] else str(lit[0]))

    def _judge(self, place: int) -> None:
        chip = self.chip(place)
        assert chip is not None
        text = self.session.prompt.text
        if text == FRAME:
            self._say(chip.pictures > 0 and _framed(chip))
        elif text == HOW:
            self._choose(1 if len(chip.memory) * 8 != chip.height else 0)
        elif text == UPRIGHT:
            self._say(self._stands(place) == 0)
        else:
            self._choose((180, 90, 270).index(self._stands(place)))

    def _stands(self, place: int) -> int:
        """By how many degrees clockwise the picture of a place is turned for whoever sits there."""
        chip = self.chip(place)
        assert chip is not None
        glass = chip.seen().rotate(-self.truth.mounted.get(place, 0), expand=True)
        for turned in (0, 90, 180, 270):
            shown = glass.rotate(turned, expand=True)
            if shown.size in SIZES.values() and shown.tobytes() == draw(self._number(place), size=shown.size).tobytes():
                return turned
        raise AssertionError("it shows something else")

    def _number(self, place: int) -> NumberFace:
        title = "Panel" if place == 0 else f"Seat {place}"
        return NumberFace(seat=place, title=title, number=place)

    def _look(self, place: int) -> None:
        seen = self._seen(place)
        text = self.session.prompt.text
        if text == WHICH:
            self._choose(list(SEEN).index(seen))
        elif text == SHINES:
            lamps = [one.number for one in self.profile.places() if one.light is not None]
            lit = [number for number in lamps if self._seen(number) != "nothing"]
            assert self.truth.common_anode or len(lit) <= 1, "one lamp at a time"
            self._say_where(place, lit[0] if lit else None)
        elif text == IS_DARK:
            self._say(seen == "nothing")
        else:
            assert text is not None
            self._say(SEEN[seen] == text.args["colour"])

    def _seen(self, place: int) -> str:
        light = next(one.light for one in self.profile.places() if one.number == place)
        names = ("red", "green", "blue") if isinstance(light, Rgb) else ("light",)
        pins = {name[0]: self.mock.pin(self.truth.pins[place, name]) for name in names}
        # one that is only listened to has a pull-up, by which nothing shines
        high = {name for name, pin in pins.items() if pin.function == "output" and pin.state}
        if self.truth.common_anode:
            high = {name[0] for name in names} - high
        high -= {name[0] for name in names if (place, name) in self.truth.dead}
        if names == ("light",):
            return "white" if high else "nothing"
        return COLOURS_OF[frozenset(high)]

    def _choose(self, index: int) -> None:
        if not self.by_keys:
            self.type(str(index + 1))
            return
        for _ in range(index):
            self.press((0, "back"))
        self.press((0, "ok"))


def _framed(chip: Chip) -> bool:
    """Whether the frame is seen on three sides; the last column and row of pictures are free."""
    seen = chip.seen()
    if not any(seen.getpixel((0, y)) for y in range(seen.height)):
        seen = seen.rotate(180)
    if not any(seen.getpixel((x, 0)) for x in range(seen.width)):
        seen = seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    right, low = seen.width - 2, seen.height - 2
    sides = all(seen.getpixel((x, y)) for x in (0, right) for y in range(low))
    return sides and all(seen.getpixel((x, low)) for x in range(right + 1))


def swapped(truth: Truth, pairs: Iterable[tuple[Slot, Slot]]) -> None:
    """Two wires each in the other's hole."""
    for one, other in pairs:
        truth.pins[one], truth.pins[other] = truth.pins[other], truth.pins[one]
