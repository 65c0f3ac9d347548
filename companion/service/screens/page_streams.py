"""The streams of open pages: which place each takes, who is there because of them, who fell silent."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Person, Sender, device_of
from companion.service.loop import Loop
from companion.service.screens.screen_requests import AnswerBeat, OpenPage, StreamRoom
from companion.service.screens.streams import Broadcast, PairedScreens, Position, Stream, StreamSlot, place_for
from companion.service.seats.attendance import Attendance
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats


class OpenStream:
    """The stream of one page, for the thread that draws and writes it."""

    def __init__(self, stream: Stream, broadcast: Broadcast, closed: Callable[[], None]) -> None:
        self._stream = stream
        self._broadcast = broadcast
        self._closed = closed

    @property
    def ended(self) -> bool:
        return self._stream.ended

    @property
    def replaced(self) -> bool:
        """Whether it ended because the device, or its place, has a newer one."""
        return self._stream.replaced

    def newer(self, than: Position) -> Position | None:
        """The present position, see ``Broadcast.newer``."""
        return self._broadcast.newer(self._stream, than)

    def beats(self) -> bool:
        """Whether a sign of life is due, see ``Broadcast.beats``."""
        return self._broadcast.beats(self._stream)

    def until_beat(self) -> float:
        """Seconds until the next sign of life is due."""
        return self._broadcast.until_beat(self._stream)

    def close(self) -> None:
        """The page is gone."""
        self._broadcast.close(self._stream)
        self._closed()


@dataclass(eq=False, repr=False)
class PageStreams:
    """See the module. Any thread, but for ``look_around``; ``settle`` then does the periodic work."""

    attendance: Attendance
    settle: Callable[[], None]
    seats: Seats
    roles: HostRoles
    loop: Loop
    broadcast: Broadcast
    screens: PairedScreens
    evening: EveningHost

    def handlers(self) -> Handlers:
        return {AnswerBeat: self._answer_beat}

    @property
    def paired_screens(self) -> int:
        """How many table screens have a place of their own."""
        return len(self.screens)

    def open(self, token: str, page: OpenPage) -> OpenStream:
        """A stream for a page of the device with ``token``. Raises ``Refused`` when there are too many."""
        seats = self.seats.seats_of(token)
        place = self._place(token, page, paired=page.screen and self.screens.take_in(token))
        device = token or secrets.token_hex(8)
        stream = self.broadcast.open(
            device, seats, place, pictures=page.pictures, watching=page.watching, screen=page.screen
        )
        self.loop.post(self.look_around)
        return OpenStream(stream, self.broadcast, lambda: self.loop.post(self.look_around))

    def look_around(self) -> None:
        """Who has a page open, who fell silent. For the deciding thread."""
        self.broadcast.end_silent()
        there, at_hand = self.broadcast.devices(), self.broadcast.devices(screens=False)
        hosts = [token for token in there if self.roles.is_host(token)]
        people = {token: Person(self.seats.seat_of(token) or 0, device_of(token)) for token in hosts}
        self.attendance.phones_are(self.broadcast.seats(), list(people.values()))
        self.attendance.watched_by(self.broadcast.watching())
        # Of a host whose only page is the table screen nobody knows whether somebody is there to choose.
        self.evening.look_around(there, frozenset(who.seat for token, who in people.items() if token in at_hand))
        self.settle()

    def _answer_beat(self, sender: Sender, _: AnswerBeat) -> Reply:
        self.broadcast.alive(sender.token)
        return Reply()

    def room_for(self, token: str, page: OpenPage) -> StreamRoom:
        """Whether this page of the device with ``token`` could have a stream now."""
        place = self._place(token, page, paired=page.screen and self.screens.expects(token))
        return StreamRoom(self.broadcast.has_room(place), place.own)

    def _place(self, token: str, page: OpenPage, *, paired: bool) -> StreamSlot:
        host = self.roles.is_host(token)
        return place_for(self.seats.seats_of(token), page.where, host=host, screen=paired, here=page.here)
