"""Printed facts that were typed wrong, put right while the play is on."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.service.audit.audit_requests import AskWhichFact
from web.form_replies import answer_with, sent_from
from web.http.identity import device
from web.page_request import table

pages = Blueprint("facts", __name__)


@pages.post("/fact/which")
def which() -> Response:
    """Be asked on this page which one is wrong: on the seat's own, or among what a scribe answers."""
    page = sent_from("seat")
    scribe = page in ("scribe", "host")
    reply = table().ask(device(), AskWhichFact(request.form.get("nonce", ""), scribe=scribe))
    page = "scribe" if scribe else "seat"
    # The question comes on top, where whoever pressed the button below the present one does not look.
    return answer_with(reply, page, goto=url_for(f"{page}.page", _anchor="sentence"))
