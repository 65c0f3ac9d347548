"""The numbers a seat may set right: its own and the table's, on a page of their own."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.core.secrecy import PUBLIC
from web.page_request import page_request, table

pages = Blueprint("numbers", __name__)


@pages.get("/seat/numbers")
def page() -> str | Response:
    """Every number this seat may see, its own first; those nobody else may see are covered."""
    req = page_request("numbers")
    seat = req.seat
    if seat is None:
        return redirect(url_for("join.page"))
    tracked = table().tracked(req.viewer)
    known = {number.key for number in table().tracked(PUBLIC)}
    groups = [(owner, [number for number in tracked if (number.owner or 0) == owner]) for owner in (seat, 0)]
    secret = frozenset(number.key for number in tracked if number.key not in known)
    printed = bool(table().known_facts())
    return req.draw("numbers.html", groups=[group for group in groups if group[1]], secret=secret, printed=printed)
