"""Keys, displays, lamps, buzzers, pods and the voice of a running table, and the views of them.

Device events go to the play or to the hardware test; displays and lamps follow every decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.loop import Loop
from companion.service.panel.displays import DisplayThreads, DisplayUpdates
from companion.service.panel.keyboard import Keyboard
from companion.service.panel.remote_keys import RemoteFace, RemoteKeys
from companion.service.panel.signals import Signals
from companion.service.panel.table_voice import TableVoice, VoiceView
from companion.service.panel.tags.tag_answers import TagAnswers
from companion.service.panel.tags.tag_teaching import TagsView, TagTeaching
from companion.service.panel.wiring.hardware_test import HardwareTest, HardwareView
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast
from hardware.ports import Devices, Disconnected, Edge, Event, Reconnected, RemotePress, Tag, Wire, place_of


@dataclass(eq=False, repr=False)
class TableDevices:
    """The devices and the objects that use them. Used only by the deciding thread, except ``start``."""

    devices: Devices
    rooms: Rooms
    loop: Loop
    broadcast: Broadcast
    displays: DisplayThreads
    updates: DisplayUpdates
    keyboard: Keyboard
    test: HardwareTest
    signals: Signals
    voice: TableVoice
    remote: RemoteKeys
    tags: TagAnswers
    _disconnected: frozenset[str] = field(default=frozenset(), init=False)

    def start(self) -> None:
        """Start the threads of displays and drivers, and look for pods."""
        self.displays.start()
        self.devices.start(self._heard)
        self.test.pairing.begin()
        self.voice.start(self.loop.post)

    def _heard(self, event: Event) -> None:
        # The number of the picture is read in the thread of the key, so it is the picture that the person was looking
        # at. A key event that was delayed carries its number.
        brought = event.picture if isinstance(event, Edge) else None
        picture = self.displays.shown(place_of(event.device)) if brought is None else brought
        self.loop.post(lambda: self.route(event, picture))

    def route(self, event: Event, picture: int) -> None:
        """Route an event of a device; ``picture`` is the number of the picture its place was showing then."""
        if isinstance(event, Disconnected | Reconnected):
            one, lost = frozenset({event.device}), isinstance(event, Disconnected)
            self._disconnected = self._disconnected | one if lost else self._disconnected - one
            self.signals.forget(place_of(event.device))
            self.rooms.state.touch()
            self.broadcast.picture_changed()
        if self.test.take(event):
            return
        if isinstance(event, RemotePress):
            self.remote.heard(event, place_of(event.device))
        elif isinstance(event, Tag):
            self.tags.heard(event)
        else:
            self.keyboard.event(event, picture)

    def refresh(self) -> None:
        """Update displays, lamps and the voice. Call it after every decision."""
        self.updates.refresh()
        self.remote.refresh()
        self.voice.refresh(self.rooms.moment)
        if self.test.running:
            self.signals.forget()
        else:
            places = frozenset(place_of(device) for device in self._disconnected)
            self.signals.refresh(self.rooms.moment, self.rooms.seats.now.phones, places)

    def idle(self) -> None:
        """Periodic work of keys, displays, the voice and the hardware test."""
        self.keyboard.idle()
        self.test.idle()
        self.voice.idle()
        self.tags.teaching.idle()


@dataclass(frozen=True, eq=False, repr=False)
class PanelLooks(Looks):
    _devices: Devices
    _test: HardwareTest
    _voice: TableVoice
    _remote: RemoteKeys
    _tags: TagTeaching

    @may_look("admin")
    def hardware(self, _: FromDevice) -> HardwareView:
        """Everything wired to the table, and its state."""
        return self._test.view()

    @may_look("admin")
    def wires(self, _: FromDevice) -> tuple[Wire, ...]:
        """What is connected, and its faults."""
        return self._devices.survey()

    @may_look("admin")
    def tags(self, _: FromDevice) -> TagsView:
        """The tag readers, and what the tags mean."""
        return self._tags.view()

    @may_look("anyone")
    def seats_wired(self, _: FromDevice) -> bool:
        """Whether anything is wired to a seat, so that its symbol lies in front of the person there."""
        return any(place_of(wire.device) for wire in self._devices.survey())

    @may_look("anyone")
    def remote_face(self, _: FromDevice, seat: int) -> RemoteFace | None:
        """The public picture of a seat with a remote; None for other seats."""
        return self._remote.face(seat)

    @may_look("admin")
    def voice(self, _: FromDevice) -> VoiceView | None:
        """The state of the table's voice; None without one."""
        return self._voice.view()
