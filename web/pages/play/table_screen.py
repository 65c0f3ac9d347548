"""The table screen, and the table's address as a QR code."""

from __future__ import annotations

from flask import Blueprint, Response
from msgspec import structs

from companion.plays.reports.score_history import Gain
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import TableView
from web.page_request import Fragment, PageRequest, app_context, page_request

pages = Blueprint("table", __name__)


@pages.get("/table")
def page() -> str:
    """Show the table screen, for a TV or a tablet."""
    req = page_request("table")
    return req.draw_whole("table.html", req.fragment().given)


@pages.get("/qr.svg")
def qr() -> Response:
    """Send the QR code of the table's URL."""
    return Response(str(app_context().addresses.qr()), mimetype="image/svg+xml")


def gain_of(req: PageRequest, view: TableView) -> Gain | None:
    """What brought the winner most points at once; None before the end, and where several share the victory."""
    winners = view.score.winners() if view.score is not None and view.play else ()
    if len(winners) != 1:
        return None
    curves = req.view.past.score_history(view.play).curves
    return next((curve.gain for curve in curves if curve.side == winners[0].side), None)


def fragment(req: PageRequest) -> Fragment:
    view = req.view.screens.table()
    version = version_of((view.version, req.view.settings.language(), *req.where))
    given = {"view": structs.replace(view, version=version), "gain": gain_of(req, view)}
    return Fragment("table_fragment.html", version, given)
