"""The numbers a seat may correct: its own and the table's."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from web.page_request import page_request

pages = Blueprint("numbers", __name__)


@pages.get("/seat/numbers")
def page() -> str | Response:
    """List every number the seat may see, its own first, secret ones covered."""
    req = page_request("numbers")
    seat = req.seat
    if seat is None:
        return redirect(url_for("join.page"))
    tracked = req.view.play.numbers()
    known = {number.key for number in req.view.play.public_numbers()}
    groups = [(owner, [number for number in tracked if (number.owner or 0) == owner]) for owner in (seat, 0)]
    secret = frozenset(number.key for number in tracked if number.key not in known)
    printed = bool(req.view.audit.known_facts())
    return req.draw("numbers.html", groups=[group for group in groups if group[1]], secret=secret, printed=printed)
