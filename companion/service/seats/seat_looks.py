"""What a device may know about its own seats."""

from __future__ import annotations

from msgspec import Struct

from companion.service.asking.requests import Look


class OwnRole(Struct, frozen=True):
    """``seat`` is the one a device may act for now, of all the ``seats`` (1 to 8) of those who share it; none before it
    takes one, and while it is handed from one to another.
    """

    seat: int | None
    seats: tuple[int, ...]
    host: bool

    @property
    def sharers(self) -> tuple[int, ...]:
        """The seats that share this device; none where it has one seat or none."""
        return self.seats if len(self.seats) > 1 else ()


class SeeOwnRole(Look[OwnRole], frozen=True):
    """As whom the table knows this device."""
