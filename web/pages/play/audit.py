"""Table audit: count the table together, and take over the numbers of a game begun without the companion."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.wording import Message, say
from companion.service.agreement.votes import VOTE, WITHDRAW
from companion.service.audit.audit_questions import AGREE
from companion.service.audit.audit_views import CountedPart
from companion.service.audit.running_audit import (
    AuditWithoutMissing,
    CountPart,
    PutInNumbers,
    SkipCount,
    StartAudit,
    StopAudit,
)
from companion.service.play.notices import Notice
from companion.service.play.play_views import Dialogue
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import TableView
from web.form_replies import answer_with, asked, send, sent_from, wants_json
from web.form_values import number
from web.http.flash_messages import flash
from web.http.identity import device
from web.page_request import Fragment, PageRequest, page_request, table
from web.pages.play.audit_form import SubmittedNumbers, read_numbers, texts_of

pages = Blueprint("audit", __name__)


@pages.get("/audit")
def page() -> str:
    return page_request("audit").draw_page("audit.html")


@pages.post("/audit/start")
def start() -> Response:
    """Start an audit."""
    return send(lambda: StartAudit(request.form.get("nonce", "")), sent_from("audit"))


@pages.post("/audit/stop")
def stop() -> Response:
    """Stop the audit."""
    return send(StopAudit, sent_from("audit"))


@pages.post("/audit/go-on")
def go_on() -> Response:
    """Finish without the seats that have not counted."""
    return send(AuditWithoutMissing, sent_from("audit"))


@pages.post("/audit/leave")
def leave() -> Response:
    """Leave a seat out of the audit."""
    return send(lambda: SkipCount(number(request.form, "seat")), sent_from("audit"))


@pages.post("/audit/count")
def count() -> Response | str:
    """Confirm a part as it is (``do`` is ``right``), or with the numbers of the form."""
    form = request.form
    right = form.get("do") == "right"
    numbers, problems = ({}, {}) if right else read_numbers(form)

    def counted() -> CountPart:
        seat = number(form, "seat")
        if problems:
            raise Refused("no-number", next(iter(problems.values())))
        return CountPart(seat, numbers, form.get("stood", ""), form.get("nonce", ""))

    reply = asked(counted)
    if reply.taken or right or wants_json():
        return answer_with(reply, sent_from("audit"))
    problems = problems or table().view(device()).audit.check_numbers(numbers).problems
    req = page_request("audit")
    notices = (Notice(reply.notice or say("Look again."), "warning"),)
    written = SubmittedNumbers(texts_of(form), problems)
    return req.draw("audit.html", **{**req.fragment().given, "written": written, "notices": notices})


@pages.get("/start")
def start_from() -> str | Response:
    """Show all numbers of the play in one form."""
    req = page_request("start")
    if req.seat is None and not req.host:
        return redirect(url_for("join.page"))
    return req.draw("start.html", parts=req.view.audit.whole_sheet(), written=SubmittedNumbers(), notices=())


@pages.post("/start")
def put_in() -> Response | str:
    """Take the numbers over; show problems beside each number, with everything typed kept."""
    req, form = page_request("start"), request.form
    numbers, problems = read_numbers(form)
    found = table().view(device()).audit.check_numbers(numbers)
    problems = {**found.problems, **problems}
    uneven = found.uneven if form.get("do") != "anyway" and not problems else ()
    if problems or uneven:
        wrong = say("Nothing was taken over yet: look at what is marked.")
        notice = wrong if problems else say("That does not add up. Count again, or take it over as it is.")
        return _sheet_again(SubmittedNumbers(texts_of(form), problems, uneven), notice)
    reply = table().ask(device(), PutInNumbers(numbers, form.get("nonce", "")))
    if not reply.taken:
        return _sheet_again(SubmittedNumbers(texts_of(form)), reply.notice or say("Look again."))
    if reply.notice is not None:
        flash(device(), Notice(reply.notice, "good"))
    return redirect(url_for("audit.page" if req.seat is not None or req.host else "join.page"), 303)


def _sheet_again(written: SubmittedNumbers, notice: Message) -> str:
    notices = (Notice(notice, "warning"),)
    parts = table().view(device()).audit.whole_sheet()
    return page_request("start").draw("start.html", parts=parts, written=written, notices=notices)


def fragment(req: PageRequest) -> Fragment:
    """The parts this device may count, and how the audit stands."""
    view, seat = req.view.screens.table(), req.seat
    parts: tuple[CountedPart, ...] = ()
    dialogues: tuple[Dialogue, ...] = ()
    rows = view.audit.rows if view.audit is not None else ()
    if seat is not None:
        own = req.view.screens.seat()
        parts, dialogues, rows = own.counting, own.dialogues, own.differing
    if req.host:
        scribe = req.view.screens.scribe()
        mine = {part.seat for part in parts}
        parts = (*parts, *(part for part in scribe.counting if part.seat not in mine))
        dialogues = (*dialogues, *scribe.dialogues)
    dialogue = next((ask for ask in dialogues if ask.question.key == AGREE), None)
    votes = tuple(ask for ask in dialogues if ask.service.startswith((VOTE, WITHDRAW)))
    concerns = (view.votes, votes, view.problem)
    version = version_of(
        (view.audit, view.phase, parts, rows, dialogue, view.title, _names(view), seat, req.host, concerns)
    )
    given = {
        "view": view,
        "version": version,
        "notices": _notices(req, seat),
        "parts": parts,
        "dialogue": dialogue,
        "votes": votes,
        "rows": rows,
        "written": SubmittedNumbers(),
        "playing": view.phase != "gathering",
        "may_start": seat is not None or req.host,
        "asks": view.audit is not None and (req.host or view.audit.open or seat == view.audit.asker),
        "unfolded": 1 if seat is None else 2,
    }
    return Fragment("audit_fragment.html", version, given)


def _notices(req: PageRequest, seat: int | None) -> tuple[Any, ...]:
    if seat is not None:
        return req.view.screens.seat().notices
    return req.view.screens.scribe().notices if req.host else ()


def _names(view: TableView) -> tuple[str, ...]:
    return tuple(seat.name for seat in view.seats)
