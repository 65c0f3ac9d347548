"""The part of the table's state that the turn clock has."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.service.clock.turn_clock import Clocks


@dataclass(frozen=True)
class ClockState:
    """``clocks`` are those of the play on the table, as they stood when they last changed."""

    clocks: Clocks = field(default_factory=Clocks)
