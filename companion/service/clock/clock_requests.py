"""What can be asked about the turn clock."""

from __future__ import annotations

from companion.service.asking.requests import Request
from companion.service.clock.turn_clock import ClockRule


class SetClock(Request, frozen=True):
    """Choose how the turns are timed; all clocks begin anew."""

    may_ask = "host"
    rule: ClockRule


class PauseClock(Request, frozen=True):
    """Stop the clocks, or let them go on."""

    may_ask = "seat or host"
    on: bool
