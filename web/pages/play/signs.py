"""The legend: what the signs mean that are drawn for this phone now, and those of every page."""

from __future__ import annotations

from flask import Blueprint

from companion.core.errors import Refused
from companion.service.screens.views import SeatView, TableView
from web.page_request import PageRequest, page_request
from web.templating.legend import ON_BUTTONS, STATES, signs_of

pages = Blueprint("signs", __name__)


@pages.get("/signs")
def page() -> str:
    req = page_request("signs")
    view = _view(req)
    table = view.table if isinstance(view, SeatView) else view
    given = {"signs": signs_of(view), "states": STATES, "buttons": ON_BUTTONS, "seats": table.seats}
    return req.draw("signs.html", view=view, **given)


def _view(req: PageRequest) -> SeatView | TableView:
    """What this phone shows: a seat's page, else that of everybody."""
    try:
        return req.view.screens.seat()
    except Refused:
        return req.view.screens.table()
