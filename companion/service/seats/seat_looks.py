"""What a device may see of who sits where, and of the ways to become an admin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.seats.host_role import PinWays
from companion.service.seats.seat_requests import OwnRole
from companion.service.seats.seating import Seats
from companion.service.seats.table_setup import TableSetup, TableSetupView


@dataclass(frozen=True, eq=False, repr=False)
class SeatLooks(Looks):
    _seats: Seats
    _setup: TableSetup
    _pin_ways: Callable[[], PinWays]

    @may_look("anyone")
    def own_role(self, device: FromDevice) -> OwnRole:
        """As whom the table knows this device."""
        return self._seats.own_role(device)

    @may_look("anyone")
    def table_setup(self, device: FromDevice) -> TableSetupView:
        """Whether this table is being set up from a page."""
        return self._setup.view(device.token)

    @may_look("anyone")
    def pin_ways(self, _: FromDevice) -> PinWays:
        """The ways to a PIN that exist at this table now."""
        return self._pin_ways()
