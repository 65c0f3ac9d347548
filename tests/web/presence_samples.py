"""A phone that several share, a seat the table goes on without, who looks on: as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.service.screens.views import SeatInfo, SeatView, TableView


def presence_samples(table: TableView, seat: SeatView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given)."""
    seats = tuple(structs.replace(each, awake=each.seat != 3, gone=each.seat == 3) for each in table.seats)
    watched = structs.replace(table, seats=seats, watching=2)
    yield "watch", "watch.html", {"view": watched, "my_seat": None}
    yield "seat-shared", "seat.html", {"view": structs.replace(seat, table=watched), "sharers": (2, 3)}
    away = tuple(structs.replace(each, gone=each.seat == seat.seat) for each in table.seats)
    yield "seat-gone", "seat.html", {"view": structs.replace(seat, table=structs.replace(table, seats=away))}
    for name, wanted in (("pass", seats[:1]), ("pass-two", seats[:2])):
        view = {
            "version": "v",
            "title": table.title,
            "sentence": table.sentence,
            "log": table.log[-2:],
            "quiet": None,
            "wanted": wanted,
            "others": seats[2:3],
        }
        yield name, "pass.html", {"view": view, "notices": (), "my_seat": None, "sharers": (1, 2, 3)}
    choices = (
        SeatInfo(1, "Marco", taken=True),
        SeatInfo(2, "Lucía", may=True, gone=True),
        SeatInfo(3, "Nuria", open=True),
        SeatInfo(4, "Pau", may=True),
    )
    view = {
        "version": "v",
        "seats": choices,
        "title": table.title,
        "phase": "playing",
        "mine": (),
        "suggested": None,
        "own_name": "",
        "missing": None,
        "hosting": None,
        "wired": False,
    }
    yield "join-playing", "join.html", {"view": view, "notices": (), "my_seat": None}
    mine = {**view, "phase": "gathering", "mine": (1,)}
    yield "join-shared", "join.html", {"view": mine, "notices": (), "my_seat": 1}
