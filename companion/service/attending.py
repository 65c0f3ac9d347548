"""Between the things on the table and what they mean: keys that play or are tried out, parts that go and come back."""

from __future__ import annotations

from companion.service.broadcast import Broadcast
from companion.service.desk import Desk
from companion.service.keyboard import Keyboard
from companion.service.signals import Signals
from companion.service.workbench import Workbench
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

    def heard(self, event: Event, picture: int) -> None:
        """Something a device said; ``picture`` is the number of the picture its place was showing then."""
        if isinstance(event, Gone | Back):
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
            self._signals.refresh(self._desk.moment)

    def idle(self) -> None:
        """What only time brings."""
        self._keyboard.idle()
        self._bench.idle()
