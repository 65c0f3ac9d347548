"""Keys and encoders on the GPIO header. gpiozero callbacks only enqueue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hardware.debounce import Quadrature
from hardware.pi.faults import Faulty
from hardware.pi.pins import Moved, Pins, TakenPins
from hardware.ports import ENCODER, PUSH, Edge, Fault, Pin, Post, Turn, Wire
from hardware.profile import EncoderPins
from hardware.wiring_conflicts import POSITIONS

UNTRIED = Fault("broken", "not tried yet")


class Contacts:
    """Pins of a key or an encoder: acquired and released together, retried until that works."""

    def __init__(self, device: str, line: str, pins: Pins, moved: Mapping[int, tuple[str, Moved]]) -> None:
        self.device = device
        self.line = line
        self.fault: Fault | None = UNTRIED
        self._pins = pins
        self._moved = moved
        self._held: list[TakenPins] = []
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
            quadrature = Quadrature(half=encoder.half)
            turned = {
                encoder.a: ("a", self._turn_of(quadrature, "a")),
                encoder.b: ("b", self._turn_of(quadrature, "b")),
            }
            self.parts.append(Contacts(device, ENCODER, pins, turned))
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

    def _turn_of(self, quadrature: Quadrature, line: Literal["a", "b"]) -> Moved:
        def contact(closed: bool, at: float) -> None:
            step = quadrature.edge(line, closed)
            post = self._post
            if step and post is not None:
                post(Turn(self.device, ENCODER, step, at))

        return contact
