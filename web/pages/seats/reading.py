"""What a seat still has to do with the pieces, and what it has read of the log."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.service.play.reading import MarkRead, TickSlip
from web.form_replies import answer_seat, asked
from web.form_values import number
from web.page_request import page_request

pages = Blueprint("reading", __name__)


@pages.post("/seat/done")
def done() -> Response:
    """Tick a slip."""
    return answer_seat(asked(lambda: TickSlip(number(request.form, "line"))))


@pages.post("/seat/read")
def read() -> tuple[str, int]:
    """The page shows the log up to a line, and somebody looks at it."""
    reply = asked(lambda: MarkRead(number(request.form, "line")))
    return "", 204 if reply.taken else 409


@pages.get("/seat/digest")
def digest() -> str:
    """What happened since this seat looked last."""
    req = page_request("seat")
    try:
        found = req.view.play.digest()
    except Refused:
        return ""
    return req.draw("digest_fragment.html", found=found)
