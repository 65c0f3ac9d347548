"""What places make of the events of an input device: keys and a knob, or the texts that a scanner types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.input_devices.event_codes import (
    ABS_HAT0Y,
    ABS_Y,
    ENDS,
    EV_ABS,
    EV_KEY,
    EV_REL,
    EV_SYN,
    REL_DIAL,
    REL_HWHEEL,
    REL_WHEEL,
    SHIFTS,
    SIGNS,
    SYN_DROPPED,
    SYN_REPORT,
)
from hardware.input_devices.input_line import InputEvent, Whereabouts
from hardware.ports import ENCODER, KEYS, PUSH, Edge, Event, Tag, Turn

A_SECOND, AT_ONCE = 40.0, 80.0
"""Presses and detents that are taken from one device: a finger makes ten a second, a broken key thousands."""
LONGEST = 128
"""Signs of a text that a scanner types."""
PAUSE = 2.0
"""Seconds between two signs after which a new text begins."""
MOST_DETENTS = 10
"""Detents taken from one event."""

Middles = Mapping[int, tuple[int, int]]


@dataclass
class Limit:
    """How much is taken from one device in a time."""

    _left: float = AT_ONCE
    _at: float = 0.0

    def takes(self, at: float) -> bool:
        """Whether one more is taken."""
        self._left = min(AT_ONCE, self._left + max(at - self._at, 0.0) * A_SECOND)
        self._at = max(at, self._at)
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass
class InputKeys:
    """Keys of a place. `meanings` says which line each code is; with `stick` an axis is up and down, with `knob` a
    wheel is the encoder.
    """

    device: str
    where: Whereabouts
    meanings: Mapping[int, str]
    knob: bool = False
    stick: bool = False
    _down: dict[str, set[int]] = field(default_factory=dict)
    _limit: Limit = field(default_factory=Limit)
    _lost: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What its wires are called."""
        meant = {*self.meanings.values(), *(("up", "down") if self.stick else ())}
        return (*(line for line in (*KEYS, PUSH) if line in meant), *((ENCODER,) if self.knob else ()))

    def hear(self, event: InputEvent, middles: Middles) -> list[Event]:
        """What comes of an event."""
        if event.kind == EV_SYN:
            return self._synchronised(event)
        if self._lost:
            return []
        if event.kind == EV_KEY and event.value in (0, 1) and (line := self.meanings.get(event.code)):
            return self._moved(line, event.code, event.value == 1, event.at)
        if event.kind == EV_ABS and self.stick and event.code in (ABS_Y, ABS_HAT0Y):
            low, high = middles[event.code]
            above, below = event.value <= low, event.value >= high
            axis = -1 - event.code
            return [*self._moved("up", axis, above, event.at), *self._moved("down", axis, below, event.at)]
        if event.kind == EV_REL and self.knob and event.code in (REL_DIAL, REL_WHEEL, REL_HWHEEL) and event.value:
            return self._turned(event)
        return []

    def let_go(self, at: float) -> list[Event]:
        """Everything counts as released."""
        held, self._down = [line for line, codes in self._down.items() if codes], {}
        return [Edge(self.device, line, False, at, debounced=True) for line in held]

    def _synchronised(self, event: InputEvent) -> list[Event]:
        """After an overrun of the kernel's buffer nobody knows what is held, until the next report is over."""
        if event.code == SYN_DROPPED:
            self._lost = True
            return self.let_go(event.at)
        if event.code == SYN_REPORT:
            self._lost = False
        return []

    def _moved(self, line: str, code: int, down: bool, at: float) -> list[Event]:
        """A line is pressed with the first of its keys, and released with the last."""
        held = self._down.setdefault(line, set())
        before = bool(held)
        if down and (before or self._limit.takes(at)):
            held.add(code)
        elif not down:
            held.discard(code)
        return [] if bool(held) == before else [Edge(self.device, line, not before, at, debounced=True)]

    def _turned(self, event: InputEvent) -> list[Event]:
        steps = max(min(event.value, MOST_DETENTS), -MOST_DETENTS)
        return [Turn(self.device, ENCODER, steps, event.at)] if self._limit.takes(event.at) else []


@dataclass
class InputReader:
    """A scanner or tag reader that types what it reads, and Enter."""

    device: str
    where: Whereabouts
    _text: str = ""
    _at: float = 0.0
    _shifted: set[int] = field(default_factory=set)
    _limit: Limit = field(default_factory=Limit)

    lines = ("reader",)

    def hear(self, event: InputEvent, middles: Middles) -> list[Event]:
        """What comes of an event."""
        del middles
        if event.kind != EV_KEY:
            return []
        if event.code in SHIFTS:
            (self._shifted.add if event.value else self._shifted.discard)(event.code)
            return []
        if event.value != 1:
            return []
        if event.at - self._at > PAUSE:
            self._text = ""
        self._at = event.at
        if event.code in ENDS:
            text, self._text = self._text.strip(), ""
            fits = text and len(text) <= LONGEST and self._limit.takes(event.at)
            return [Tag(self.device, text, event.at)] if fits else []
        if (sign := SIGNS.get(event.code)) and len(self._text) <= LONGEST:
            self._text += sign.shifted if self._shifted else sign.plain
        return []

    def let_go(self, at: float) -> list[Event]:
        """Forget what was typed so far."""
        del at
        self._text = ""
        self._shifted.clear()
        return []


InputPart = InputKeys | InputReader
