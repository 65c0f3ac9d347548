"""The scribe's page: the host's device answers for everybody; others read how several people share one device."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.core.setup import SEATS
from companion.service.asking.requests import Reply
from companion.service.screens.view_builders import version_of
from companion.service.seats.seating import TakeSeat
from web.form_replies import answer_with
from web.http.identity import device, own_language
from web.page_request import Fragment, PageRequest, page_request, table
from web.pages.seats import seat

pages = Blueprint("scribe", __name__)


@pages.get("/scribe", endpoint="page")
def scribe() -> str:
    """Show all public questions to the host, and to others how several people play on one device."""
    return page_request("scribe").draw_page("scribe.html")


pages.add_url_rule("/scribe/step", "step", seat.step, methods=["GET", "POST"])


@pages.post("/scribe/sit")
def sit() -> Response:
    """Seat all whose names were typed, on this device; it stops at the first who cannot sit down."""
    reply = Reply()
    for number in SEATS:
        name = request.form.get(f"name-{number}", "")
        if name.strip() and reply.taken:
            sits = TakeSeat(number, name[:40], beside=True, language=own_language())
            reply = table().ask(device(), sits)
    seated = bool(page_request("scribe").role.seats)
    return answer_with(reply, "scribe", goto=url_for("seat.page") if seated else "")


def fragment(req: PageRequest) -> Fragment:
    if req.host:
        view = req.view.screens.scribe()
        given = {"view": view, "previews": seat.presets(req, view.dialogues), "given": {}}
        return Fragment("scribe_fragment.html", view.version, given)
    seen = req.view.screens.table()
    version = version_of((seen.version, req.role.seats))
    return Fragment("one_device_fragment.html", version, {"view": seen, "version": version, "notices": ()})
