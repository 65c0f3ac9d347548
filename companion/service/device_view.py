"""What one device may see of the table, by subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.library import Library
from companion.service.asking.sender import FromDevice
from companion.service.loop import Loop
from companion.service.panel.remote_keys import RemoteKeys
from companion.service.panel.table_devices import PanelLooks
from companion.service.panel.table_voice import TableVoice
from companion.service.panel.tags.tag_teaching import TagTeaching
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.play.reading import Reading
from companion.service.play.running_play import RunningPlay
from companion.service.screens.play_looks import AuditLooks, PlayLooks
from companion.service.screens.streams import Broadcast, PageStreams
from companion.service.screens.view_builders import ScreenLooks
from companion.service.seats.host_role import PinWays
from companion.service.seats.seating import SeatLooks, Seats
from companion.service.seats.table_setup import TableSetup
from companion.service.session.box_editor import BoxEditor, BoxLooks
from companion.service.session.past_plays import PastLooks, PastPlays
from companion.service.session.photos import PhotoLooks, Photos
from companion.service.session.printed_plays import PrintedPlays, PrintLooks
from companion.service.session.sending import ClubCards, ClubReporting, RoomPublishing, SendingLooks
from companion.service.session.session import SessionLooks
from companion.service.session.table_identity import TableIdentity
from companion.service.session.table_settings import SettingsLooks, SetupMistakes, TableSettings
from companion.service.session.wifi_joining import WifiJoining
from hardware.ports import Devices


@dataclass(frozen=True, kw_only=True)
class ViewSources:
    """The parts of the service that views show."""

    broadcast: Broadcast
    streams: PageStreams
    running: RunningPlay
    reading: Reading
    loop: Loop
    seats: Seats
    setup: TableSetup
    pin_ways: Callable[[], PinWays]
    library: Library
    past: PastPlays
    photos: Photos
    prints: PrintedPlays
    boxes: BoxEditor
    settings: TableSettings
    wifi: WifiJoining
    mistakes: SetupMistakes
    identity: TableIdentity
    publishing: RoomPublishing
    reporting: ClubReporting
    cards: ClubCards
    devices: Devices
    hardware_test: HardwareTest
    voice: TableVoice
    remote: RemoteKeys
    tags: TagTeaching


class DeviceView:
    """The subjects of a table that one device may look at, each as an attribute. Only ``Table.view`` makes one;
    ``device`` gives the device with the rights it has now.
    """

    def __init__(self, device: Callable[[], FromDevice], of: ViewSources) -> None:
        self.seats = SeatLooks(device, of.seats, of.setup, of.pin_ways)
        self.screens = ScreenLooks(device, of.broadcast, of.streams)
        self.play = PlayLooks(device, of.broadcast, of.running, of.loop, of.reading)
        self.audit = AuditLooks(device, of.broadcast)
        self.session = SessionLooks(device, of.library, of.broadcast)
        self.past = PastLooks(device, of.past)
        self.photos = PhotoLooks(device, of.photos)
        self.prints = PrintLooks(device, of.prints)
        self.boxes = BoxLooks(device, of.boxes)
        self.settings = SettingsLooks(device, of.settings, of.wifi, of.mistakes, of.identity)
        self.sending = SendingLooks(device, of.publishing, of.reporting, of.cards)
        self.panel = PanelLooks(device, of.devices, of.hardware_test, of.voice, of.remote, of.tags)
