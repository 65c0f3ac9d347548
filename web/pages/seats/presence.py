"""Share a phone between seats, leave the play, come back."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.service.agreement.agreement_requests import ComeBack, Depart
from companion.service.room_views import Reply, refused
from companion.service.seats.seat_requests import CoverPhone, TakeSeat, UncoverPhone
from web.form_replies import answer_with, sent_from
from web.form_values import number
from web.http.identity import device
from web.page_request import table

pages = Blueprint("presence", __name__)


@pages.post("/share")
def share() -> Response:
    """Add a seat to this phone."""
    try:
        reply = table().ask(device(), TakeSeat(number(request.form, "seat"), request.form.get("name", ""), beside=True))
    except Refused as refusal:
        reply = refused(refusal)
    return answer_with(reply, "join", goto="" if reply.notice else url_for("seat.page"))


@pages.post("/seat/hand-on")
def hand_on() -> Response:
    """Cover a shared phone; the whole page is reloaded, so that nothing of the last seat stays on it."""
    return answer_with(table().ask(device(), CoverPhone()), "seat", goto=url_for("seat.page"))


@pages.post("/seat/uncover")
def uncover() -> Response:
    """Uncover a shared phone for a seat."""
    return _with_seat(lambda seat: table().ask(device(), UncoverPhone(seat)), "seat", goto=url_for("seat.page"))


@pages.post("/seat/gone")
def gone() -> Response:
    """Propose to go on without a seat."""
    return _with_seat(
        lambda seat: table().ask(device(), Depart(seat, request.form.get("nonce", ""))), sent_from("seat")
    )


@pages.post("/seat/here")
def here() -> Response:
    """Return to the play after leaving."""
    return answer_with(table().ask(device(), ComeBack()), "seat")


def _with_seat(act: Callable[[int], Reply], page: str, goto: str = "") -> Response:
    try:
        reply = act(number(request.form, "seat"))
    except Refused as refusal:
        reply = refused(refusal)
    return answer_with(reply, page, goto=goto)
