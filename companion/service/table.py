"""The table: the entry points of the service for pages and the API, what runs behind them, and periodic work.

A device is known by the secret its browser holds, its ``token``: that says whether it may act for a seat, or as admin.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf

from companion.keeping.copier import Copier
from companion.keeping.copier_state import PlayStatus
from companion.library import Library
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import FromDevice
from companion.service.device_view import DeviceView, ViewSources
from companion.service.loop import Loop
from companion.service.panel.displays import DisplayThreads
from companion.service.panel.table_devices import TableDevices
from companion.service.rooms import Rooms
from companion.service.screens.streams import Broadcast, OpenPage, OpenStream, PageStreams
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats
from companion.service.seats.table_setup import TableSetup
from companion.service.session.past_plays import PastPlays
from companion.service.session.sending import ClubReporter, RoomPublisher
from companion.service.session.table_settings import SetupMistakes, TableSettings
from hardware.ports import Devices, Simulator

ANY_PAGE = OpenPage()


@dataclass(eq=False, repr=False)
class Table:
    """The entry points for pages and the API: ``ask``, ``view`` and ``stream``. Any thread."""

    loop: Loop
    rooms: Rooms
    seats: Seats
    roles: HostRoles
    evening: EveningHost
    streams: PageStreams
    sources: ViewSources

    def ask(self, token: str, request: Request) -> Reply:
        """What this device asks of the table, taken or refused."""
        return self.loop.ask(lambda: self._take(token, request))

    def view(self, token: str) -> DeviceView:
        """What this device may see. It may be kept: who the device is, is asked again at each look."""
        return DeviceView(partial(self._device, token), self.sources)

    def stream(self, token: str, page: OpenPage = ANY_PAGE) -> OpenStream:
        """A stream for a page of this device. Raises ``Refused`` when there are too many."""
        return self.streams.open(token, page)

    def _take(self, token: str, request: Request) -> Reply:
        device = self._device(token)
        reply = self.rooms.take(device, request)
        if reply.taken and request.may_ask == "for a seat":
            moment = self.rooms.moment
            asked = frozenset(seat for seat in moment.awaited_seats() if not moment.playing.has_answered(seat))
            self.seats.pass_on(device.sender(request), asked)
        return reply

    def _device(self, token: str) -> FromDevice:
        own = self.seats.seat_of(token)
        return FromDevice(token, own, self.roles.is_host(token), self.evening.is_host(token, own))


@dataclass(kw_only=True)
class RunningTable:
    """A running table. ``library`` and ``simulator`` are for pages that write score sheets and show simulated devices;
    ``publisher`` and ``reporter`` are there if the settings name a broker or a club.
    """

    table: Table
    library: Library
    loop: Loop
    rooms: Rooms
    wired: TableDevices
    devices: Devices
    broadcast: Broadcast
    clock: Clock
    settings: TableSettings
    setup: SetupMistakes
    roles: HostRoles
    archive: PastPlays
    copier: Copier | None
    simulator: Simulator | None
    publisher: RoomPublisher | None
    reporter: ClubReporter | None

    @property
    def displays(self) -> DisplayThreads:
        """The small displays and the threads that draw them."""
        return self.wired.displays

    def found_elsewhere(self) -> None:
        """Draw every screen again: the table has another address, or opened a Wi-Fi of its own. Any thread."""
        self.loop.post(self.rooms.state.touch)

    def start(self) -> None:
        """Start the threads."""
        self.loop.start()
        self.wired.start()
        if self.simulator is not None:
            self.simulator.listen(lambda _place: self.broadcast.picture_changed())
        self.found_elsewhere()
        if self.copier is not None:
            self.copier.start(self._play_status, lambda: self.loop.post(self._warn), self._repaired)
        if self.publisher is not None:
            self.broadcast.listen(self.publisher.wake)
            self.publisher.start()
        if self.reporter is not None:
            self.reporter.start()

    def close(self) -> None:
        """End the threads, in the order in which none waits for another."""
        self.broadcast.close_all()
        for sends in (self.publisher, self.reporter):
            if sends is not None:
                sends.close()
        if self.copier is not None:
            self.copier.close()
        self.loop.close()
        self.rooms.running.write_down()
        self.rooms.reading.write_down()
        self.displays.close()
        self.devices.close()

    def _play_status(self) -> PlayStatus:
        """What the copier is told of the play on the table."""
        moment = self.broadcast.moment
        if moment.play is None:
            return PlayStatus()
        entries, over = sum(moment.play.accepted.values()), moment.phase == "over"
        return PlayStatus(moment.play.id, entries, over, moment.play.awaited.secret)

    def _warn(self) -> None:
        if self.copier is not None:
            self.rooms.notices.warn(self.copier.view.warning)

    def _repaired(self) -> None:
        """Rows were put back from a copy: read earlier plays again, and the one on the table."""
        self.archive.read_again()
        self.loop.post(self.rooms.running.read_again)


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
