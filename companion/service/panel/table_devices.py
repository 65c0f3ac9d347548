"""Keys, displays, lamps, buzzers, pods and the voice of a running table, put together.

Device events go to the play or to the hardware test; displays and lamps follow every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.wording import Speaker
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.panel.displays.display_threads import DisplayThreads
from companion.service.panel.displays.display_updates import DisplayUpdates
from companion.service.panel.displays.join_steps import Joining
from companion.service.panel.key_answers import KeyAnswers
from companion.service.panel.keyboard import Keyboard
from companion.service.panel.places.place_states import PlaceStates
from companion.service.panel.places.wifi_question import OwnWifi, WifiQuestion
from companion.service.panel.signals import Signals
from companion.service.panel.table_voice import TableVoice
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.panel.wiring.pod_pairing import PodPairing
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from companion.service.seats.host_role import HostRoles
from hardware.ports import Devices, Disconnected, Edge, Event, Reconnected, place_of


@dataclass(eq=False, repr=False)
class EventRouter:
    """Only the deciding thread comes here."""

    _rooms: Rooms
    _keyboard: Keyboard
    _displays: DisplayUpdates
    _test: HardwareTest
    _signals: Signals
    _voice: TableVoice
    _broadcast: Broadcast
    _disconnected: frozenset[str] = field(default=frozenset(), init=False)

    def route(self, event: Event, picture: int) -> None:
        """Route an event of a device; ``picture`` is the number of the picture its place was showing then."""
        if isinstance(event, Disconnected | Reconnected):
            one, lost = frozenset({event.device}), isinstance(event, Disconnected)
            self._disconnected = self._disconnected | one if lost else self._disconnected - one
            self._signals.forget(place_of(event.device))
            self._rooms.state.touch()
            self._broadcast.picture_changed()
        if not self._test.take(event):
            self._keyboard.event(event, picture)

    def refresh(self) -> None:
        """After every decision: displays, lamps and what is said as they should be now."""
        self._displays.refresh()
        self._voice.refresh(self._rooms.moment)
        if self._test.running:
            self._signals.forget()
        else:
            places = frozenset(place_of(device) for device in self._disconnected)
            self._signals.refresh(self._rooms.moment, self._rooms.seats.now.phones, places)

    def idle(self) -> None:
        """Periodic work of keys, displays and the hardware test."""
        self._keyboard.idle()
        self._test.idle()


class TableDevices:
    """``post`` enqueues for the deciding thread; ``speaker`` gives the language and names of the voice,
    ``display_speaker`` those of the small displays.
    """

    def __init__(
        self,
        devices: Devices,
        rooms: Rooms,
        broadcast: Broadcast,
        settings: Settings,
        roles: HostRoles,
        wifi: OwnWifi | None,
        clock: Clock,
        *,
        joining: Callable[[], Joining],
        speaker: Callable[[], Speaker],
        display_speaker: Callable[[], Speaker],
        nonce: Callable[[], str],
        post: Callable[[Callable[[], object]], None],
    ) -> None:
        self._devices = devices
        self._settings = settings
        self._post = post
        pins = roles.pins
        self.displays = DisplayThreads(devices.displays)
        states, question = PlaceStates(self.displays.places, clock, display_speaker), WifiQuestion(wifi, clock)
        updates = DisplayUpdates(
            rooms,
            self.displays,
            states,
            pins,
            question,
            clock,
            speaker=display_speaker,
            joining=joining,
            probe=lambda place, speaker: self.test.face(place, speaker),
        )
        answers = KeyAnswers(rooms, states, updates, pins, question, nonce)
        self.keyboard = Keyboard(rooms, states, updates, answers, pins, question, clock, post)
        roles.listen(self.keyboard.host_came)

        def keep_pods(seats: dict[str, int], lines: dict[str, str]) -> None:
            settings.put("pods", seats)
            settings.put("pod-lines", lines)

        def pods_changed() -> None:
            rooms.state.touch()
            broadcast.picture_changed()

        self._pairing = PodPairing(
            devices.pod_seating,
            keep=keep_pods,
            post=post,
            speaker=display_speaker,
            changed=pods_changed,
        )
        changed = broadcast.picture_changed
        self.test = HardwareTest(
            devices, clock, rooms.quiet, self._pairing, let_go=self.keyboard.let_go, changed=changed, post=post
        )
        signals = Signals(devices.lights, devices.buzzers, mono=clock.mono, quiet=lambda: rooms.quiet.now)
        self.voice = TableVoice(
            devices.voice, settings, speaker=speaker, quiet=lambda: rooms.quiet.now, changed=changed
        )
        self.events = EventRouter(rooms, self.keyboard, updates, self.test, signals, self.voice, broadcast)

    def start(self) -> None:
        """Begin the threads of displays and drivers, and look for pods."""
        self.displays.start()
        self._devices.start(self._heard)
        self._pairing.begin(self._settings.get("pods"), self._settings.get("pod-lines"))
        self.voice.start(self._post)

    def _heard(self, event: Event) -> None:
        # The number of the picture is read here, in the thread of the key: it is what the person was looking at. A key
        # that was long on its way brings it along.
        brought = event.picture if isinstance(event, Edge) else None
        picture = self.displays.shown(place_of(event.device)) if brought is None else brought
        self._post(lambda: self.events.route(event, picture))
