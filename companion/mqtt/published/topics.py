"""The topics of one table."""

from __future__ import annotations

from msgspec import Struct

from companion.core.setup import SEATS


class Topics(Struct, frozen=True):
    """``base`` begins all topics of the table, ``prefix`` those of Home Assistant; empty where there is none. ``table``
    is the table's id: random hexadecimal digits, so that neither a name nor a language is in a topic or in the id of an
    entity.
    """

    base: str
    prefix: str
    table: str

    @property
    def root(self) -> str:
        return f"{self.base}/{self.table}"

    @property
    def availability(self) -> str:
        """``online`` or ``offline``, which is also the last will."""
        return f"{self.root}/availability"

    @property
    def state(self) -> str:
        """What holds for the whole table."""
        return f"{self.root}/state"

    def seat(self, seat: int) -> str:
        """What holds for one seat."""
        return f"{self.root}/seat/{seat}"

    @property
    def event(self) -> str:
        """What happens; not retained."""
        return f"{self.root}/event"

    @property
    def device(self) -> str:
        """Where Home Assistant reads what this device is, and its entities; empty without it."""
        return self.prefix and f"{self.prefix}/device/{self.device_id}/config"

    @property
    def device_id(self) -> str:
        return f"table_companion_{self.table}"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has started, the one topic the table reads; empty without it."""
        return self.prefix and f"{self.prefix}/status"

    @property
    def retained(self) -> tuple[str, ...]:
        """Every topic under which something may be left at a broker."""
        device = (self.device,) if self.device else ()
        return (*device, self.availability, self.state, *(self.seat(seat) for seat in SEATS))
