"""What the questions of a page mean: asked for when somebody unfolds the sign beside one."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Refused
from companion.service.play.play_views import Dialogue
from companion.service.screens.views import ScribeView, SeatView
from web.form_replies import sent_from
from web.form_values import number
from web.page_request import page_request
from web.pages.seats.forms import given_answers

pages = Blueprint("meaning", __name__)


@pages.get("/seat/meaning")
def page() -> str | Response:
    """Explain all that the page asks, to a browser without script."""
    req = page_request(sent_from("seat"))
    view = req.fragment().given.get("view")
    asked = [each for each in view.dialogues if each.meanings] if isinstance(view, SeatView | ScribeView) else []
    return req.draw("meaning.html", dialogues=asked, back=req.page) if asked else redirect(url_for(f"{req.page}.page"))


@pages.post("/seat/meaning")
def words() -> str:
    """Explain the question of a form as it was sent, with the fields that it has now; empty where it is no longer
    asked.
    """
    req = page_request(sent_from("seat"))
    found: Dialogue | None = None
    try:
        seat = number(request.form, "seat")
        found = req.view.play.question(seat, request.form.get("digest", ""))
        found = found or req.view.play.fill_form(seat, given_answers(request.form))
    except Refused:
        return ""
    return req.draw("meaning_fragment.html", dialogue=found) if found is not None else ""
