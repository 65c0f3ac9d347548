"""Sample pages of the legend of signs, of the tour and of what questions mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.service.screens.views import SeatView, TableView
from web.templating.legend import ON_BUTTONS, STATES, signs_of


def help_samples(table: TableView, seat: SeatView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The legend of a seat and of everybody, the whole tour, and the questions of a seat."""
    for name, view in (("signs", seat), ("signs-table", table)):
        given = {"signs": signs_of(view), "states": STATES, "buttons": ON_BUTTONS, "seats": table.seats}
        yield name, "signs.html", {"view": view, **given}
    yield "tour", "tour.html", {"view": table}
    yield "meaning", "meaning.html", {"view": table, "dialogues": seat.dialogues, "back": "seat"}
