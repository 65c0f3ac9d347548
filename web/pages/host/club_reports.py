"""Let the table report to its club how plays end, and show how that goes. Host only."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.sending import SetReporting
from web.form_replies import send
from web.page_request import Fragment, PageRequest
from web.pages.host import host

pages = Blueprint("club", __name__)


@pages.get("/club")
def page() -> str | Response:
    return host.host_page("club")


@pages.post("/club/set")
def set_reporting() -> Response:
    """Begin or stop."""
    return send(lambda: SetReporting(request.form.get("on") == "yes"), "club")


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view, reporting = req.view.screens.table(), req.view.sending.reporting()
    version = version_of((reporting, view.title))
    return Fragment(
        "club_fragment.html", version, {"view": view, "version": version, "notices": (), "reporting": reporting}
    )
