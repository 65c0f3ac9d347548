"""Keys and encoders of all places: from raw events to presses, holds and PEEK."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from companion.core.wording import N_, say
from companion.plays.time_source import Clock
from companion.render.faces import PinFace
from companion.service.panel.displays import DisplayUpdates
from companion.service.panel.joining import WifiQuestion
from companion.service.panel.key_answers import OK_KEYS, KeyAnswers
from companion.service.panel.place_states import PANEL, PlaceStates
from companion.service.panel.timed_keys import TimedKeys
from companion.service.rooms import Rooms
from companion.service.seats.host_role import HostPins
from hardware.debounce import Hold, KeyEvent, Press, Release
from hardware.ports import Disconnected, Edge, Event, Reconnected, RemotePress, Tag, Turn, device_name, place_of


@dataclass(eq=False, repr=False)
class Keyboard:
    """Receives the events of all keys and encoders. Used only by the deciding thread. Held, the panel's OK shows the
    PIN of ``pins``, and its BACK asks about ``wifi``.
    """

    rooms: Rooms
    states: PlaceStates
    displays: DisplayUpdates
    answers: KeyAnswers
    pins: HostPins
    wifi: WifiQuestion
    clock: Clock
    post: Callable[[Callable[[], object]], None]
    _keys: TimedKeys = field(init=False)
    _panel_ok: int | None = field(default=None, init=False)
    """The picture at which the panel's OK went down; None if its release must not count."""

    def __post_init__(self) -> None:
        self._keys = TimedKeys(self.post, self._timed)

    def host_came(self) -> None:
        """Tell the panel, while it shows the PIN, that a device has become host."""
        self.rooms.state.touch()
        if isinstance(self.displays.face(PANEL), PinFace):
            self.states.flash(PANEL, say("A phone is the admin now.", N_("A phone is admin now")))

    def event(self, event: Event, picture: int) -> None:
        """Handle an event of a device; ``picture`` is the number of the picture its place was showing then."""
        match event:
            case Edge():
                for key_event in self._keys.feed(replace(event, picture=picture)):
                    self._key(key_event, picture)
            case Turn(device=device, steps=steps):
                self.answers.turned(place_of(device), steps)
                self._somebody(place_of(device))
            case Disconnected(device=device, at=at):
                self._panel_ok = None
                for key_event in self._keys.drop(device, at):
                    self._key(key_event, picture)
            case Reconnected(device=device):
                if device == device_name(place_of(device), "display"):
                    self.displays.again(place_of(device))
            case Tag() | RemotePress():
                pass  # see ``TableDevices.route``

    def let_go(self) -> None:
        """Treat all keys as released, because the hardware test begins."""
        now = self.clock.mono()
        self._panel_ok = None
        for number in self.states.numbers:
            for key_event in self._keys.drop(device_name(number, "keys"), now):
                self._key(key_event, self.displays.picture(number))

    def idle(self) -> None:
        """Periodic work: releases, holds, and the end of what is shown for a limited time."""
        self._keys.idle(self.clock.mono())
        self.states.expire()

    def due(self) -> float | None:
        """The time of the monotonic clock at which to call ``idle`` next; None if there is none."""
        others = [due for due in (self.pins.until, self._keys.due()) if due is not None]
        return min([*self.states.due(), *self.wifi.due(), *others], default=None)

    def _timed(self, events: Iterable[KeyEvent]) -> None:
        for event in events:
            self._key(event, self.displays.picture(place_of(event.device)))

    def _key(self, event: KeyEvent, picture: int) -> None:
        number = place_of(event.device)
        if isinstance(event, Press) and event.picture is not None:
            # A press is reported a moment after it happened; by then the picture may be another.
            picture = event.picture
        free = self.rooms.leaving.now.open
        self._hear(event, number, picture)
        # Standing up opens a seat; releasing that same key must not count as somebody's arrival.
        if number not in self.rooms.leaving.now.open or (isinstance(event, Press) and number in free):
            self._somebody(number)

    def _hear(self, event: KeyEvent, number: int, picture: int) -> None:
        match event:
            case Release(key="peek"):
                self.states.cover(number)
            case Press(key="peek"):
                self.states.peek(number)
            case Hold(key="back", count=1) if number == PANEL and self.wifi.possible:
                self.wifi.ask()
                # When it was pressed, the key has opened the menu.
                self.states.change(number, menu="", dial=None)
            case Press(key=key) | Hold(key=key) | Release(key=key) if number == PANEL and key in OK_KEYS:
                self._ok_of_panel(event, picture)
            case Press(key=key) | Hold(key=key):
                if isinstance(event, Press) or key in ("up", "down"):
                    self.answers.pressed(number, key, picture)
                elif key in OK_KEYS and event.count == 1:
                    self.answers.held(number)
            case Release():
                pass

    def _ok_of_panel(self, event: KeyEvent, picture: int) -> None:
        """Handle the panel's OK. Held, it shows the PIN and answers nothing, so it answers only on release."""
        match event:
            case Press():
                self._panel_ok = picture
            case Hold():
                self._panel_ok = None
                if self.displays.has(PANEL):
                    self.pins.show()
                    self.states.change(PANEL, flash=None)
            case Release() if self._panel_ok is not None:
                self.answers.pressed(PANEL, "ok", self._panel_ok)
                self._panel_ok = None
            case Release():
                pass

    def _somebody(self, number: int) -> None:
        if number != PANEL:
            self.rooms.attendance.key_pressed_at(number)
