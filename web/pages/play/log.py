"""The log of the play, newest step first."""

from __future__ import annotations

from flask import Blueprint, request

from companion.service.screens.view_builders import version_of
from web.page_request import Fragment, PageRequest, page_request

pages = Blueprint("log", __name__)

LINES = 100
"""Lines per page; fewer where a step would be cut, whose lines stand in the order in which they happened."""


@pages.get("/log", endpoint="page")
def log() -> str:
    """Show the log, newest step first; ``?to=`` a line number shows the static page that ends there."""
    req = page_request("log")
    to = request.args.get("to", "")
    last = int(to) if to.isascii() and to.isdecimal() and len(to) < 9 else None
    return req.draw("log.html", **log_up_to(req, last).given)


def fragment(req: PageRequest) -> Fragment:
    return log_up_to(req, None)


def log_up_to(req: PageRequest, last: int | None) -> Fragment:
    """Build the page of the log that ends with line ``last``, or with the newest."""
    lines = req.view.play.log(last, LINES)
    lines = lines[next((at for at, line in enumerate(lines) if line.begins), 0) :]
    version = version_of(lines)
    given = {"lines": lines, "version": version, "live": last is None, "seats": req.view.screens.table().seats}
    return Fragment("log_fragment.html", version, given)
