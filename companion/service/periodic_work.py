"""Periodic work: publish after every request, poll keys and phones, drop idle voters."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import inf

from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.panel.table_devices import TableDevices
from companion.service.rooms import Rooms
from companion.service.screens.page_streams import PageStreams
from companion.service.screens.streams import Broadcast
from companion.service.seats.table_setup import TableSetup

LOOK_AROUND = 0.5
"""Seconds between two looks at the clock while nothing else happens."""
BETWEEN = 0.005
"""Seconds for whoever wants something, while the table looks through earlier steps of the play."""


@dataclass(eq=False, repr=False)
class PeriodicWork:
    """The ``Work`` of the deciding thread."""

    rooms: Rooms
    devices: TableDevices
    broadcast: Broadcast
    clock: Clock
    setup: TableSetup
    streams: PageStreams

    def __post_init__(self) -> None:
        self._looked = self.clock.mono()

    def publish(self) -> None:
        """After a request: show everybody what it has changed."""
        with suppress(LogError):
            self.rooms.going_on.answer_for_the_absent()
        # Pages first: they take longer to draw, in another thread, which begins while faces are made here.
        if self.rooms.moment is not self.broadcast.moment:
            self.broadcast.publish(self.rooms.moment)
        self.devices.refresh()

    def idle(self) -> None:
        """Let time pass."""
        self._looked = self.clock.mono()
        self.devices.idle()
        self.rooms.turn_clock.idle()
        self.setup.idle()
        self.rooms.facts.go_on()
        self.rooms.running.write_down()
        self.rooms.reading.write_down()
        self.streams.look_around()

    def patience(self) -> float:
        """Seconds until ``idle`` is due."""
        due = self.devices.keyboard.due()
        usual = min(self._looked + LOOK_AROUND, inf if due is None else due) - self.clock.mono()
        return min(usual, BETWEEN if self.rooms.facts.looking else usual)

    def note_bug(self) -> None:
        """Tell everybody that something broke, until the next step goes well."""
        self.rooms.running.note_rules_bug()
