"""Let the table tell the room around it what everybody may see, and show how that goes. Host only."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.sending import ForgetOtherBrokers, SetPublishing
from web.form_replies import send
from web.page_request import Fragment, PageRequest
from web.pages.host import host

pages = Blueprint("room", __name__)


@pages.get("/room")
def page() -> str | Response:
    return host.host_page("room")


@pages.post("/room/set")
def set_publishing() -> Response:
    """Begin or stop, with the names of people or without."""
    form = request.form
    return send(lambda: SetPublishing(form.get("on") == "yes", form.get("names") == "yes"), "room")


@pages.post("/room/forget")
def forget() -> Response:
    """Forget what is left at other brokers."""
    return send(ForgetOtherBrokers, "room")


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view, publishing = req.view.screens.table(), req.view.sending.publishing()
    version = version_of((publishing, view.title))
    given = {"view": view, "version": version, "notices": (), "publishing": publishing}
    return Fragment("room_fragment.html", version, given)
