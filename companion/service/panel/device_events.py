"""Device events go to the play or to the hardware test; displays and lamps follow every decision."""

from __future__ import annotations

from companion.service.panel.display_updates import DisplayUpdates
from companion.service.panel.hardware_test import HardwareTest
from companion.service.panel.keyboard import Keyboard
from companion.service.panel.signals import Signals
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from hardware.ports import Disconnected, Event, Reconnected, place_of


class EventRouter:
    """Only the deciding thread comes here."""

    def __init__(
        self,
        rooms: Rooms,
        keyboard: Keyboard,
        displays: DisplayUpdates,
        test: HardwareTest,
        signals: Signals,
        broadcast: Broadcast,
    ) -> None:
        self._rooms = rooms
        self._keyboard = keyboard
        self._displays = displays
        self._test = test
        self._signals = signals
        self._broadcast = broadcast
        self._disconnected: frozenset[str] = frozenset()

    def route(self, event: Event, picture: int) -> None:
        """Something a device said; ``picture`` is the number of the picture its place was showing then."""
        if isinstance(event, Disconnected | Reconnected):
            one, lost = frozenset({event.device}), isinstance(event, Disconnected)
            self._disconnected = self._disconnected | one if lost else self._disconnected - one
            self._signals.forget(place_of(event.device))
            self._rooms.state.touch()
            self._broadcast.picture_changed()
        if not self._test.take(event):
            self._keyboard.event(event, picture)

    def refresh(self) -> None:
        """After every decision: displays and lamps as they should be now."""
        self._displays.refresh()
        if self._test.running:
            self._signals.forget()
        else:
            places = frozenset(place_of(device) for device in self._disconnected)
            self._signals.refresh(self._rooms.moment, self._rooms.seats.now.phones, places)

    def idle(self) -> None:
        """What only time brings."""
        self._keyboard.idle()
        self._test.idle()
