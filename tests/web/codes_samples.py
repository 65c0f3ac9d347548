"""Sample pages of going on from paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.core.wording import say, verbatim
from companion.service.screens.views import TableView
from companion.service.session.printed_plays import PrintReading

PEOPLE = ((1, "Marco"), (2, "Lucía"), (5, "Maximiliano Alej"))


def codes_samples(gathering: TableView, playing: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Nothing read yet, a part, by a phone without a seat, all of it, a game that is not here; once the play is on."""
    seats = tuple(seat for seat, _ in PEOPLE)
    partly = PrintReading(count=5, missing=(2, 5), seats=seats, sheets=(5,))
    whole = PrintReading(count=5, seats=seats, title=verbatim("Athens & Sparta"), people=PEOPLE)
    elsewhere = PrintReading(count=2, problem=say("There is no game called {key} here.", key="sheet:ours"))
    apart = structs.replace(partly, apart=True)
    shown = {"none": PrintReading(), "part": partly, "apart": apart, "whole": whole, "no-game": elsewhere}
    for name, reading in shown.items():
        yield f"codes-{name}", "codes.html", _given(gathering, reading, may_begin=name == "whole")
    yield "codes-waiting", "codes.html", _given(gathering, whole, my_seat=2, host=False)
    yield "codes-playing", "codes.html", _given(playing, PrintReading())
    yield "code", "code.html", {"code": "CIAAE"}


def _given(view: TableView, reading: PrintReading, *, may_begin: bool = False, **more: Any) -> dict[str, Any]:
    return {"view": view, "version": "v-codes", "notices": (), "reading": reading, "may_begin": may_begin, **more}
