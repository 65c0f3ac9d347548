"""What a device may see of the table as its screens show it, and whether it could be told of changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.wording import Message
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.screens.page_streams import PageStreams
from companion.service.screens.screen_requests import OpenPage, StreamRoom
from companion.service.screens.streams import Broadcast
from companion.service.screens.view_builders import scribe_view, seat_view, table_view
from companion.service.screens.views import ScribeView, SeatView, TableView


@dataclass(frozen=True, eq=False, repr=False)
class ScreenLooks(Looks):
    _broadcast: Broadcast
    _streams: PageStreams

    @may_look("anyone")
    def table(self, _: FromDevice) -> TableView:
        """What everybody sees."""
        return table_view(self._broadcast.moment)

    @may_look("seat")
    def seat(self, device: FromDevice) -> SeatView:
        """The page of the seat this device may act for."""
        return seat_view(self._broadcast.moment, device.actor("seat").seat)

    @may_look("admin")
    def scribe(self, _: FromDevice) -> ScribeView:
        """What an admin sees who writes for everybody."""
        return scribe_view(self._broadcast.moment)

    @may_look("anyone")
    def names(self, _: FromDevice) -> Mapping[int, str]:
        """The names of those at the table, by seat."""
        return self._broadcast.moment.gathering.names

    @may_look("anyone")
    def warning(self, _: FromDevice) -> Message | None:
        """What every page says while plays are at risk: a full disk, a damaged file."""
        return self._broadcast.moment.told.warning

    @may_look("anyone")
    def stream_room(self, device: FromDevice, page: OpenPage) -> StreamRoom:
        """Whether a page of this device could have a stream now."""
        return self._streams.room_for(device.token, page)

    @may_look("admin")
    def paired_screens(self, _: FromDevice) -> int:
        """How many table screens have a place of their own."""
        return self._streams.paired_screens
