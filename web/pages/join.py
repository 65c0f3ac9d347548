"""Sitting down, and where everybody arrives."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.service.desk import refused
from web.app_context import asking, table
from web.forms import number
from web.identity import device
from web.replies import answer_with

pages = Blueprint("join", __name__)


@pages.get("/")
def page() -> str | Response:
    """The seats to take; a phone that has one goes there, unless it came for the seats on purpose."""
    who = asking("join")
    if (who.seat is not None or who.sharers) and "seats" not in request.args and not who.has_word:
        return redirect(url_for("seat.page"))
    return who.draw_page("join.html")


@pages.post("/sit")
def sit() -> Response:
    """Take a seat with a name."""
    try:
        reply = table().sit(device(), number(request.form, "seat"), request.form.get("name", ""))
    except Refused as refusal:
        reply = refused(refusal)
    # In a play somebody may have to say yes first: then there is a word about it, and no seat yet.
    return answer_with(reply, "join", goto="" if reply.notice else url_for("seat.page"))


@pages.post("/stand")
def stand() -> Response:
    """Leave the seat to another device."""
    return answer_with(table().leave(device()), "seat", goto=url_for("join.page"))


@pages.post("/rename")
def rename() -> Response:
    """Another name for my seat."""
    return answer_with(table().rename(device(), request.form.get("name", "")), "seat")


@pages.post("/move")
def move() -> Response:
    """A code with which my seat goes to another phone."""
    seat = asking("seat").seat
    return answer_with(table().offer_seat(device(), seat or 0), "seat")


@pages.post("/claim")
def claim() -> Response:
    """This is the other phone: the code it was told."""
    return answer_with(table().claim_seat(device(), request.form.get("code", "")), "join")
