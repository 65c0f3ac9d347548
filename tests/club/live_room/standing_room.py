"""A room for tests of pages, made of values; nobody follows a broker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.club.live_room.room_streams import RoomStreams
from companion.club.live_room.room_views import LiveRoom, RoomSeat, RoomTable
from companion.club.results.result_views import ResultView

WALL = 1_800_000_000.0


class StandingRoom:
    """A room that stands still until a test changes it."""

    def __init__(self, wake: Callable[[], object] = lambda: None) -> None:
        self.view = LiveRoom()
        self.results: tuple[ResultView, ...] = ()
        self.streams = RoomStreams(wake)

    def becomes(self, *tables: RoomTable, cut: float | None = None) -> None:
        self.view = LiveRoom(tables, cut)
        self.streams.changed()


def table(name: str = "Olive", **given: Any) -> RoomTable:
    seats = (RoomSeat(1, "Ana", awaited=False), RoomSeat(2, "", awaited=True))
    return RoomTable(
        **({"id": name.lower(), "name": name, "phase": "playing", "game": "Antike", "seats": seats} | given)
    )
