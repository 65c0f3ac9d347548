"""What a driver implements: keys, displays, lamps, buzzers, readers, a voice, the seats of pods, and all devices of one
table; how a device is connected, and why it does not work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from hardware.ports.events import Post, place_of

if TYPE_CHECKING:
    from PIL.Image import Image


Trouble = Literal[
    "silent",
    "missing",
    "forbidden",
    "busy",
    "channel",
    "library",
    "board",
    "unplugged",
    "older",
    "newer",
    "duplicate",
    "driver",
    "broken",
]
"""Fault codes: no response; device file missing, not permitted, or in use; multiplexer channel missing; library not
installed; board unknown; unplugged; firmware older or newer than supported; a pod whose number another pod has; a
driver of a package that is not installed or does not work; other.
"""
Pattern = Literal["steady", "slow", "quick"]
"""Lamp pattern, readable without colour: slow blinks once a second, quick four times."""
SideColour = Literal["blue", "red"]
"""The colour of a side that seats may play: then lamps shine in it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a device does not work. `what` is the device file or library, else the system's message."""

    trouble: Trouble
    what: str = ""

    def __str__(self) -> str:
        return f"{self.trouble}: {self.what}" if self.what else self.trouble


@dataclass(frozen=True, slots=True)
class Pin:
    """Header pin: BCM number, header position, and role in a device of several pins."""

    number: int
    position: int
    role: str = ""


@dataclass(frozen=True, slots=True)
class Wire:
    """One testable thing and its connection. `line` is a key, `ENCODER`, or the part that `device` names. `node` is the
    bus's device file, `channel` and `address` the position on it; all empty in a simulation. `fault` is why it does not
    work now. `driver` names that of a package (`hardware.driver_contract`); then `node` is where the device is in its
    own terms: a path, a topic, an address. It is empty for what the product wires itself.
    """

    device: str
    line: str
    pins: tuple[Pin, ...] = ()
    node: str = ""
    channel: int | None = None
    address: int | None = None
    fault: Fault | None = None
    driver: str = ""


@dataclass(frozen=True, slots=True)
class UnseatedPod:
    """A pod without a seat: permanent number, name if any, path of its line. `fault` is why it cannot connect."""

    pod: str
    name: str
    node: str
    fault: Fault | None = None


class PodSeating(Protocol):
    """Pods that no profile names; one gets an offered seat when its OK is pressed. Of two with one number the first
    keeps the seat, and the second waits with the fault `duplicate`. Thread-safe.
    """

    def begin(self, seats: Mapping[str, int], lines: Mapping[str, str], changed: Callable[[], None]) -> None:
        """Start looking for pods. `seats` and `lines` are those of last time, by pod number; `changed` is called from
        another thread and may only enqueue.
        """

    def waiting(self) -> tuple[UnseatedPod, ...]:
        """Pods without a seat."""

    def seats(self) -> Mapping[str, int]:
        """Seat of every seated pod, present or not."""

    def lines(self) -> Mapping[str, str]:
        """Path of the line at which each seated pod was last."""

    def free(self) -> tuple[int, ...]:
        """Seats that a pod may get."""

    def offered(self) -> int | None:
        """Seat offered to the next pod whose OK is pressed."""

    def offer(self, seat: int | None) -> None:
        """Offer a seat, or none; an occupied seat is not offered."""

    def release(self, seat: int) -> None:
        """Take the seat from its pod."""

    def show(self, draw: Callable[[tuple[int, int], bool], Image]) -> None:
        """Set the picture of unseated pods: `draw` makes it, in another thread, for a size, and for a pod whose number
        another pod has (True) or one that may be given a seat.
        """


class Keys(Protocol):
    """Keys and encoder of one place."""

    def start(self, post: Post) -> None:
        """Put every edge and turn into `post`, in order per line. `post` is called from any thread, perhaps under a
        lock: it may only enqueue.
        """

    def close(self) -> None:
        """Stop, and release pins and threads. Idempotent."""


class Display(Protocol):
    """A small one-bit display."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def bus(self) -> str:
        """Shared bus: pictures for displays of one bus are sent one after the other."""

    def show(self, image: Image, *, private: bool = False) -> None:
        """Show a picture of exactly `size`; blocks as long as the bus needs. A `private` picture is for the holder of
        PEEK: a display that can do so removes it by itself. Raises DeviceGone, and ValueError for another size.
        """

    def blank(self) -> None:
        """Go dark. Raises DeviceGone."""

    def close(self) -> None:
        """Go dark if possible and release the bus; raises nothing. Idempotent."""


@runtime_checkable
class NumberedDisplay(Display, Protocol):
    """Remote display: key events may arrive late, so they name the picture they were made on."""

    def show_as(self, number: int, image: Image, *, private: bool = False) -> None:
        """See `Display.show`; `number` comes back with the edges of this place's keys."""


