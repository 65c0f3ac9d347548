"""Safe keeping, for the host: copies, room, the time of day."""

from __future__ import annotations

from math import nan

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from web.app_context import asking, table
from web.identity import device
from web.replies import answer_with

pages = Blueprint("keeping", __name__)


@pages.get("/keeping")
def page() -> str | Response:
    who = asking("keeping")
    if not who.host:
        return redirect(url_for("host.page"))
    return who.draw_page("keeping.html")


@pages.post("/keeping/copy")
def copy() -> Response:
    """Make a copy now."""
    return answer_with(table().order(device(), "copying"), "keeping")


@pages.post("/keeping/rehearse")
def rehearse() -> Response:
    """Try whether the newest copy can be restored."""
    return answer_with(table().order(device(), "rehearsing"), "keeping")


@pages.post("/keeping/mend")
def mend() -> Response:
    """Put damaged rows back from the copies."""
    return answer_with(table().order(device(), "mending"), "keeping")


@pages.post("/keeping/time")
def time() -> Response:
    """The phone says what time it is: ``now``, in seconds since 1970."""
    return answer_with(table().tell_time(device(), _seconds(request.form.get("now", ""))), "keeping")


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan
