"""Counting the table together, and starting from what lies on it."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.service.desk import refused
from companion.service.screens.views import Notice, Reply
from web.app_context import asking, table
from web.audit_forms import Written, read_numbers, texts_of
from web.flash_messages import keep_word
from web.forms import number
from web.identity import device
from web.replies import answer_with, sent_from, wants_json

pages = Blueprint("audit", __name__)


@pages.get("/audit")
def page() -> str:
    return asking("audit").draw_page("audit.html")


@pages.post("/audit/start")
def start() -> Response:
    """Ask everybody to count."""
    return answer_with(table().audit.start(device(), request.form.get("nonce", "")), sent_from("audit"))


@pages.post("/audit/stop")
def stop() -> Response:
    """End it for everybody."""
    return answer_with(table().audit.stop(device()), sent_from("audit"))


@pages.post("/audit/go-on")
def go_on() -> Response:
    """Go on without those who have not counted."""
    return answer_with(table().audit.without_missing(device()), sent_from("audit"))


@pages.post("/audit/leave")
def leave() -> Response:
    """A seat does not count this time."""
    return answer_with(_with_seat(request.form, lambda seat: table().audit.leave(device(), seat)), sent_from("audit"))


@pages.post("/audit/count")
def count() -> Response | str:
    """Confirm a part: all right as it is (``do`` is ``right``), or with the numbers of the form."""
    form = request.form
    right = form.get("do") == "right"
    numbers, problems = ({}, {}) if right else read_numbers(form)

    def act(seat: int) -> Reply:
        if problems:
            raise Refused("no-number", next(iter(problems.values())))
        return table().audit.count(device(), seat, numbers, form.get("stood", ""), form.get("nonce", ""))

    reply = _with_seat(form, act)
    if reply.taken or right or wants_json():
        return answer_with(reply, sent_from("audit"))
    problems = problems or table().audit.check(device(), numbers).problems
    who = asking("audit")
    notices = (Notice(reply.notice or say("Look again."), "warning"),)
    written = Written(texts_of(form), problems)
    return who.draw("audit.html", **{**who.fragment().given, "written": written, "notices": notices})


@pages.get("/start")
def start_from() -> str | Response:
    """All numbers of a game that has begun on the table, on one page."""
    who = asking("start")
    if who.seat is None and not who.host:
        return redirect(url_for("join.page"))
    return who.draw("start.html", parts=table().audit.sheet(device()), written=Written(), notices=())


@pages.post("/start")
def put_in() -> Response | str:
    """Take them over; whatever is wrong is said beside the number, and nothing that was typed is lost."""
    who, form = asking("start"), request.form
    numbers, problems = read_numbers(form)
    found = table().audit.check(device(), numbers)
    problems = {**found.problems, **problems}
    uneven = found.uneven if form.get("do") != "anyway" and not problems else ()
    if problems or uneven:
        wrong = say("Nothing was taken over yet: look at what is marked.")
        notice = wrong if problems else say("That does not add up. Count again, or take it over as it is.")
        return _sheet_again(Written(texts_of(form), problems, uneven), notice)
    reply = table().audit.put_in(device(), numbers, form.get("nonce", ""))
    if not reply.taken:
        return _sheet_again(Written(texts_of(form)), reply.notice or say("Look again."))
    if reply.notice is not None:
        keep_word(device(), Notice(reply.notice, "good"))
    return redirect(url_for("audit.page" if who.seat is not None or who.host else "join.page"), 303)


def _sheet_again(written: Written, notice: Message) -> str:
    notices = (Notice(notice, "warning"),)
    return asking("start").draw("start.html", parts=table().audit.sheet(device()), written=written, notices=notices)


def _with_seat(form: MultiDict[str, str], act: Callable[[int], Reply]) -> Reply:
    try:
        return act(number(form, "seat"))
    except Refused as refusal:
        return refused(refusal)
