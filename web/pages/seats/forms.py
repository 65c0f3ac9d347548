"""Forms: several questions of a move on one page, filled again after every change and sent as a whole."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from msgspec import structs
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.core.errors import Refused
from companion.core.questions import Answer, Fit, Place
from companion.core.wording import say
from companion.service.asking.requests import Reply, refused
from companion.service.play.answers import AnswerQuestions, SubmitForm
from companion.service.play.play_views import Dialogue
from companion.service.screens.views import ScribeView, SeatView
from web.form_replies import answer_seat, sent_from, wants_json
from web.form_values import number
from web.http.guard import refused_with
from web.http.identity import device
from web.page_request import Fragment, PageRequest, page_request, table
from web.templating.helpers import as_text

pages = Blueprint("forms", __name__)

FIELD = re.compile(r"(one|many|yes|dice|text|set)\.([^.]+)(?:\.([0-9]{1,2}))?")
"""Name of a field: how it is read, its key, and the number of a die."""


@pages.post("/seat/form/fill")
def fill() -> str:
    """Render the form as it looks with what was entered, but for the fields that the page ``has`` already; empty where
    it is no longer asked, and on the page of a seat that is not the asker's.
    """
    req = page_request(sent_from("seat"))
    dialogue = _filled(req)
    if dialogue is None:
        return ""
    try:
        shown = _with_pictures(req, dialogue) if _points(dialogue) else {}
    except Refused:
        return ""
    return _without_had(
        req.draw("form_fragment.html", dialogue=dialogue, **shown), frozenset(request.form.get("has", "").split())
    )


DRAWN_FIELD = re.compile(r'<fieldset(?= class="form-field [^>]* id="([\w-]+)").*?</fieldset>', re.DOTALL)
HAD = '<template data-kept="{}" data-drawn="{}"></template>'
"""Stands for a field that the page has."""


def _without_had(html: str, has: Container[str]) -> str:
    """A drawn form whose fields bear a digest of themselves; those whose digest the page ``has`` are only named."""

    def named(field: re.Match[str]) -> str:
        drawn = blake2b(field[0].encode(), digest_size=8).hexdigest()
        if drawn in has:
            return HAD.format(field[1], drawn)
        return f'<fieldset data-drawn="{drawn}"{field[0].removeprefix("<fieldset")}'

    return DRAWN_FIELD.sub(named, html)


def _points(dialogue: Dialogue) -> bool:
    """Whether a field points at a picture, which may be another one than before."""
    fields = dialogue.form.fields if dialogue.form is not None else ()
    return any(isinstance(field.question, Place | Fit) for field in fields)


def _with_pictures(req: PageRequest, dialogue: Dialogue) -> dict[str, Any]:
    """What the pictures of the page are drawn from."""
    if req.page == "scribe":
        return {"widgets": req.view.screens.scribe().table.widgets}
    view = req.view.screens.seat()
    return {"widgets": view.widgets, "dialogues": _in_place(view.dialogues, dialogue)}


@pages.route("/seat/form/filled", methods=["GET", "POST"])
def filled() -> AnyResponse:
    """The page with the form as it looks with what was entered: what ``fill`` is to a browser without script."""
    req = page_request(sent_from("seat"))
    dialogue = _filled(req) if request.method == "POST" else None
    fragment = req.fragment()
    if dialogue is None or not _asks(fragment):
        return redirect(url_for(f"{req.page}.page"))
    fragment = _with(fragment, dialogue)
    return Response(req.draw(f"{req.page}.html", **fragment.given))


def _filled(req: PageRequest) -> Dialogue | None:
    """The form with what was entered, and with what it offers to fill in where that was chosen (``take``); None where
    it is no longer asked.
    """
    try:
        seat, given = number(request.form, "seat"), given_answers(request.form)
        dialogue = req.view.play.fill_form(seat, given)
        offered = dialogue.form.offers if dialogue is not None and dialogue.form is not None else ()
        for offer in offered:
            if offer.key == request.form.get("take"):
                return req.view.play.fill_form(seat, offer.given)
    except Refused:
        return None
    return dialogue


@pages.post("/seat/form")
def submit() -> AnyResponse:
    """Send a form. What was entered is shown again where it is not taken."""
    given = given_answers(request.form)
    try:
        seat = number(request.form, "seat")
        digest, nonce = request.form.get("digest", ""), request.form.get("nonce", "")
        thrown = number(request.form, "thrown") if "thrown" in request.form else None
        reply = table().ask(device(), SubmitForm(seat, digest, given, nonce, thrown=thrown))
    except Refused as refusal:
        return answer_seat(refused(refusal))
    if reply.taken:
        return answer_seat(reply)
    return _again(reply, seat, given)


@pages.post("/seat/card")
def card() -> AnyResponse:
    """Go to where a card of one's own is played: its form is filled in so far, or the questions before it answered; or
    say why it cannot be played now.
    """
    widget, _, key = request.form.get("card", "").partition("/")
    try:
        seat = number(request.form, "seat")
        steps = table().view(device()).play.card_steps(seat, widget, key)
        if steps.answers:
            nonce = request.form.get("nonce", "")
            return answer_seat(table().ask(device(), AnswerQuestions(seat, steps.digest, steps.answers, nonce)))
    except Refused as refusal:
        return answer_seat(refused(refusal))
    if steps.given is None:
        return answer_seat(Reply())
    req = page_request(sent_from("seat"))
    filled = req.view.play.fill_form(seat, steps.given)
    fragment = req.fragment() if filled is None else _with(req.fragment(), filled)
    if not wants_json():
        return Response(req.draw(f"{req.page}.html", **fragment.given))
    return jsonify(html=req.draw_fragment(fragment), notice="", tone="good", goto="", code="", taken=True)


def _again(reply: Reply, seat: int, given: Mapping[str, Answer]) -> AnyResponse:
    """The page with the form as it was entered, and why it was not taken."""
    refused_with(reply.code)
    req = page_request(sent_from("seat"))
    fragment = req.fragment()
    if not _asks(fragment):
        return answer_seat(reply)
    filled = req.view.play.fill_form(seat, dict(given))
    if filled is not None:
        fragment = _with(fragment, filled)
    words = reply.notice or say("The table has changed meanwhile. Look again.")
    if not wants_json():
        return Response(req.draw_again(f"{req.page}.html", fragment, words))
    notice = req.say(words)
    return jsonify(
        html=req.draw_fragment(fragment),
        notice=notice,
        tone="warning",
        goto="",
        code=reply.code,
        field=reply.field,
        taken=False,
    )


def _asks(fragment: Fragment) -> bool:
    """Whether the page has questions. A browser that says of no request where it was made sends from any page."""
    return isinstance(fragment.given.get("view"), SeatView | ScribeView)


def _with(fragment: Fragment, filled: Dialogue) -> Fragment:
    """The fragment with ``filled`` in place of the same dialogue."""
    view = fragment.given["view"]
    dialogues = _in_place(view.dialogues, filled)
    given = {**fragment.given, "view": structs.replace(view, dialogues=dialogues)}
    return Fragment(fragment.template, fragment.version, given)


def _in_place(dialogues: Sequence[Dialogue], filled: Dialogue) -> tuple[Dialogue, ...]:
    """The dialogues of a page with ``filled`` in place of the same one."""
    same = (filled.seat, filled.service)
    return tuple(filled if (each.seat, each.service) == same else each for each in dialogues)


def given_answers(form: MultiDict[str, str]) -> dict[str, Answer]:
    """The answers that differ from what the form showed as usual (``was.`` and the key), by the keys of fields."""
    found: dict[str, Answer] = {}
    for name in form:
        read = FIELD.fullmatch(name)
        if read is None or read[2] in found:
            continue
        kind, key = read[1], read[2]
        answer = _read(form, kind, key)
        if answer is not None and as_text(answer) != form.get(f"was.{key}"):
            found[key] = answer
    for name, was in form.items():
        # Of a choice of several nothing is sent where nothing is chosen.
        if name.startswith("was-many.") and was != "-" and f"many.{name[9:]}" not in form:
            found[name[9:]] = []
        elif name.startswith("none."):
            found.setdefault(name[5:], [])
    return found


def _in_order(form: MultiDict[str, str], key: str) -> Answer:
    """Several picked options in the order picked. A page without script sends them in its own order: those that it had
    shown as picked keep theirs, and come first.
    """
    picked = form.getlist(f"many.{key}")
    if "ordered" in form:
        return list(picked)
    shown = form.get(f"was-many.{key}", "").split()
    return [*(value for value in shown if value in picked), *(value for value in picked if value not in shown)]


def _set(form: MultiDict[str, str], key: str) -> Answer:
    """A set by its parts; ``instead`` is another answer, which counts until parts are chosen after it."""
    instead = form.get(f"instead.{key}", "")
    parts = "+".join(part for part in form.getlist(f"set.{key}") if part)
    return instead if instead and (not parts or instead != form.get(f"was-set.{key}")) else parts


def _read(form: MultiDict[str, str], kind: str, key: str) -> Answer | None:
    """The answer of a field; None where nothing was entered."""
    if kind == "many":
        return _in_order(form, key)
    if kind == "set":
        return _set(form, key)
    if kind == "dice":
        found = (FIELD.fullmatch(name) for name in form)
        dice = {int(die[3]): form[die[0]] for die in found if die and die[2] == key and die[3]}
        # A die that has none yet keeps its place.
        return [dice.get(number, "0") for number in range(max(dice) + 1)] if dice else None
    text = form.get(f"{kind}.{key}", "").strip()
    if kind == "yes":
        return {"yes": True, "no": False}.get(text)
    return text or None
