"""What one device may see of the table, by subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.service.asking.sender import FromDevice
from companion.service.seats.host_role import PinWays
from companion.service.seats.seat_looks import SeatLooks
from companion.service.seats.seating import Seats
from companion.service.seats.table_setup import TableSetup


@dataclass(frozen=True, kw_only=True)
class ViewSources:
    """The parts of the service that views show."""

    seats: Seats
    setup: TableSetup
    pin_ways: Callable[[], PinWays]


class DeviceView:
    """See the module. Only ``Table.view`` makes one; ``device`` gives the device with the rights it has now."""

    def __init__(self, device: Callable[[], FromDevice], of: ViewSources) -> None:
        self.seats = SeatLooks(device, of.seats, of.setup, of.pin_ways)
