"""Score pads: writing a cell, saying that everything is written, and what is typed, counted as if it were written."""

from __future__ import annotations

import json

from flask import Blueprint, jsonify, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.score_pad import Typed
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.asking.requests import Reply, refused
from companion.service.play.answers import AnswerQuestions
from web.form_replies import answer_seat, sent_from
from web.form_values import number
from web.http.identity import device
from web.page_request import page_request, table

pages = Blueprint("pads", __name__)

MOST_CHARACTERS = 400
"""Longest list of answers that a page sends back."""


@pages.post("/seat/pad")
def write() -> Response:
    """Write a cell, open the question that writes it, or make a move beside the cells; or say that all is written."""
    return answer_seat(_written())


def _written() -> Reply:
    form = request.form
    nonce = form.get("nonce", "")
    try:
        if form.get("do") == "done":
            reply = Reply()
            for seat, digest in zip(form.getlist("done-seat"), form.getlist("done-digest"), strict=False):
                own = f"{nonce}-{seat}" if nonce else ""
                reply = table().ask(device(), AnswerQuestions(int(seat), digest, ("done",), own))
                if not reply.taken:
                    return reply
            return reply
        answers = tuple(_answers(form.get("before", "[]")))
        if form.get("do") not in ("open", "act"):
            answers = (*answers, _number(form.get("number", "")))
        return table().ask(device(), AnswerQuestions(number(form, "seat"), form.get("digest", ""), answers, nonce))
    except Refused as refusal:
        return refused(refusal)
    except ValueError:
        return refused(Refused("malformed", say("Choose first.")))


def _number(text: str) -> Answer:
    """What was typed, or yes or no."""
    if text in ("yes", "no"):
        return text == "yes"
    return number(MultiDict({"number": text}), "number")


def _whole(answer: Answer) -> int:
    """An answer as the number that it is stored as."""
    if isinstance(answer, list):
        raise Refused("malformed", say("Choose first."))
    return int(answer)


def _answers(text: str) -> list[Answer]:
    """The answers before the number, as the page gave them."""
    found = json.loads(text) if len(text) <= MOST_CHARACTERS else None
    if not isinstance(found, list) or not all(isinstance(each, str | int) for each in found):
        raise Refused("malformed", say("Choose first."))
    return found


@pages.post("/seat/pad/typed")
def typed() -> Response:
    """The points of the cells and the sums, as they would be."""
    form = request.form
    try:
        seat = TABLE if form.get("whole") == "yes" else number(form, "seat")
        numbers = (*_answers(form.get("numbers", "[]")), _number(form.get("number", "")))
        read = Typed(form.get("row", ""), number(form, "column"), tuple(_whole(each) for each in numbers))
        pad = table().view(device()).play.typed(seat, read)
    except (Refused, ValueError):
        pad = None
    if pad is None:
        return jsonify(sums={}, cells={}, notes={})
    say_it = page_request(sent_from("seat")).speaker.say
    cells = {f"{row}-{column}": cell for row, each in enumerate(pad.rows) for column, cell in enumerate(each.cells)}
    sums = {str(column): head.total for column, head in enumerate(pad.columns)} | {"all": pad.total}
    return jsonify(
        sums={key: total for key, total in sums.items() if total is not None},
        cells={at: str(cell.points) for at, cell in cells.items() if isinstance(cell.points, int)},
        notes={at: say_it(cell.note) for at, cell in cells.items() if cell.note is not None},
    )
