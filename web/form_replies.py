"""Reply to a form: JSON for the script, a redirect with a flash message without script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from urllib.parse import urlsplit

from flask import Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.errors import Refused
from companion.core.wording import Message
from companion.service.asking.requests import Reply, Request, refused
from companion.service.play.notices import Notice
from web.http.flash_messages import flash
from web.http.guard import refused_with
from web.http.identity import device
from web.page_request import app_context, page_request, table

STREAMED = "X-Streamed"
"""Header of a form whose page has its stream open, which brings what the form changes."""


def sent_from(default: str) -> str:
    """Live page that the form was sent from, by the Referer header."""
    if not request.referrer:
        return default
    last = urlsplit(request.referrer).path.removeprefix(request.script_root).strip("/").split("/")[0] or "join"
    return last if last in app_context().fragments else default


def wants_json() -> bool:
    return "application/json" in request.headers.get("Accept", "")


def asked(build: Callable[[], Request]) -> Reply:
    """Ask the table for what ``build`` reads from a form; a value that cannot be read is a refusal too."""
    try:
        return table().ask(device(), build())
    except Refused as refusal:
        return refused(refusal)


def send(build: Callable[[], Request], page: str, goto: str = "") -> AnyResponse:
    """Ask the table as ``asked`` does, and reply as ``answer_with`` does."""
    return answer_with(asked(build), page, goto=goto)


def answer_with(reply: Reply, page: str, notice: Message | None = None, goto: str = "") -> AnyResponse:
    """Reply to a form of ``page``: notice, code and new fragment. ``goto`` is the URL to open when it was taken.

    A page that has a stream gets of what was taken only the version it is to show then (``shows``).
    """
    refused_with(reply.code)
    speaking = page_request(sent_from(page))
    words = reply.notice or notice
    tone: Literal["good", "warning"] = "good" if reply.taken else "warning"
    text = speaking.say(words) if words is not None else ""
    target = goto if goto and reply.taken else ""
    if not wants_json():
        back = url_for(f"{page}.page")
        if words is not None and not target:
            flash(device(), Notice(words, tone))
        return redirect(target or back, 303)
    told = {"notice": text, "tone": tone, "goto": target, "code": reply.code, "taken": reply.taken}
    if not target:
        fragment = speaking.fragment()
        streamed = reply.taken and STREAMED in request.headers
        told |= {"shows": fragment.version} if streamed else {"html": speaking.draw_fragment(fragment)}
    response: Response = jsonify(**told, version=reply.version)
    return response


def answer_seat(reply: Reply) -> AnyResponse:
    """Reply to a form of a seat, which the scribe's page sends too; load the whole page again when a shared phone is
    covered now, or the scribe's given back, so that nothing of the seat before stays on it.
    """
    role, sent = table().view(device()).seats.own_role(), sent_from("seat")
    goto = ""
    if role.seat is None and sent == "seat":
        goto = url_for("seat.page") if role.sharers else url_for("scribe.page") if role.host else ""
    return answer_with(reply, sent, goto=goto)
