"""The tour of the first evening: what the parts of a seat's page are for."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from web.http.identity import CHOICES, TOURED, YEAR
from web.page_request import page_request

pages = Blueprint("tour", __name__)


@pages.get("/tour")
def page() -> str:
    """Show all of it, without changing what this browser has seen."""
    return page_request("tour").draw("tour.html")


@pages.post("/tour")
def seen() -> Response:
    """Keep how many of its screens were read on this browser; who skips it has read all."""
    response = redirect(url_for("seat.page"), 303)
    if (sent := request.form.get(TOURED, "")) in CHOICES[TOURED]:
        response.set_cookie(TOURED, sent, max_age=YEAR, samesite="Lax", httponly=True)
    return response
