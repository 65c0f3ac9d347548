"""Between the things on the table and what they mean: keys that play or are tried out, parts that go and come back."""

from __future__ import annotations

from companion.service.desk import Desk
from companion.service.panel.hardware_test import Workbench
from companion.service.panel.keyboard import Keyboard
from companion.service.panel.signals import Signals
from companion.service.screens.streams import Broadcast
from hardware.ports import Back, Event, Gone, place_of


class Attendant:
    """Only the deciding thread comes here."""

    def __init__(
        self, desk: Desk, keyboard: Keyboard, bench: Workbench, signals: Signals, broadcast: Broadcast
    ) -> None:
        self._desk = desk
        self._keyboard = keyboard
        self._bench = bench
        self._signals = signals
        self._broadcast = broadcast
        self._gone: frozenset[str] = frozenset()

    def heard(self, event: Event, picture: int) -> None:
        """Something a device said; ``picture`` is the number of the picture its place was showing then."""
        if isinstance(event, Gone | Back):
            one = frozenset({event.device})
            self._gone = self._gone | one if isinstance(event, Gone) else self._gone - one
            self._signals.forget(place_of(event.device))
            self._desk.changed()
            self._broadcast.picture_changed()
        if not self._bench.take(event):
            self._keyboard.event(event, picture)

    def refresh(self) -> None:
        """After every decision: displays and lamps as they should be now."""
        self._keyboard.refresh()
        if self._bench.trying:
            self._signals.forget()
        else:
            places = frozenset(place_of(device) for device in self._gone)
            self._signals.refresh(self._desk.moment, self._desk.phones, places)

    def idle(self) -> None:
        """What only time brings."""
        self._keyboard.idle()
        self._bench.idle()
