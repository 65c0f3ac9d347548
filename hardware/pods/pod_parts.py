"""The devices of one pod: keys, display, lamp and buzzer over one link."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from PIL import Image

from hardware.colours import SIDES, in_bytes
from hardware.errors import DeviceGone
from hardware.pods.conversation import KeyChange, PodConnected, PodEvent, PodLost
from hardware.pods.link import PodLink
from hardware.pods.messages import Hello
from hardware.pods.protocol import BUZZER, DISPLAY, LAMP, LINES, PAGE_ROWS
from hardware.pods.wanted_state import OFF
from hardware.ports import (
    ENCODER,
    DevicePart,
    Disconnected,
    Edge,
    Event,
    MonotonicClock,
    Pattern,
    Post,
    Reconnected,
    SideColour,
    Turn,
    Wire,
    device_name,
)

SHOW_TIMEOUT = 3.0
"""Seconds to wait for a picture to be shown."""
PATTERNS: dict[Pattern, int] = {"steady": 1, "slow": 2, "quick": 3}
"""Lamp patterns by protocol number."""


def pages_of(image: Image.Image) -> tuple[bytes, ...]:
    """Picture as display pages: eight rows each, a byte a column, lowest bit on top."""
    width, height = image.size
    # rotated, a column of pixels becomes a row of bits
    turned = image.convert("1", dither=Image.Dither.NONE).transpose(Image.Transpose.TRANSPOSE)
    turned = turned.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    columns, data = height // 8, turned.tobytes()
    return tuple(
        bytes(data[column * columns + columns - 1 - page] for column in range(width))
        for page in range(height // PAGE_ROWS)
    )


class Pod:
    """All parts of the pod at `place`, on the serial line at `path`. `size` applies until the pod reports its own.
    Without a path it waits for `attach`.
    """

    def __init__(
        self, place: int, path: str | None, clock: MonotonicClock, lamp: tuple[int, int, int], size: tuple[int, int]
    ) -> None:
        self.place = place
        self._clock = clock
        self._wanted = ""
        self._connected = False
        self._link = PodLink(path, place, clock, self._on_event) if path is not None else None
        self.keys = PodKeys(self)
        self.display = PodDisplay(self, size)
        self.light = PodLight(self, lamp)
        self.buzzer = PodBuzzer(self)
        self._post: Post | None = None
        self._open = {self.keys, self.display, self.light, self.buzzer}
        self._lock = Lock()

    def name(self, part: DevicePart) -> str:
        """Device name of a part."""
        return device_name(self.place, part)

    @property
    def link(self) -> PodLink:
        """Its link. Raises DeviceGone while no pod has this place."""
        if self._link is None:
            raise DeviceGone(self.name("keys"), "no pod has this place")
        return self._link

    @property
    def hello(self) -> Hello | None:
        """The pod's hello, while connected."""
        link = self._link
        return None if link is None else link.hello

    @property
    def path(self) -> str | None:
        """Path of its line; None while no pod has this place."""
        link = self._link
        return None if link is None else link.path

    def start(self, post: Post) -> None:
        """Open the link and report events to `post`."""
        self._post = post
        if self._link is not None:
            self._link.start()

    def attach(self, path: str, pod: str) -> None:
        """Use the line `path`, accepting only the pod with this number."""
        self.detach()
        with self._lock:
            if not self._open:
                return
            self._wanted = pod
            self._link = link = PodLink(path, self.place, self._clock, self._on_event)
        link.start()

    def detach(self) -> None:
        """Take the pod off this place."""
        with self._lock:
            link, self._link = self._link, None
        if link is None:
            return
        link.close()
        if self._connected:
            self._on_event(PodLost("unplugged", self._clock()))

    def part_closed(self, part: PodKeys | PodDisplay | PodLight | PodBuzzer) -> None:
        """Note that a part is closed; the last one closes the link."""
        with self._lock:
            self._open.discard(part)
            link = None if self._open else self._link
        if link is not None:
            link.close()

    def survey(self) -> tuple[Wire, ...]:
        """Every part with its fault."""
        link = self._link
        if link is None:
            return ()
        hello, fault, node = link.hello, link.fault, link.path
        keys = (1 << len(LINES)) - 1 if hello is None else hello.keys
        parts = DISPLAY | LAMP | BUZZER if hello is None else hello.parts
        lines = [(self.name("keys"), line) for bit, line in enumerate(LINES) if keys & 1 << bit]
        lines += [(self.name(part), part) for part, bit in _BITS if parts & bit]
        return tuple(Wire(device, line, node=node, fault=fault) for device, line in lines)

    def _on_event(self, event: PodEvent) -> None:
        """Forward events. Link thread."""
        if isinstance(event, PodConnected):
            self._connected = not self._wanted or event.hello.pod.hex() == self._wanted
        post = self._post
        if post is None or not self._connected:
            return
        if isinstance(event, PodLost):
            self._connected = False
        for port_event in self._port_events(event):
            post(port_event)

    def _port_events(self, event: PodEvent) -> list[Event]:
        devices = [self.name(part) for part in ("keys", *(part for part, _ in _BITS))]
        match event:
            case PodConnected(at=at):
                return [Reconnected(device, at) for device in devices]
            case PodLost(why=why, at=at):
                return [Disconnected(device, why, at) for device in devices]
            case KeyChange(line=line, change=change, at=at) if line == ENCODER:
                return [Turn(self.name("keys"), ENCODER, change, at)] if change else []
            case KeyChange(line=line, change=change, at=at, picture=picture):
                return [Edge(self.name("keys"), line, bool(change), at, picture, debounced=True)]


