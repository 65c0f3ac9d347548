"""Periodic work: publish after every request, poll keys and phones, drop idle voters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.panel.table_devices import TableDevices
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from companion.service.seats.table_setup import TableSetup

LOOK_AROUND = 0.5
"""Seconds between two looks at the clock while nothing else happens."""
BETWEEN = 0.005
"""Seconds for whoever wants something, while the table looks through earlier steps of the play."""


@dataclass(eq=False, repr=False)
class PeriodicWork:
    """``look_around`` sees to phones that have come or gone silent."""

    _rooms: Rooms
    _devices: TableDevices
    _broadcast: Broadcast
    _clock: Clock
    _setup: TableSetup
    _look_around: Callable[[], object]

    def __post_init__(self) -> None:
        self._looked = self._clock.mono()

    def publish(self) -> None:
        """After a request: show everybody what it has changed."""
        with suppress(LogError):
            self._rooms.going_on.answer_for_the_absent()
        # Pages first: they take longer to draw, in another thread, which begins while faces are made here.
        if self._rooms.moment is not self._broadcast.moment:
            self._broadcast.publish(self._rooms.moment)
        self._devices.events.refresh()

    def idle(self) -> None:
        """Let time pass."""
        self._looked = self._clock.mono()
        self._devices.events.idle()
        self._rooms.turn_clock.idle()
        self._setup.idle()
        self._rooms.facts.go_on()
        self._rooms.running.write_down()
        self._look_around()

    def patience(self) -> float:
        """Seconds until ``idle`` is due."""
        due = self._devices.keyboard.due()
        usual = min(self._looked + LOOK_AROUND, inf if due is None else due) - self._clock.mono()
        return min(usual, BETWEEN if self._rooms.facts.looking else usual)
