"""The part of the table's state that the turn clock has, and the clocks as pages show them."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from companion.service.clock.turn_clock import Clocks


@dataclass(frozen=True)
class ClockState:
    """``clocks`` are those of the play on the table, as they stood when they last changed."""

    clocks: Clocks = field(default_factory=Clocks)


class SeatTime(Struct, frozen=True):
    """The clock of a seat: ``seconds`` left, or used where the clock only counts; it may be below zero."""

    seat: int
    seconds: float
    running: bool


class ClockView(Struct, frozen=True):
    """The turn clocks as they stood at ``since``, on the table's own count of seconds. ``table`` seconds went to the
    table's questions and to pauses.
    """

    kind: str
    down: bool
    paused: bool
    since: float
    seats: tuple[SeatTime, ...]
    table: int = 0
