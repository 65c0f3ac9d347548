"""Set and pause the turn clock."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.wording import say
from companion.service.clock.turn_clock import LONGEST, ClockKind, ClockRule, PauseClock, SetClock
from web.form_replies import send, sent_from

pages = Blueprint("clock", __name__)

KINDS: dict[str, ClockKind] = {kind: kind for kind in get_args(ClockKind)}


@pages.post("/clock")
def choose() -> Response:
    """Set the clock rule."""
    return send(lambda: SetClock(_rule()), sent_from("host"))


@pages.post("/clock/pause")
def pause() -> Response:
    """Pause or resume all clocks."""
    return send(lambda: PauseClock(on=request.form.get("on") == "yes"), sent_from("seat"))


def _rule() -> ClockRule:
    """Read the clock rule: bank in minutes, gain in seconds. Raises ``Refused``."""
    try:
        bank = round(60 * float(request.form.get("bank", "")))
        gain = int(request.form.get("gain", ""))
        kind = KINDS[request.form.get("kind", "")]
    except (ValueError, OverflowError, KeyError) as error:
        raise Refused("no-clock", say("Say how the turns are timed, and for how long.")) from error
    if not (0 < bank <= LONGEST and 0 <= gain <= LONGEST):
        raise Refused("no-clock", say("A clock has from 1 second to 4 hours."))
    return ClockRule(kind, bank, gain)
