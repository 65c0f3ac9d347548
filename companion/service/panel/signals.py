"""Lamps and buzzers: they show whom the table waits for. Used only by the deciding thread.

The pattern of a lamp carries the meaning, so that people need not see its colour (the seat's or its side's). Steady:
the table waits for this seat. Quick: it waits for a person whose phone sleeps. Slow: a device of this place is missing.
Dark: the table waits for others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.game import Colour
from companion.service.screens.moment import Moment
from hardware.ports import PANEL, Buzzer, DeviceGone, Light, Pattern

logger = logging.getLogger(__name__)

Glow = Pattern | Literal["dark"]

SLEEPS_FOR = 20.0
"""Seconds for which the table waits for a person whose phone sleeps before it calls."""
AGAIN = 60.0
"""Seconds between two calls."""
CALLS = 4
"""The most calls for one turn: a person who has not reacted by then is not in the room."""


def called(moment: Moment) -> frozenset[int]:
    """The places that the table visibly waits for; 0 is the panel, for the table."""
    if moment.play is None or moment.awaited.over:
        return frozenset()
    entering = {move.by for move in moment.pending}
    voting = {seat for vote in moment.votes for seat in moment.gathering.names if seat in vote.silent}
    return frozenset({*moment.awaited.must, *entering, *voting})


@dataclass
class _Sleeper:
    """A person whom the table waits for and whose phone sleeps: since when, and how many calls there were."""

    since: float
    calls: int = 0

    @property
    def due(self) -> float:
        return self.since + SLEEPS_FOR + self.calls * AGAIN


class Signals:
    """Switches lamps and sounds buzzers.

    A buzzer sounds once when the table begins to wait for its place, and again for a person whose phone sleeps; for a
    seat without a buzzer the panel's sounds. ``mono`` gives monotonic seconds, ``quiet`` says whether it is within the
    quiet hours. A seat counts as asleep if it had a page open this evening, has none now, and used no key lately; a
    person who plays by keys only is never called.
    """

    def __init__(
        self,
        lights: Mapping[int, Light],
        buzzers: Mapping[int, Buzzer],
        *,
        mono: Callable[[], float],
        quiet: Callable[[], bool],
    ) -> None:
        self._lights = lights
        self._buzzers = buzzers
        self._mono = mono
        self._quiet = quiet
        self._glows: dict[int, tuple[Glow, Colour | None]] = {}
        self._called: frozenset[int] | None = None
        self._phoned: frozenset[int] = frozenset()
        self._sleepers: dict[int, _Sleeper] = {}

    def refresh(self, moment: Moment, phones: frozenset[int], gone: frozenset[int]) -> None:
        """Update lamps and buzzers. ``phones`` are the seats with an open page, ``gone`` the places with a missing
        device.

        A missing device is not switched again before ``forget``.
        """
        now = called(moment)
        before = now if self._called is None else self._called
        self._called = now
        calling = self._call(now - moment.awake, phones)
        for place, light in self._lights.items():
            glow = self._glow(place, now, calling, gone)
            side = moment.colours().get(place) if glow != "dark" else None
            if self._glows.get(place) != (glow, side):
                self._switch(place, light, glow, side)
        for place in now - before:
            self._sound(place)

    def forget(self, place: int | None = None) -> None:
        """Set the lamp of a place again on the next update, because it is new or something else switched it. None: all
        lamps.
        """
        if place is None:
            self._glows.clear()
        else:
            self._glows.pop(place, None)

    def _call(self, away: frozenset[int], phones: frozenset[int]) -> frozenset[int]:
        """Call the people who have been asleep long enough; return the seats being called."""
        self._phoned |= phones
        asleep = away & self._phoned
        now = self._mono()
        self._sleepers = {seat: self._sleepers.get(seat) or _Sleeper(now) for seat in asleep}
        for seat, sleeper in self._sleepers.items():
            if now >= sleeper.due and sleeper.calls < CALLS:
                sleeper.calls += 1
                self._sound(seat if seat in self._buzzers else PANEL)
        return frozenset(seat for seat, sleeper in self._sleepers.items() if sleeper.calls)

    def _glow(self, place: int, now: frozenset[int], calling: frozenset[int], gone: frozenset[int]) -> Glow:
        # The panel's lamp is used for seats without one.
        if (place in calling or (place == PANEL and calling - self._lights.keys())) and not self._quiet():
            return "quick"
        if place in now:
            return "steady"
        return "slow" if place in gone and not self._quiet() else "dark"

    def _switch(self, place: int, light: Light, glow: Glow, side: Colour | None) -> None:
        self._glows[place] = glow, side
        try:
            if glow == "dark":
                light.set(False)
            else:
                light.set(True, glow, side)
        except DeviceGone as lost:
            logger.info("lamp of place %d: %s", place, lost)

    def _sound(self, place: int) -> None:
        buzzer = self._buzzers.get(place)
        if buzzer is None or self._quiet():
            return
        try:
            buzzer.beep()
        except DeviceGone as lost:
            logger.info("buzzer of place %d: %s", place, lost)
