"""The table screen, and the table's address as a QR code."""

from __future__ import annotations

from flask import Blueprint, Response
from msgspec import structs

from companion.service.screens.view_builders import version_of
from web.page_request import Fragment, PageRequest, app_context, page_request
from web.pages.play.points_chart import chart_of

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


def fragment(req: PageRequest) -> Fragment:
    view = req.view.screens.table()
    version = version_of((view.version, req.view.settings.language(), *req.where))
    given = {"view": structs.replace(view, version=version), "chart": chart_of(req, view.play)}
    return Fragment("table_fragment.html", version, given)
