"""The room as pages show it: finished values."""

from __future__ import annotations

import re

from msgspec import Struct

from companion.service.play.play_views import Phase


class RoomSeat(Struct, frozen=True):
    """A taken seat. ``name`` is empty where the table does not publish names."""

    seat: int
    name: str
    awaited: bool


class RoomTable(Struct, frozen=True):
    """A table as everybody may see it. Without a ``phase`` nothing of it is known. ``game`` is what is played, or what
    people sit down for; ``sentence`` what is to do, in the table's language. The ``seats`` are those that are taken.
    ``table_awaited``: all of them together are. ``since``: from when on those awaited are waited for (seconds since
    1970); ``free`` chairs of the game are left. ``away``: since when the table is not there; None while it is.
    """

    id: str
    name: str
    phase: Phase | None = None
    game: str = ""
    sentence: str = ""
    seats: tuple[RoomSeat, ...] = ()
    table_awaited: bool = False
    since: float | None = None
    free: int | None = None
    paused: bool = False
    away: float | None = None

    @property
    def awaited(self) -> tuple[RoomSeat, ...]:
        """The seats that are waited for."""
        return tuple(seat for seat in self.seats if seat.awaited)

    @property
    def idle(self) -> bool:
        """Whether nobody sits there, and nobody has chosen a game."""
        return self.away is None and self.phase == "gathering" and not self.seats and not self.game


class LiveRoom(Struct, frozen=True):
    """All tables that are there, or were lately, by name. ``cut``: since when the broker is away; None while it is
    there.
    """

    tables: tuple[RoomTable, ...] = ()
    cut: float | None = None


NUMBER = re.compile(r"(\d+)")


def by_name(table: RoomTable) -> tuple[list[tuple[int, str]], str]:
    """Sorts tables as people count them: 2 before 10."""
    parts = NUMBER.split(table.name.casefold())
    return [(int(part[:9]), "") if part.isdecimal() else (0, part) for part in parts], table.id
