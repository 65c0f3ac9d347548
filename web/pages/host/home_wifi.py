"""Join a home Wi-Fi, and put away what was not taken over of the owner's file. Host only."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.table_settings import PutAwayMistakes
from companion.service.session.wifi_joining import JoinHomeWifi, SeekNetworks
from web.form_replies import send
from web.page_request import Fragment, PageRequest
from web.pages.host import host

pages = Blueprint("wifi", __name__)


@pages.get("/wifi")
def page() -> str | Response:
    return host.host_page("wifi")


@pages.post("/wifi/join")
def join() -> Response:
    """Join the network that was chosen, or the one whose name was typed."""
    form = request.form
    ssid = form.get("ssid", "") or form.get("other", "")
    return send(lambda: JoinHomeWifi(ssid, form.get("password", "")), "wifi")


@pages.post("/wifi/seek")
def seek() -> Response:
    """Look for networks."""
    return send(SeekNetworks, "wifi")


@pages.post("/wifi/put-away")
def put_away() -> Response:
    """Show the mistakes of the owner's file no more."""
    return send(PutAwayMistakes, "wifi")


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view, network, mistakes = (
        req.view.screens.table(),
        req.view.settings.home_wifi(),
        req.view.settings.setup_mistakes(),
    )
    version = version_of((network, mistakes, req.where[1], view.title))
    given = {"view": view, "version": version, "notices": (), "network": network}
    return Fragment("wifi_fragment.html", version, given)
