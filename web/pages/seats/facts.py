"""Correct printed facts of the running play."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.service.audit.fact_corrections import AskWhichFact
from web.form_replies import answer_with, sent_from
from web.http.identity import device
from web.page_request import table

pages = Blueprint("facts", __name__)


@pages.post("/fact/which")
def which() -> Response:
    """Ask the seat, or the scribe, which fact is wrong."""
    page = sent_from("seat")
    scribe = page in ("scribe", "host")
    reply = table().ask(device(), AskWhichFact(request.form.get("nonce", ""), scribe=scribe))
    page = "scribe" if scribe else "seat"
    # The question appears at the top, out of sight of the button that was pressed.
    return answer_with(reply, page, goto=url_for(f"{page}.page", _anchor="sentence"))
