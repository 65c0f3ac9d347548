"""What the table is known by to others, and how a table made from a copied card gets its own. Host only."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.table_identity import TakeNewIdentity
from web.form_replies import send
from web.page_request import Fragment, PageRequest
from web.pages.host import host

pages = Blueprint("identity", __name__)


@pages.get("/identity")
def page() -> str | Response:
    return host.host_page("identity")


@pages.post("/identity/new")
def renew() -> Response:
    """Give the table an identity of its own."""
    return send(TakeNewIdentity, "identity")


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view, identity = req.view.screens.table(), req.view.settings.identity()
    version = version_of((identity, view.title))
    given = {"view": view, "version": version, "notices": (), "identity": identity}
    return Fragment("identity_fragment.html", version, given)
