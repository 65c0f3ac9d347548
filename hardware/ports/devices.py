"""What a driver implements: keys, displays, lamps, buzzers, readers, and all devices of one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from hardware.ports.connections import Wire
from hardware.ports.events import Post
from hardware.ports.pod_seating import PodSeating

if TYPE_CHECKING:
    from PIL.Image import Image

Pattern = Literal["steady", "slow", "quick"]
"""Lamp pattern, readable without colour: slow blinks once a second, quick four times."""
SideColour = Literal["blue", "red"]
"""The colour of a side that seats may play: then lamps shine in it."""


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
    """Reader of tags on cards or pieces."""

    def start(self, post: Post) -> None:
        """Put a `Tag` into `post` for every tag seen."""

    def close(self) -> None:
        """Stop. Idempotent."""


@dataclass(frozen=True, slots=True)
class Devices:
    """All devices of one table, by place; missing parts are absent from the mappings.

    `survey` lists all testable wires now (thread-safe). `mend` retries failed devices now. `release` frees shared
    resources after all are closed. `newcomers`: where pods may come.
    """

    keys: Mapping[int, Keys] = field(default_factory=dict)
    displays: Mapping[int, Display] = field(default_factory=dict)
    lights: Mapping[int, Light] = field(default_factory=dict)
    readers: tuple[Reader, ...] = ()
    buzzers: Mapping[int, Buzzer] = field(default_factory=dict)
    survey: Callable[[], tuple[Wire, ...]] = tuple
    mend: Callable[[], object] = lambda: None
    release: Callable[[], None] = lambda: None
    newcomers: PodSeating | None = None

    def start(self, post: Post) -> None:
        """Start all keys and readers with one inbox."""
        sources: tuple[Keys | Reader, ...] = (*self.keys.values(), *self.readers)
        for source in sources:
            source.start(post)

    def close(self) -> None:
        """Close all, event sources first."""
        sources: tuple[Keys | Reader, ...] = (*self.keys.values(), *self.readers)
        targets: tuple[Display | Light | Buzzer, ...] = (
            *self.displays.values(),
            *self.lights.values(),
            *self.buzzers.values(),
        )
        for device in (*sources, *targets):
            device.close()
        self.release()
