"""Simulated keys and encoder of a place."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Lock
from typing import Literal

from hardware.ports import ENCODER, Clock, Edge, Event, Post, Turn
from hardware.quadrature import Quadrature
from hardware.sim.bounce import burst
from hardware.sim.cable import Cable

TAP = 0.05
"""Seconds between press and release of a tap, and to the next tap."""

DETENT = 0.01
"""Seconds between encoder detents."""

_CLOCKWISE: tuple[tuple[Literal["a", "b"], bool], ...] = (
    ("a", True),
    ("b", True),
    ("a", False),
    ("b", False),
)
_BACK: tuple[tuple[Literal["a", "b"], bool], ...] = (("b", True), ("a", True), ("b", False), ("a", False))


class SimKeys:
    """A `Keys` moved by calls, from any thread.

    A tap is posted at once, with edges dated as a finger would make them. The next movement is dated after it, so that
    a line's edges stay in order.
    """

    def __init__(self, device: str, clock: Clock, random: Random, cable: Cable) -> None:
        self.device = device
        self.bouncy = False
        self._clock = clock
        self._random = random
        self._cable = cable
        self._quadrature = Quadrature()
        self._post: Post | None = None
        self._held: frozenset[str] = frozenset()
        self._free_at = 0.0
        self._lock = Lock()

    @property
    def held(self) -> frozenset[str]:
        """Lines held down now."""
        return self._held

    def start(self, post: Post) -> None:
        with self._lock:
            self._post = post

    def close(self) -> None:
        with self._lock:
            self._post = None

    def press(self, line: str, *, bounce: bool = False) -> None:
        """Tap a key; a held one is released."""
        with self._lock:
            if line not in self._held:
                self._move(line, True, bounce)
            self._move(line, False, bounce)
            self._held -= {line}

    def hold(self, line: str, *, bounce: bool = False) -> None:
        """Press a key and keep it down."""
        with self._lock:
            if line not in self._held:
                self._move(line, True, bounce)
            self._held |= {line}

    def release(self, line: str, *, bounce: bool = False) -> None:
        """Release a held key."""
        with self._lock:
            if line in self._held:
                self._move(line, False, bounce)
            self._held -= {line}

    def turn(self, steps: int) -> None:
        """Turn the encoder by detents, clockwise positive; one event each."""
        contacts = _CLOCKWISE if steps > 0 else _BACK
        with self._lock:
            for _ in range(abs(steps)):
                at = self._next(DETENT)
                for contact, level in contacts:
                    for edge, _ in self._edges(level, at, self.bouncy):
                        self._count(self._quadrature.edge(contact, edge), at)

    def let_go(self) -> None:
        """Forget held keys silently: the cable is out."""
        with self._lock:
            self._held = frozenset()

    def _count(self, step: int, at: float) -> None:
        if step:
            self._say(Turn(self.device, ENCODER, step, at))

    def _move(self, line: str, level: bool, bounce: bool) -> None:
        for edge, at in self._edges(level, self._next(TAP), bounce or self.bouncy):
            self._say(Edge(self.device, line, edge, at))

    def _edges(self, level: bool, at: float, bounce: bool) -> Iterator[tuple[bool, float]]:
        yield from burst(self._random, level, at) if bounce else [(level, at)]

    def _next(self, takes: float) -> float:
        at = max(self._clock(), self._free_at)
        self._free_at = at + takes
        return at

    def _say(self, event: Event) -> None:
        if self._post is not None and self._cable.live:
            self._post(event)
