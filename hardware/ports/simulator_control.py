"""What pages and terminals see of a simulated table, and do to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from hardware.ports.devices import Pattern, SideColour

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Picture:
    """Picture of a simulated display, number from 1; `image` is of one bit, lit is white, and does not change any more;
    `private` as shown.
    """

    number: int
    image: Image
    private: bool

    @cached_property
    def png(self) -> bytes:
        """PNG bytes, made for the first who looks: most pictures are seen by nobody."""
        file = BytesIO()
        self.image.save(file, format="PNG")
        return file.getvalue()


@dataclass(frozen=True, slots=True)
class PlaceView:
    """View of a simulated place. `lines` are its keys, `held` those down; `size` and `picture` are None without a
    display, `picture` also before the first; `light` is None without a lamp, `beeps` (count) without a buzzer;
    `pattern` is that of a lit lamp. `reader`: tags can be held to it.
    """

    place: int
    lines: tuple[str, ...]
    encoder: bool
    held: frozenset[str]
    size: tuple[int, int] | None
    picture: Picture | None
    light: bool | None
    beeps: int | None
    plugged: bool
    silent: bool
    pattern: Pattern = "steady"
    side: SideColour | None = None
    reader: bool = False


class Simulator(Protocol):
    """Interface of the simulated table for pages and terminals: view, press, inject faults."""

    def places(self) -> tuple[PlaceView, ...]:
        """All places, panel first, then by seat."""

    def tell(self, line: str) -> None:
        """Run a text command, such as `press 2 ok`. Raises BadCommand."""

    def listen(self, changed: Callable[[int], None]) -> Callable[[], None]:
        """Call `changed(place)` on every change of a `PlaceView`, from any thread; it may only enqueue. Returns a
        function that ends this.
        """
