"""An attempt to join a home Wi-Fi, and the way back when it fails. Pure: takes time and what is seen, returns an
action.

A radio that joins leaves what it was in, and with the table's own Wi-Fi go the phones on it. So the attempt ends by
itself: what was before comes back after two minutes, whatever happened to the phone that asked.
"""

from __future__ import annotations

from typing import Literal

JoinAction = Literal["join", "keep", "return"]
JoinPhase = Literal["trying", "returning", "joined", "failed"]
"""``joined`` and ``failed`` are how it ended."""
HEAD_START = 4.0
"""Seconds before the radio leaves: the phone that asked still gets its page."""
LIMIT = 120.0
"""Seconds after which an attempt has failed."""
AGAIN = 20.0
"""Seconds between two attempts: a radio that was an access point must scan before it finds a network."""
WAY_BACK = 60.0
"""Seconds in which what was before is asked for again, until it is there."""


class JoinAttempt:
    """State machine of one attempt, begun at ``now``."""

    def __init__(self, now: float) -> None:
        self.phase: JoinPhase = "trying"
        self._began = now
        self._acted = now + HEAD_START - AGAIN
        self._gave_up = now

    @property
    def over(self) -> bool:
        """Whether the radio is free for others."""
        return self.phase in ("joined", "failed")

    def refused(self, now: float) -> None:
        """Give up at once, because the system does not let the table join."""
        if self.phase == "trying":
            self._give_up(now)

    def step(self, now: float, *, arrived: bool, joining: bool, back: bool) -> JoinAction | None:
        """Action to take now, or None. ``arrived``: the radio is in the network that was asked for; ``joining``: it is
        on its way to one; ``back``: it is where it was before.
        """
        if self.phase == "trying":
            if arrived:
                self.phase = "joined"
                return "keep"
            if now - self._began < LIMIT:
                return None if joining else self._due(now, "join")
            self._give_up(now)
        if self.phase == "returning":
            if not back and now - self._gave_up < WAY_BACK:
                return self._due(now, "return")
            self.phase = "failed"
        return None

    def _give_up(self, now: float) -> None:
        self.phase = "returning"
        self._gave_up = now
        self._acted = now - AGAIN

    def _due(self, now: float, action: JoinAction) -> JoinAction | None:
        if now - self._acted < AGAIN:
            return None
        self._acted = now
        return action