@runtime_checkable
class RenewedDisplay(Display, Protocol):
    """Display whose chip may restart unnoticed and then has no settings, so that it is dark although it answers."""

    def renew(self) -> None:
        """Send the settings along with the next picture. A chip that has them shows nothing of it."""


class Light(Protocol):
    """A lamp."""

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        """Switch it, without blocking. Raises DeviceGone."""

    def close(self) -> None:
        """Switch it off if possible and release the pin; raises nothing."""


class Buzzer(Protocol):
    """A buzzer."""

    def beep(self) -> None:
        """Short sound, without blocking. Raises DeviceGone."""

    def close(self) -> None:
        """Stop and release the pin; raises nothing."""


class Reader(Protocol):
    """Reader of tags or codes on cards and pieces, at one place."""

    def start(self, post: Post) -> None:
        """Put a `Tag` into `post` whenever a tag comes to the reader, not while it stays there. `post` is as in
        `Keys.start`.
        """

    def close(self) -> None:
        """Stop, and release threads. Idempotent."""


class Watch(Protocol):
    """What watches devices and tells when one is lost or back."""

    def start(self, post: Post) -> None:
        """Put `Disconnected` and `Reconnected` into `post`, as in `Keys.start`."""

    def close(self) -> None:
        """Stop, and release threads. Idempotent."""


class Voice(Protocol):
    """Speaks through a loudspeaker, one text at a time."""

    @property
    def fault(self) -> Fault | None:
        """Why the last text was not heard. Thread-safe."""

    def start(self, changed: Callable[[], None]) -> None:
        """Call `changed` when `fault` is another one, from any thread; it may only enqueue."""

    def say(self, words: str, language: str) -> None:
        """Speak, once what is being said has ended, without blocking. What waited to be said is dropped."""

    def hush(self) -> None:
        """Stop speaking, and drop what waits."""

    def close(self) -> None:
        """Stop. Idempotent."""


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices of one table, by place; missing parts are absent from the mappings.

    `watches` are started behind keys and readers. `survey` lists all testable wires now (thread-safe). `mend` retries
    failed devices now. `release` frees shared resources after all are closed. `pod_seating`: where pods may come.
    `voice`: that of the whole table. `pins_by`: name of the library that drives pins of the header, empty where none
    is driven.
    """

    keys: Mapping[int, Keys] = field(default_factory=dict)
    displays: Mapping[int, Display] = field(default_factory=dict)
    lights: Mapping[int, Light] = field(default_factory=dict)
    readers: Mapping[int, Reader] = field(default_factory=dict)
    watches: tuple[Watch, ...] = ()
    buzzers: Mapping[int, Buzzer] = field(default_factory=dict)
    survey: Callable[[], tuple[Wire, ...]] = tuple
    mend: Callable[[], object] = lambda: None
    release: Callable[[], None] = lambda: None
    pod_seating: PodSeating | None = None
    voice: Voice | None = None
    pins_by: Callable[[], str] = str

    def start(self, post: Post) -> None:
        """Start all keys and readers with one inbox."""
        for source in self._sources():
            source.start(post)

    def close(self) -> None:
        """Close all, event sources first."""
        targets: tuple[Display | Light | Buzzer, ...] = (
            *self.displays.values(),
            *self.lights.values(),
            *self.buzzers.values(),
        )
        for device in (*self._sources(), *targets):
            device.close()
        if self.voice is not None:
            self.voice.close()
        self.release()

    def _sources(self) -> tuple[Keys | Reader | Watch, ...]:
        return (*self.keys.values(), *self.readers.values(), *self.watches)


def merged(tables: Sequence[Devices]) -> Devices:
    """The devices of several tables as one. No part of a place is in two of them."""
    first = next(iter(tables), Devices())
    if len(tables) < 2:
        return first

    def survey() -> tuple[Wire, ...]:
        return tuple(sorted((wire for table in tables for wire in table.survey()), key=lambda w: place_of(w.device)))

    def mend() -> None:
        for table in tables:
            table.mend()

    def release() -> None:
        for table in tables:
            table.release()

    return Devices(
        keys={place: one for table in tables for place, one in table.keys.items()},
        displays={place: one for table in tables for place, one in table.displays.items()},
        lights={place: one for table in tables for place, one in table.lights.items()},
        readers={place: one for table in tables for place, one in table.readers.items()},
        watches=tuple(watch for table in tables for watch in table.watches),
        buzzers={place: one for table in tables for place, one in table.buzzers.items()},
        survey=survey,
        mend=mend,
        release=release,
        pod_seating=next((table.pod_seating for table in tables if table.pod_seating is not None), None),
        voice=next((table.voice for table in tables if table.voice is not None), None),
        pins_by=lambda: next(filter(None, (table.pins_by() for table in tables)), ""),
    )
