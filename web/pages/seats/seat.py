"""A seat's page: questions, answers, undo. The scribe's forms are sent here too."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion, Dice, Pick
from companion.core.wording import say
from companion.service.agreement.agreement_requests import GoOnWithout, Redo, Undo
from companion.service.agreement.secret_time import TakeMoreTime
from companion.service.asking.requests import Reply, refused
from companion.service.play.answers import AnswerQuestion, AnswerQuestions, AnswerStep, PreviewReply, StepBack
from companion.service.play.play_views import Dialogue, Preview
from companion.service.screens.view_builders import version_of
from web.form_replies import answer_seat, sent_from, wants_json
from web.form_values import number, read_answer, read_throw, unread_answer
from web.http.identity import device
from web.http.table_addresses import qr_svg
from web.page_request import Fragment, PageRequest, page_request, table
from web.pages.seats import join

pages = Blueprint("seat", __name__)


@pages.get("/seat")
def page() -> str | Response:
    req = page_request("seat")
    role = req.role
    if not (role.seats or role.sharers):
        # A scribe's device that somebody has just given back opens what it was handed over from.
        return redirect(url_for("scribe.page" if role.host else "join.page"))
    if role.seat is None:
        return req.draw_page("pass.html")
    return req.draw_page("seat.html", missed=req.view.play.digest())


@pages.post("/seat/answer")
def answer() -> Response:
    """Answer a question, or take the last answer of the dialogue back."""
    return answer_seat(_answer())


def _answer() -> Reply:
    try:
        if request.form.get("do") == "back":
            return table().ask(device(), StepBack(number(request.form, "seat")))
        return _given(AnswerQuestion)[0]
    except Refused as refusal:
        return refused(refusal)


@pages.route("/seat/step", methods=["GET", "POST"])
def step() -> str | Response:
    """Take a step of a dialogue, or show what its last answer would do, with the button that sends it."""
    page = request.blueprint or "seat"
    if request.method == "GET":
        # A page without script stands at this address while it shows an answer, and may be loaded again.
        return redirect(url_for(f"{page}.page"))
    try:
        reply, dialogue, given = _given(AnswerStep)
    except Refused as refusal:
        return answer_seat(refused(refusal))
    if not isinstance(reply, PreviewReply) or dialogue is None:
        return answer_seat(reply)
    req = page_request(page)
    if wants_json():
        html = req.draw("preview_fragment.html", dialogue=dialogue, preview=reply.preview, answer=given)
        return jsonify(preview=html, digest=dialogue.digest)
    shown = {"previews": {dialogue.digest: reply.preview}, "given": {dialogue.digest: given}}
    return req.draw_page(f"{page}.html", **shown)


def _given(kind: type[AnswerQuestion] | type[AnswerStep]) -> tuple[Reply, Dialogue | None, Answer]:
    """Send the answer in the form; the reply, the question it is for, if that is still asked, and the answer."""
    seat = number(request.form, "seat")
    digest, nonce = request.form.get("digest", ""), request.form.get("nonce", "")
    dialogue = table().view(device()).play.question(seat, digest)
    if dialogue and dialogue.throws and "thrown" in request.form and kind is AnswerQuestion:
        usual = dialogue.question.preset
        if usual is not None:
            thrown = read_throw(request.form, dialogue.throws, "thrown", "thrown")
            return table().ask(device(), AnswerQuestion(seat, digest, usual, nonce, thrown=thrown)), dialogue, usual
    # The table refuses a question that is no longer asked, unless this form (by its nonce) was taken before.
    given = read_answer(request.form, dialogue.question) if dialogue else unread_answer(request.form)
    reply = table().ask(device(), kind(seat, digest, given, nonce, request.form.get("service", "")))
    return reply, dialogue, given


@pages.post("/seat/preview")
def preview() -> str:
    """Render what the answer in the form would do."""
    req = page_request(sent_from("seat"))
    digest = request.form.get("digest", "")
    dialogue: Dialogue | None = None
    given: Answer | None = None
    found: Preview | None
    try:
        seat = number(request.form, "seat")
        dialogue = table().view(device()).play.question(seat, digest)
        if dialogue is None:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        given = read_answer(request.form, dialogue.question)
        found = req.view.play.preview(seat, digest, (given,))
    except Refused as refusal:
        # Dice that nobody has read yet are no mistake.
        unread = dialogue is not None and isinstance(dialogue.question, Dice) and refusal.code == "no-answer"
        found = None if unread else Preview(say("Choose first"), refused=refusal.message)
    if dialogue is None:
        return ""
    return req.draw("preview_fragment.html", dialogue=dialogue, preview=found, answer=given)


@pages.post("/seat/shortcut")
def shortcut() -> Response:
    """Give the answers of a shortcut that a question offers."""
    try:
        seat, place = number(request.form, "seat"), number(request.form, "take")
        digest, nonce = request.form.get("digest", ""), request.form.get("nonce", "")
        dialogue = table().view(device()).play.question(seat, digest)
        question = dialogue.question if dialogue is not None else None
        offered = question.shortcuts if isinstance(question, Pick) else ()
        if not (0 <= place < len(offered) and offered[place].answers):
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        return answer_seat(table().ask(device(), AnswerQuestions(seat, digest, offered[place].answers, nonce)))
    except Refused as refusal:
        return answer_seat(refused(refusal))


@pages.post("/seat/undo")
def undo() -> Response:
    return answer_seat(_with_seat(Undo))


@pages.post("/seat/redo")
def redo() -> Response:
    return answer_seat(_with_seat(Redo))


@pages.post("/seat/more-time")
def more_time() -> Response:
    """No time limit for this secret answer, or for none of this evening."""
    try:
        asked = TakeMoreTime(number(request.form, "seat"), always=request.form.get("always") == "yes")
        return answer_seat(table().ask(device(), asked))
    except Refused as refusal:
        return answer_seat(refused(refusal))


@pages.post("/seat/skip")
def skip() -> Response:
    """Skip a sleeping seat."""
    try:
        seat = number(request.form, "seat")
    except Refused as refusal:
        return answer_seat(refused(refusal))
    form = request.form
    return answer_seat(table().ask(device(), GoOnWithout(seat, form.get("nonce", ""), form.get("stood", ""))))


def _with_seat(kind: type[Undo] | type[Redo]) -> Reply:
    try:
        return table().ask(device(), kind(number(request.form, "seat"), request.form.get("nonce", "")))
    except Refused as refusal:
        return refused(refusal)


def fragment(req: PageRequest) -> Fragment:
    try:
        view = req.view.screens.seat()
    except Refused:
        return _pass(req) if req.role.sharers else join.fragment(req)
    given = {"view": view, "previews": presets(req, view.dialogues), "given": {}, "code_qr": None}
    if view.code is not None:
        given["code_qr"] = qr_svg(req.in_capitals(f"T/{view.code.code}"), mask=0)
    return Fragment("seat_fragment.html", view.version, given)


def presets(req: PageRequest, dialogues: Sequence[Dialogue]) -> dict[str, Preview | None]:
    """What the usual answer of each question would do, where there is one, by the digest of the question. A form has
    its own preview.
    """
    usual = [(ask, done_or_usual(ask.question)) for ask in dialogues if ask.form is None and ask.throws is None]
    return {
        ask.digest: req.view.play.preview(ask.seat, ask.digest, (answer,))
        for ask, answer in usual
        if answer is not None
    }


def done_or_usual(question: AnyQuestion) -> Answer | None:
    """What the button of a question sends before anything was tapped."""
    usual = question.preset
    return question.done or None if usual is None and isinstance(question, Pick) else usual


def _pass(req: PageRequest) -> Fragment:
    """Build the cover of a shared phone: the public view, and a button for each seat that shares it."""
    table = req.view.screens.table()
    sharers = req.role.sharers
    sharing = tuple(seat for seat in table.seats if seat.seat in sharers)
    wanted = tuple(seat for seat in sharing if seat.awaited) or sharing
    concerns = (table.problem, table.votes, table.audit, table.quiet)
    version = version_of(("pass", sharing, table.title, table.sentence, table.log[-2:], concerns))
    view = {
        "version": version,
        "table": table,
        "title": table.title,
        "sentence": table.sentence,
        "log": table.log[-2:],
        "quiet": table.quiet,
        "wanted": wanted,
        "others": tuple(seat for seat in sharing if seat not in wanted),
    }
    return Fragment("pass_fragment.html", version, {"view": view, "notices": ()})
