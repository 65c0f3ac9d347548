"""Guided set-up: ticking what was laid out, taking a tick back, going on without, dealing again."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.service.agreement.guided_setup import DealAgain, SkipSetup, TickSetup
from web.form_replies import answer_seat, asked

pages = Blueprint("setting_up", __name__)


@pages.post("/seat/set-up")
def tick() -> Response:
    """A step is done; or, with ``done=no``, it is not after all."""
    return answer_seat(asked(lambda: TickSetup(request.form.get("step", ""), request.form.get("done") != "no")))


@pages.post("/seat/set-up/skip")
def skip() -> Response:
    """Everything is laid out."""
    return answer_seat(asked(SkipSetup))


@pages.post("/seat/set-up/again")
def again() -> Response:
    """The companion draws the set-up again."""
    return answer_seat(asked(lambda: DealAgain(request.form.get("nonce", ""))))
