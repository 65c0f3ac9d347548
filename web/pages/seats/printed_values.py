"""Values printed on the owners' copy, before anybody moves: how many, and entering them in a grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.boxes import BoxField, Fact
from companion.core.errors import Refused
from companion.core.wording import Message, say_n
from companion.service.agreement.guided_setup import PRINTED, TickSetup
from companion.service.agreement.printed_values import EnterPrinted, PrintedReply, PrintedTable, minutes
from companion.service.asking.requests import Reply, refused
from companion.service.play.notices import Notice
from companion.service.session.session import UseDemoNumbers
from web.form_replies import answer_seat, asked
from web.http.flash_messages import flash, take_flash
from web.http.guard import refused_with
from web.http.identity import device
from web.page_request import PageRequest, page_request, table
from web.pages.editors.cell_text import CellTexts, cell_type

pages = Blueprint("printed", __name__)


@pages.get("/seat/printed")
def page() -> str | Response:
    """How many printed values the play needs, why, how long it takes, and the ways there are."""
    req = page_request("seat")
    setup = req.view.screens.table().setting_up
    if setup is None or setup.begun or (req.seat is None and not req.host):
        return redirect(url_for("seat.page"))
    hosts, word = req.host or req.role.hosting, take_flash(device())
    return req.draw("printed.html", setup=setup, minutes=minutes, seat_hosts=hosts, flashed=word)


@pages.get("/seat/printed/<kind>")
def grid(kind: str) -> str | Response:
    """The values of one kind of component, a row each."""
    req = page_request("seat")
    return _grid(req, _table(req, kind), {})


@pages.post("/seat/printed/<kind>")
def keep(kind: str) -> str | Response:
    """Put in what was typed; what could not be read comes back."""
    req = page_request("seat")
    found = _table(req, kind)
    sent: dict[str, dict[str, Fact]] = {}
    for key, field, value in _typed(req, found):
        sent.setdefault(key, {})[field] = value
    try:
        reply: Reply = table().ask(device(), EnterPrinted(kind, sent, request.form.get("nonce", "")))
    except Refused as refusal:
        reply = refused(refusal)
    refused_with(reply.code)
    wrong = {each.key: each.why for each in reply.wrong} if isinstance(reply, PrintedReply) else {}
    if not reply.taken and reply.notice is not None:
        flash(device(), Notice(reply.notice, "warning"))
    elif isinstance(reply, PrintedReply):
        words = say_n("{n} value is kept.", "{n} values are kept.", reply.entered)
        flash(device(), Notice(words, "warning" if wrong else "good"))
    if wrong:
        return _grid(req, _table(req, kind), wrong)
    return redirect(url_for("printed.page"), 303)


@pages.post("/seat/printed-later")
def later() -> Response:
    """What is printed is asked for when it is needed."""
    return answer_seat(asked(lambda: TickSetup(PRINTED)))


@pages.post("/seat/printed-demo")
def demo() -> Response:
    """Begin again with invented values."""
    return answer_seat(asked(lambda: UseDemoNumbers(request.form.get("nonce", ""))))


def _table(req: PageRequest, kind: str) -> PrintedTable:
    found = req.view.play.printed_table(kind)
    if found is None or (req.seat is None and not req.host):
        abort(404)
    return found


def _grid(req: PageRequest, found: PrintedTable, wrong: Mapping[str, Message]) -> str:
    texts = CellTexts(req.speaker.say, req.speaker.short)
    return req.draw(
        "printed_grid.html",
        grid=found,
        text=texts.text,
        cell_type=cell_type,
        choice=texts.choice,
        typed=request.form,
        wrong=wrong,
        flashed=take_flash(device()),
    )


def _typed(req: PageRequest, found: PrintedTable) -> Iterator[tuple[str, str, Fact]]:
    """Component, field and value of each cell that says something."""
    texts = CellTexts(req.speaker.say, req.speaker.short)
    for row in found.rows:
        cells = {field.key: texts.fact(field, request.form.get(f"{row.key}.{field.key}", "")) for field in found.fields}
        begun = any(value is not None for key, value in cells.items() if key not in row.facts)
        for field in found.fields:
            value = cells[field.key]
            if value is None and begun and found.none:
                value = _none(field)
            if value is not None:
                yield row.key, field.key, value


def _none(field: BoxField) -> Fact | None:
    """What an empty cell of a row means that was begun, where nothing is printed."""
    if field.choices or not field.numeric:
        return None
    return [] if field.many else 0 if field.low == 0 else None
