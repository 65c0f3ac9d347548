"""Parts of a simulated place: its cable, keys and encoder with their bounces, and display, lamp and buzzer, which
store what they were set to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Literal

from PIL import Image

from hardware.debounce import Quadrature
from hardware.errors import DeviceGone
from hardware.ports import ENCODER, Edge, Event, MonotonicClock, Pattern, Picture, Post, SideColour, Tag, Turn

UNPLUGGED = "the cable is out"
LONGEST_BURST = 0.006
"""Seconds from the first to the last edge of a burst."""
_FINEST = 0.0001
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


@dataclass(slots=True)
class Cable:
    """Not `plugged`: everything fails, and the host notices. `silent`: nothing fails, nothing happens."""

    plugged: bool = True
    silent: bool = False

    @property
    def live(self) -> bool:
        """Whether presses arrive and pictures are shown."""
        return self.plugged and not self.silent

    def takes(self, device: str) -> bool:
        """Whether ``device`` hears a command now. Raises DeviceGone if it is unplugged."""
        if not self.plugged:
            raise DeviceGone(device, UNPLUGGED)
        return self.live


def burst(random: Random, level: bool, at: float) -> list[tuple[bool, float]]:
    """Edges of a change to `level` at `at`: an odd number, alternating, the first at `at`."""
    pairs = random.randint(1, 5)
    gaps = [random.uniform(_FINEST, LONGEST_BURST / (2 * pairs)) for _ in range(2 * pairs)]
    edges = [(level, at)]
    for gap in gaps:
        before, time = edges[-1]
        edges.append((not before, time + gap))
    return edges


class SimKeys:
    """A `Keys` moved by calls, from any thread.

    A tap is posted at once, with edges dated as a finger would make them. The next movement is dated after it, so that
    a line's edges stay in order.
    """

    def __init__(self, device: str, clock: MonotonicClock, random: Random, cable: Cable) -> None:
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

    def hold(self, line: str) -> None:
        """Press a key and keep it down."""
        with self._lock:
            if line not in self._held:
                self._move(line, True, False)
            self._held |= {line}

    def release(self, line: str) -> None:
        """Release a held key."""
        with self._lock:
            if line in self._held:
                self._move(line, False, False)
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


class SimDisplay:
    """A `Display` that stores its picture and calls `changed` outside its lock."""

    def __init__(self, device: str, size: tuple[int, int], cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self._size = size
        self._cable = cable
        self._changed = changed
        self._picture: Picture | None = None
        self._count = 0
        self._dark = Image.new("1", size)
        self._lock = Lock()

    @property
    def size(self) -> tuple[int, int]:
        return self._size

    @property
    def bus(self) -> str:
        """See `Display.bus`: one for all, since nothing is slow."""
        return "simulated"

    @property
    def picture(self) -> Picture | None:
        """Present picture, or None before the first."""
        return self._picture

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        """See `Display.show`. While the place is silent the picture stays."""
        if image.size != self._size:
            raise ValueError(f"{self.device} is {self._size} pixels, the picture {image.size}")
        # no dithering: such a display has no grey
        self._put(image.convert("1", dither=Image.Dither.NONE), private)

    def blank(self) -> None:
        self._put(self._dark, False)

    def close(self) -> None:
        self.go_dark()

    def go_dark(self) -> None:
        """Simulate loss of power."""
        with self._lock:
            self._keep(self._dark, False)
        self._changed()

    def _put(self, image: Image.Image, private: bool) -> None:
        # checked under the lock: a picture must not arrive after the power loss
        with self._lock:
            if not self._cable.takes(self.device):
                return
            self._keep(image, private)
        self._changed()

    def _keep(self, image: Image.Image, private: bool) -> None:
        self._count += 1
        self._picture = Picture(self._count, image, private)


class SimLight:
    """A `Light` that stores its state."""

    def __init__(self, device: str, cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self._cable = cable
        self._changed = changed
        self._on = False
        self.pattern: Pattern = "steady"
        self.side: SideColour | None = None
        self._lock = Lock()

    @property
    def on(self) -> bool:
        """Whether it shines."""
        return self._on

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        with self._lock:
            if not self._cable.takes(self.device):
                return
            self._on, self.pattern, self.side = on, pattern, side
        self._changed()

    def close(self) -> None:
        self.go_dark()

    def go_dark(self) -> None:
        """Lose power."""
        with self._lock:
            self._on = False
        self._changed()


class SimReader:
    """A `Reader` to which tags are held by calls, from any thread."""

    def __init__(self, device: str, clock: MonotonicClock, cable: Cable) -> None:
        self.device = device
        self._clock = clock
        self._cable = cable
        self._post: Post | None = None

    def start(self, post: Post) -> None:
        self._post = post

    def close(self) -> None:
        self._post = None

    def read(self, code: str) -> None:
        """Hold a tag to it, and take it away."""
        post = self._post
        if post is not None and self._cable.live:
            post(Tag(self.device, code, self._clock()))


class SimBuzzer:
    """A `Buzzer` that counts beeps."""

    def __init__(self, device: str, cable: Cable, changed: Callable[[], None]) -> None:
        self.device = device
        self.beeps = 0
        self._cable = cable
        self._changed = changed

    def beep(self) -> None:
        if self._cable.takes(self.device):
            self.beeps += 1
            self._changed()

    def close(self) -> None:
        """See `Buzzer.close`."""
