"""The scribe's page: the host's device answers for everybody."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from companion.service.screens.screen_requests import SeeScribe
from web.page_request import Fragment, PageRequest
from web.pages.host import host
from web.pages.seats import seat

pages = Blueprint("scribe", __name__)


@pages.get("/scribe", endpoint="page")
def scribe() -> str | AnyResponse:
    """Show all public questions to the host."""
    return host.host_page("scribe")


pages.add_url_rule("/scribe/step", "step", seat.step, methods=["GET", "POST"])


def fragment(req: PageRequest) -> Fragment:
    if not req.host:
        return host.fragment(req)
    view = req.look(SeeScribe())
    return Fragment(
        "scribe_fragment.html", view.version, {"view": view, "previews": seat.presets(req, view.dialogues), "given": {}}
    )
