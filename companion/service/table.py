"""The table: the only face of the service that pages and the API see. Any thread may call it.

A device is known by the secret its browser holds, its ``token``: that says whether it may act for a seat, or as host.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TypeVar

from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.core.wording import Speaker, say
from companion.library import Library
from companion.locale import speaker
from companion.plays.log import Log
from companion.plays.time_source import Clock
from companion.service.actor import Actor
from companion.service.asking import Asking
from companion.service.boxes.box_editor import Boxes
from companion.service.looking import Looking
from companion.service.looks import Look
from companion.service.loop import Loop
from companion.service.moment import Moment
from companion.service.panel.hardware_test import HardwareTest
from companion.service.play.whole_log import WholeLog
from companion.service.requests import Request
from companion.service.rooms import Rooms
from companion.service.screens.moment_views import MomentViews
from companion.service.screens.stream_quota import PairedScreens, Place, place_for
from companion.service.screens.streams import Broadcast, Stream
from companion.service.screens.views import Reply, refused
from companion.service.seats.host_role import HostRoles, device_of
from companion.service.seats.seating import Seats
from companion.service.sender import Sender, device_sender
from companion.service.session.past_plays import PastPlays
from companion.service.session.photos import Photos
from companion.service.session.session import Session
from companion.service.session.table_settings import TableSettings
from companion.service.taking import logged

V = TypeVar("V")


class Table:
    """See the module. Built by ``companion.service.assembly``."""

    def __init__(
        self,
        *,
        loop: Loop,
        rooms: Rooms,
        seats: Seats,
        settings: TableSettings,
        broadcast: Broadcast,
        roles: HostRoles,
        library: Library,
        log: Log,
        clock: Clock,
        hardware_test: HardwareTest,
        session: Session,
        screens: PairedScreens,
    ) -> None:
        self.broadcast = broadcast
        self._loop = loop
        self._rooms = rooms
        self._seats = seats
        self._settings = settings
        self._roles = roles
        self._log = log
        self._clock = clock
        self._archive = PastPlays(log, library, lambda: self.moment.gathering.play_id)
        photos = Photos(rooms.running, log, clock, lambda: self.moment)
        self.screens = screens
        boxes = Boxes(log, library.games, self._game_on_table)
        for room in (seats, session, settings, photos, boxes, hardware_test):
            rooms.serve(room.handlers())
        self._looking = Looking()
        views, whole_log = MomentViews(lambda: self.moment), WholeLog(rooms.running, loop)
        for part in (session, settings, photos, boxes, hardware_test, self._archive, views, whole_log):
            self._looking.serve(part.looks())

    # -- who is asking -----------------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int | None:
        """The seat this device may act for in the present play; none while it is handed from one to another."""
        return self._seats.seat_of(token) if token else None

    def seats_of(self, token: str) -> tuple[int, ...]:
        """All seats of those who share this device."""
        return self._seats.seats_of(token) if token else ()

    def is_host(self, token: str) -> bool:
        return self._roles.is_host(token)

    def _actor(self, token: str, seat: int) -> Actor:
        own, device = self.seat_of(token), device_of(token)
        if own is not None and seat in (own, TABLE):
            return Actor("seat", own, device)
        if self.is_host(token):
            return Actor("scribe", device=device, own=own or TABLE)
        if own is not None:
            return Actor("seat", own, device)
        raise Refused("no-seat", say("Take a seat first."))

    def _game_on_table(self) -> str:
        """The game that is played, by its key; empty when none is."""
        play = self.moment.play
        return play.game.meta.key if play is not None and self.moment.phase == "playing" else ""

    # -- what there is to see ----------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        return self.broadcast.moment

    @property
    def language(self) -> str:
        """The language of the table screen and the small displays."""
        return self._settings.language

    def speaker(self, language: str, names: Mapping[int, str] | None = None) -> Speaker:
        """Somebody who speaks ``language`` and knows the names at the table, or those of another evening."""
        return speaker(language, self.moment.gathering.names if names is None else names)

    # -- the doors ---------------------------------------------------------------------------------------------

    def ask(self, token: str, request: Request) -> Reply:
        """What this device asks of the table, taken or refused."""
        return self._loop.ask(lambda: self._take(token, request))

    def look(self, token: str, look: Look[V]) -> V:
        """What this device wants to see. Raises ``Refused`` where it may not."""
        return self._looking.look(self._sender(token, look), look)

    def _take(self, token: str, request: Request) -> Reply:
        own = self.seat_of(token)
        try:
            sender = self._sender(token, request)
        except Refused as refusal:
            return logged("guest" if own is None else f"seat:{own}", request, refused(refusal))
        reply = self._rooms.take(sender, request)
        if reply.taken and request.may_ask == "for a seat":
            self._seats.pass_on(sender, self._rooms.moment.awaited_seats())
        return reply

    def _sender(self, token: str, asking: Asking) -> Sender:
        return device_sender(asking, token, self.seat_of(token), host=self.is_host(token))

    # -- the room the table is in ------------------------------------------------------------------------------

    def found_elsewhere(self) -> None:
        """The table has another address, or a Wi-Fi of its own: every screen that says so is to be drawn anew."""
        self._loop.post(self._rooms.state.touch)

    def clock_now(self) -> float:
        """The table's own count of seconds, which ``ClockView.since`` speaks of."""
        return self._clock.mono()

    def mended(self) -> None:
        """Rows were put back from a copy: earlier evenings are read anew, and the play on the table. Any thread."""
        self._archive.mended()
        self._loop.post(self._rooms.running.read_again)

    # -- streams -----------------------------------------------------------------------------------------------

    def stream_place(self, token: str, where: str, *, screen: bool = False, here: bool = False) -> Place:
        """The place a stream of this device, at the address ``where``, would have: ``screen`` for one that shows the
        table, ``here`` for one on the table's own machine.
        """
        return place_for(
            self.seats_of(token),
            where,
            host=self.is_host(token),
            screen=screen and self.screens.seen(token),
            here=here,
        )

    def stream(
        self, token: str, place: Place | None = None, *, pictures: bool = False, watching: bool = False
    ) -> Stream:
        """A stream for a page of this device at a ``place`` of ``stream_place``; ``watching`` counts it among those who
        look on. Raises ``Refused`` when there are too many.
        """
        seats, place = self.seats_of(token), place or self.stream_place(token, "")
        stream = self.broadcast.open(token or secrets.token_hex(8), seats, place, pictures=pictures, watching=watching)
        self._loop.post(self.look_around)
        return stream

    def end_stream(self, stream: Stream) -> None:
        self.broadcast.close(stream)
        self._loop.post(self.look_around)

    def look_around(self) -> None:
        """Who has a page open, who fell silent. For the deciding thread."""
        self.broadcast.bury()
        hosts = [self._actor(token, TABLE) for token in self.broadcast.devices() if self.is_host(token)]
        self._rooms.attendance.phones_are(self.broadcast.seats(), [actor.who for actor in hosts])
        self._rooms.attendance.watched_by(self.broadcast.watching())
        self._rooms.settle()
