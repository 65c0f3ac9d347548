"""The table: the entry points of the service for pages and the API. Any thread may call it.

A device is known by the secret its browser holds, its ``token``: that says whether it may act for a seat, or as host.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from companion.service.asking.requests import Look, Reply, Request
from companion.service.asking.sender import FromDevice
from companion.service.asking.taking import Looking
from companion.service.device_view import DeviceView, ViewSources
from companion.service.loop import Loop
from companion.service.rooms import Rooms
from companion.service.screens.page_streams import OpenStream, PageStreams
from companion.service.screens.screen_requests import OpenPage
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats

V = TypeVar("V")

ANY_PAGE = OpenPage()


@dataclass(eq=False, repr=False)
class Table:
    """See the module. Its entry points are ``ask``, ``look`` and ``stream``."""

    _loop: Loop
    _rooms: Rooms
    _seats: Seats
    _roles: HostRoles
    _evening: EveningHost
    _looking: Looking
    _streams: PageStreams
    _sources: ViewSources

    def ask(self, token: str, request: Request) -> Reply:
        """What this device asks of the table, taken or refused."""
        return self._loop.ask(lambda: self._take(token, request))

    def look(self, token: str, look: Look[V]) -> V:
        """What this device wants to see. Raises ``Refused`` where it may not."""
        return self._looking.look(self._device(token).sender(look), look)

    def view(self, token: str) -> DeviceView:
        """What this device may see. It may be kept: who the device is, is asked anew at each look."""
        return DeviceView(partial(self._device, token), self._sources)

    def stream(self, token: str, page: OpenPage = ANY_PAGE) -> OpenStream:
        """A stream for a page of this device. Raises ``Refused`` when there are too many."""
        return self._streams.open(token, page)

    def _take(self, token: str, request: Request) -> Reply:
        device = self._device(token)
        reply = self._rooms.take(device, request)
        if reply.taken and request.may_ask == "for a seat":
            self._seats.pass_on(device.sender(request), self._rooms.moment.awaited_seats())
        return reply

    def _device(self, token: str) -> FromDevice:
        self._evening.hears(token)
        own = self._seats.seat_of(token)
        return FromDevice(token, own, self._roles.is_host(token), self._evening.is_host(token, own))
