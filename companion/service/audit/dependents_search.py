"""The search for what rested on printed facts: a few steps at a time, between requests, so that the table goes on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.plays.fact_dependents import FactDependents
from companion.plays.time_source import Clock

SLICE = 0.05
"""Seconds of looking between two requests."""


class DependentsSearch:
    """One search at a time. Deciding thread only."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._steps: Iterator[FactDependents] | None = None
        self._found = FactDependents()

    @property
    def looking(self) -> bool:
        """Whether there are steps to look at yet."""
        return self._steps is not None

    def begin(self, steps: Iterator[FactDependents]) -> None:
        """Search anew, through ``steps`` that each give all that was found until then."""
        self._steps, self._found = steps, FactDependents()

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self._steps = None

    def go_on(self) -> FactDependents | None:
        """Look for a moment longer: what was found in all, once everything is looked at. Raises ``LogError``."""
        until = self._clock.mono() + SLICE
        while self._steps is not None:
            found = next(self._steps, None)
            if found is None:
                self._steps = None
                return self._found
            self._found = found
            if self._clock.mono() >= until:
                break
        return None
