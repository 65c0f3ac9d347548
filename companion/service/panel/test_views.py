"""What the host is shown of everything that is wired to the table, and of a hardware test."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.clock.quiet_hours import Hours
from companion.service.panel.pod_reception import NOBODY, NewPods
from hardware.ports import Wire


@dataclass(frozen=True)
class Heard:
    """What came from one wire since the trial began."""

    down: bool = False
    presses: int = 0
    detents: int = 0


@dataclass(frozen=True)
class Row:
    """A thing on the table as the host sees it; ``on`` for what was switched on by hand."""

    wire: Wire
    heard: Heard = Heard()
    on: bool = False


@dataclass(frozen=True)
class Bench:
    """Everything on the table by place, the panel first; ``trying`` while keys do not play, ``quiet`` the hours in
    which nothing is to be heard, ``arrivals`` the pods without a seat.
    """

    trying: bool
    places: tuple[tuple[int, tuple[Row, ...]], ...]
    quiet: Hours | None = None
    arrivals: NewPods = NOBODY
