"""Share a phone between seats or with the scribe, leave the play, come back."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.service.agreement.agreement_requests import ComeBack, Depart
from companion.service.seats.seating import CoverPhone, HandPage, TakeSeat, UncoverPhone
from web.form_replies import answer_with, asked, send, sent_from
from web.form_values import number
from web.http.identity import device, own_language
from web.page_request import table

pages = Blueprint("presence", __name__)


@pages.post("/share")
def share() -> Response:
    """Add a seat to this phone."""
    reply = asked(
        lambda: TakeSeat(
            number(request.form, "seat"), request.form.get("name", ""), beside=True, language=own_language()
        )
    )
    return answer_with(reply, "join", goto="" if reply.notice else url_for("seat.page"))


@pages.post("/seat/hand-on")
def hand_on() -> Response:
    """Cover a shared phone, or give the scribe's back; the whole page is reloaded, so that nothing of the last seat
    stays on it.
    """
    to = "scribe" if table().view(device()).seats.own_role().handed is not None else "seat"
    return send(CoverPhone, to, goto=url_for(f"{to}.page"))


@pages.post("/scribe/hand")
def hand_page() -> Response:
    """The scribe hands the device to a seat that has none."""
    return send(lambda: HandPage(number(request.form, "seat")), "scribe", goto=url_for("seat.page"))


@pages.post("/seat/uncover")
def uncover() -> Response:
    """Uncover a shared phone for a seat."""
    return send(lambda: UncoverPhone(number(request.form, "seat")), "seat", goto=url_for("seat.page"))


@pages.post("/seat/gone")
def gone() -> Response:
    """Propose to go on without a seat."""
    form = request.form
    return send(lambda: Depart(number(form, "seat"), form.get("nonce", "")), sent_from("seat"))


@pages.post("/seat/here")
def here() -> Response:
    """Return to the play after leaving."""
    return send(ComeBack, "seat")