_BITS: tuple[tuple[DevicePart, int], ...] = (("display", DISPLAY), ("light", LAMP), ("buzzer", BUZZER))


@dataclass(frozen=True, eq=False)
class PodKeys:
    """The keys of a pod."""

    pod: Pod

    def start(self, post: Post) -> None:
        self.pod.start(post)

    def close(self) -> None:
        self.pod.part_closed(self)


class PodDisplay:
    """Display of a pod. Dark after each reconnect, which `Reconnected` reports."""

    def __init__(self, pod: Pod, size: tuple[int, int]) -> None:
        self._pod = pod
        self._size = size
        self.device = pod.name("display")

    @property
    def size(self) -> tuple[int, int]:
        """See `Display.size`: what the pod said, once it has."""
        hello = self._pod.hello
        return (hello.width, hello.height) if hello is not None and hello.pages else self._size

    @property
    def bus(self) -> str:
        """See `Display.bus`: a line of its own."""
        return f"pod-{self._pod.place}"

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        self.show_as(0, image, private=private)

    def show_as(self, number: int, image: Image.Image, *, private: bool = False) -> None:
        """Show a picture under a number that key events will carry."""
        if self._pod.path is None:
            return  # no pod has this place, so nobody looks at it; whoever comes is shown everything anew
        hello = self._pod.hello
        if hello is None or not hello.pages:
            raise DeviceGone(self.device, "the pod does not answer" if hello is None else "the pod has no display")
        if image.size != (hello.width, hello.height):
            raise ValueError(f"{self.device} is {hello.width}x{hello.height} pixels, the picture {image.size}")
        self._pod.link.show(pages_of(image), number, private=private, patience=SHOW_TIMEOUT)

    def blank(self) -> None:
        self.show(Image.new("1", self.size))

    def close(self) -> None:
        """See `Display.close`: the pod goes dark at the goodbye of its link."""
        self._pod.part_closed(self)


class PodLight:
    """Lamp of a pod, in its seat's colour."""

    def __init__(self, pod: Pod, colour: tuple[int, int, int]) -> None:
        self._pod = pod
        self._colour = colour

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        colour = self._colour if side is None else in_bytes(SIDES[side])
        self._pod.link.lamp((*colour, PATTERNS[pattern]) if on else OFF)

    def close(self) -> None:
        self._pod.part_closed(self)


@dataclass(frozen=True, eq=False)
class PodBuzzer:
    """The buzzer of a pod."""

    pod: Pod

    def beep(self) -> None:
        self.pod.link.buzz()

    def close(self) -> None:
        self.pod.part_closed(self)
