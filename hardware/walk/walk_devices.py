"""What the walk needs of a table or a pod: contacts by their pins; lamps, buzzers and displays as they are wired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hardware.ports import Fault
from hardware.profile import Oled, SeatPlace, SpiOled

if TYPE_CHECKING:
    from PIL.Image import Image

CHAINED = 100
"""The colours of an addressable lamp have no pins but places in its chain of data: they count from here, so that none
is taken for a pin.
"""


@dataclass(frozen=True, slots=True)
class PinEdge:
    """A contact between a pin and ground closed or opened; ``at`` in seconds of any clock that does not go back."""

    pin: int
    closed: bool
    at: float


@dataclass(frozen=True, slots=True)
class DisplayAnswer:
    """Something that answers like a display: its address, and the channel of the multiplexer that it is behind."""

    address: int
    mux: int | None = None


class WalkDevices(Protocol):
    """Pins are the numbers of the profile (BCM), or of the pod's file (GP). Nothing here raises but ``listen``."""

    def listen(self, post: Callable[[PinEdge], None]) -> Mapping[int, bool]:
        """Listen at every pin that a contact could be at, with a pull-up; returns which are closed now. A pin that
        cannot be had is missing. ``post`` may be called from any thread.
        """

    def fetch(self) -> None:
        """Post what came since the last time, where that has to be asked for."""

    def fault(self, pin: int) -> Fault | None:
        """Why a pin cannot be had."""

    def shine(self, place: SeatPlace, colours: Collection[str]) -> Fault | None:
        """Let the lamp of a place shine in these of its colours, one without colours in any; dark without any."""

    def sound(self, place: SeatPlace) -> Fault | None:
        """Let the buzzer of a place sound once."""

    def show(self, oled: Oled | SpiOled, image: Image | None) -> Fault | None:
        """Show a picture of the display's size, or nothing, on the display that is wired like this."""

    def scan(self, oled: Oled) -> tuple[DisplayAnswer, ...]:
        """What answers on the bus of a display like a display."""

    def close(self) -> None:
        """Let go of all pins, lamps and displays dark. Idempotent."""
