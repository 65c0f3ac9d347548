"""The numbers a seat may correct, by thing: its own, those of others that everybody sees, and the table's."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from flask import Blueprint, redirect, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.wording import Wording, say
from companion.service.asking.requests import Reply, refused
from companion.service.play.answers import CorrectNumber
from companion.service.play.notices import Notice
from companion.service.screens.views import TrackedView
from web.form_replies import answer_with, wants_json
from web.form_values import number
from web.http.flash_messages import flash, take_flash
from web.http.identity import device
from web.page_request import PageRequest, page_request, table

pages = Blueprint("numbers", __name__)

FIELD = "n."
"""What the name of a number's field begins with; its key and, after a colon, the value that was shown follow."""
MOST_AT_ONCE = 40


class CountedThing(Struct, frozen=True):
    """A thing with the numbers of it, the own first, then those of others, then the table's. Of ``secret`` ones nobody
    else may see any.
    """

    key: str
    label: Wording
    icon: str
    numbers: tuple[TrackedView, ...]
    secret: bool = False


@pages.get("/seat/numbers")
def page() -> str | Response:
    """List every number the seat may see by thing, secret ones covered."""
    req = page_request("numbers")
    seat = req.seat
    if seat is None:
        return redirect(url_for("join.page"))
    things = _things(req, seat)
    printed = bool(req.view.audit.known_facts())
    return req.draw("numbers.html", things=things, printed=printed, flashed=take_flash(req.device))


def _things(req: PageRequest, seat: int) -> tuple[CountedThing, ...]:
    """The things in the order of the game, but first those of which this seat has a number."""
    open_to_all = {each.key for each in req.view.play.public_numbers()}
    found: dict[tuple[str, bool], list[TrackedView]] = {}
    for each in req.view.play.numbers():
        found.setdefault((req.speaker.say(each.label), each.key not in open_to_all), []).append(each)
    things = [
        CountedThing(f"thing-{place}", numbers[0].label, numbers[0].icon, _own_first(numbers, seat), secret)
        for place, ((_, secret), numbers) in enumerate(found.items())
    ]
    return tuple(sorted(things, key=lambda thing: seat not in thing.numbers[0].seats))


def _own_first(numbers: Sequence[TrackedView], seat: int) -> tuple[TrackedView, ...]:
    return tuple(sorted(numbers, key=lambda each: (seat not in each.seats, not each.seats, min(each.seats, default=0))))


@pages.post("/seat/numbers")
def change() -> Response:
    """Set the numbers of which another value was sent than was shown."""
    reply = _set_all()
    if reply.taken:
        flash(device(), Notice(say("Set. Everybody is told."), "good"))
    response = answer_with(reply, "seat", goto=url_for("seat.page"))
    if not reply.taken and not wants_json():
        response.location = url_for("numbers.page")
    return response


def _set_all() -> Reply:
    reply = refused(Refused("unchanged", say("Change a number first.")))
    nonce = request.form.get("nonce", "")
    try:
        changed = [(key, number(request.form, name)) for name, key in _changed()]
    except Refused as refusal:
        return refused(refusal)
    for place, (key, value) in enumerate(changed):
        reply = table().ask(device(), CorrectNumber(key, value, f"{nonce}-{place}" if nonce else ""))
        if not reply.taken:
            break
    return reply


def _changed() -> list[tuple[str, str]]:
    """The fields whose value is another than the one that was shown, with the keys of their numbers."""
    fields = [(name, *name.removeprefix(FIELD).rpartition(":")[::2]) for name in request.form if name.startswith(FIELD)]
    return list(islice(((name, key) for name, key, was in fields if request.form[name].strip() != was), MOST_AT_ONCE))
