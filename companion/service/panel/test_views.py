"""What the host is shown of everything that is wired to the table, and of a hardware test."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.clock.quiet_hours import Hours
from companion.service.panel.pod_pairing import NO_PODS, NewPods
from hardware.ports import Wire


@dataclass(frozen=True)
class WireInput:
    """What came from one wire since the test began."""

    down: bool = False
    presses: int = 0
    detents: int = 0


@dataclass(frozen=True)
class WireRow:
    """A thing on the table as the host sees it; ``on`` for what was switched on by hand."""

    wire: Wire
    heard: WireInput = WireInput()
    on: bool = False


@dataclass(frozen=True)
class HardwareView:
    """Everything on the table by place, the panel first; ``running`` while keys do not play, ``quiet`` the hours in
    which nothing is to be heard, ``arrivals`` the pods without a seat.
    """

    running: bool
    places: tuple[tuple[int, tuple[WireRow, ...]], ...]
    quiet: Hours | None = None
    arrivals: NewPods = NO_PODS
