"""Keys and encoders on the GPIO header. gpiozero callbacks only enqueue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Literal

from hardware.debounce import Quadrature
from hardware.pi.faults import Faulty
from hardware.pi.pins import HeldContact, Moved, Pins
from hardware.ports import ENCODER, PUSH, Edge, Fault, Pin, Post, Turn, Wire
from hardware.profile import EncoderPins
from hardware.wiring_conflicts import POSITIONS

UNTRIED = Fault("broken", "not tried yet")


class Contacts:
    """Pins of a key or an encoder: acquired and released together, retried until that works. `opened` is given which
    are closed then.
    """

    def __init__(
        self,
        device: str,
        line: str,
        pins: Pins,
        moved: Mapping[int, tuple[str, Moved]],
        opened: Callable[[Sequence[bool]], None] = lambda _: None,
    ) -> None:
        self.device = device
        self.line = line
        self.fault: Fault | None = UNTRIED
        self._pins = pins
        self._moved = moved
        self._opened = opened
        self._held: list[HeldContact] = []
        self._closed = False

    def mend(self) -> None:
        """Acquire the pins, unless already done."""
        if self.fault is None or self._closed:
            return
        try:
            for number, (_, moved) in self._moved.items():
                self._held.append(self._pins.contact(number, moved))
        except Faulty as faulty:
            self._let_go()
            self.fault = faulty.fault
        else:
            self._opened([pin.is_active for pin in self._held])
            self.fault = None

    def close(self) -> None:
        """Release the pins."""
        self._closed = True
        self._let_go()

    def wire(self) -> Wire:
        pins = tuple(Pin(number, POSITIONS[number], role) for number, (role, _) in self._moved.items())
        return Wire(self.device, self.line, pins, fault=self.fault)

    def _let_go(self) -> None:
        held, self._held = self._held, []
        for pin in held:
            pin.close()


class PiKeys:
    """The `Keys` of one place."""

    def __init__(
        self,
        device: str,
        keys: tuple[tuple[str, int], ...],
        encoder: EncoderPins | None,
        pins: Pins,
    ) -> None:
        self.device = device
        self._post: Post | None = None
        self.parts = [Contacts(device, line, pins, {pin: ("", self._edge_of(line))}) for line, pin in keys]
        if encoder is not None:
            knob = _Knob(encoder, self._turned)
            turned: dict[int, tuple[str, Moved]] = {
                encoder.a: ("a", partial(knob.moved, "a")),
                encoder.b: ("b", partial(knob.moved, "b")),
            }
            self.parts.append(Contacts(device, ENCODER, pins, turned, knob.opened))
            if encoder.push is not None:
                self.parts.append(Contacts(device, PUSH, pins, {encoder.push: ("", self._edge_of(PUSH))}))

    def start(self, post: Post) -> None:
        """See `Keys.start`. The retry thread acquires the pins."""
        self._post = post

    def close(self) -> None:
        self._post = None
        for part in self.parts:
            part.close()

    def _edge_of(self, line: str) -> Moved:
        def edge(closed: bool, at: float) -> None:
            post = self._post
            if post is not None:
                post(Edge(self.device, line, closed, at))

        return edge

    def _turned(self, steps: int, at: float) -> None:
        post = self._post
        if post is not None:
            post(Turn(self.device, ENCODER, steps, at))


class _Knob:
    """The contacts of an encoder. They move in the thread of the pins, while another one may just have opened them."""

    def __init__(self, encoder: EncoderPins, turned: Callable[[int, float], None]) -> None:
        self._quadrature = Quadrature(half=encoder.half, rest=encoder.rest)
        self._turned = turned
        self._lock = Lock()

    def opened(self, closed: Sequence[bool]) -> None:
        a, b = closed
        with self._lock:
            self._quadrature.begin(a=a, b=b)

    def moved(self, line: Literal["a", "b"], closed: bool, at: float) -> None:
        with self._lock:
            steps = self._quadrature.edge(line, closed)
        if steps:
            self._turned(steps, at)
