"""The table: the only face of the service that pages and the API see. Any thread may call it.

A device is known by the secret its browser holds, its ``token``: that says whether it may act for a seat, or as host.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from companion.core.errors import Refused
from companion.core.wording import Speaker
from companion.locale import speaker
from companion.service.asking.requests import Asking, Look, Reply, Request, refused
from companion.service.asking.sender import Sender, device_sender
from companion.service.asking.taking import Looking, logged
from companion.service.loop import Loop
from companion.service.rooms import Rooms
from companion.service.screens.moment import Moment
from companion.service.screens.page_streams import OpenStream, PageStreams
from companion.service.screens.stream_looks import OpenPage
from companion.service.screens.streams import Broadcast
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats
from companion.service.session.table_settings import TableSettings

V = TypeVar("V")

ANY_PAGE = OpenPage()


class Table:
    """See the module. Its entry points are ``ask``, ``look`` and ``stream``."""

    def __init__(
        self,
        loop: Loop,
        rooms: Rooms,
        seats: Seats,
        roles: HostRoles,
        settings: TableSettings,
        looking: Looking,
        streams: PageStreams,
        broadcast: Broadcast,
    ) -> None:
        self.broadcast = broadcast
        self._loop = loop
        self._rooms = rooms
        self._seats = seats
        self._roles = roles
        self._settings = settings
        self._looking = looking
        self._streams = streams

    # -- who is asking -----------------------------------------------------------------------------------------

    def seat_of(self, token: str) -> int | None:
        """The seat this device may act for in the present play; none while it is handed from one to another."""
        return self._seats.seat_of(token) if token else None

    def seats_of(self, token: str) -> tuple[int, ...]:
        """All seats of those who share this device."""
        return self._seats.seats_of(token) if token else ()

    def is_host(self, token: str) -> bool:
        return self._roles.is_host(token)

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

    # -- entry points ------------------------------------------------------------------------------------------

    def ask(self, token: str, request: Request) -> Reply:
        """What this device asks of the table, taken or refused."""
        return self._loop.ask(lambda: self._take(token, request))

    def look(self, token: str, look: Look[V]) -> V:
        """What this device wants to see. Raises ``Refused`` where it may not."""
        return self._looking.look(self._sender(token, look), look)

    def stream(self, token: str, page: OpenPage = ANY_PAGE) -> OpenStream:
        """A stream for a page of this device. Raises ``Refused`` when there are too many."""
        return self._streams.open(token, page)

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
