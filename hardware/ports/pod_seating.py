"""Pods that no profile names, and the seats they get."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hardware.ports.connections import Fault

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class UnseatedPod:
    """A pod without a seat: permanent number, name if any, path of its line. `fault` is why it cannot connect."""

    pod: str
    name: str
    node: str
    fault: Fault | None = None


class PodSeating(Protocol):
    """Pods that no profile names; one gets an offered seat when its OK is pressed. Thread-safe."""

    def begin(self, seats: Mapping[str, int], changed: Callable[[], None]) -> None:
        """Start looking for pods. `seats` are those of last time, by pod number; `changed` is called from another
        thread and may only enqueue.
        """

    def waiting(self) -> tuple[UnseatedPod, ...]:
        """Pods without a seat."""

    def seats(self) -> Mapping[str, int]:
        """Seat of every seated pod, present or not."""

    def free(self) -> tuple[int, ...]:
        """Seats that a pod may get."""

    def offered(self) -> int | None:
        """Seat offered to the next pod whose OK is pressed."""

    def offer(self, seat: int | None) -> None:
        """Offer a seat, or none; an occupied seat is not offered."""

    def release(self, seat: int) -> None:
        """Take the seat from its pod."""

    def dress(self, draw: Callable[[tuple[int, int]], Image]) -> None:
        """Set the picture of unseated pods: `draw` makes it for a size, in another thread."""
