"""What a form gets back: for the script a small JSON, for a page without script a redirect with a word on top."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from flask import Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import Wording
from companion.service.views import Reply
from web.current import asking

PAGES = ("seat", "scribe", "host", "join", "table", "log", "score", "sim")
NOTICE = "notice"
"""The query argument that carries a word to the next page where there is no script."""


def sent_from(default: str) -> str:
    """The page a form was sent from: its own fragment goes back with the reply."""
    last = urlsplit(request.referrer or "").path.strip("/").split("/")[0] or "join"
    return last if last in PAGES else default


def wants_json() -> bool:
    return "application/json" in request.headers.get("Accept", "")


def answer_with(reply: Reply, page: str, notice: Wording | None = None, goto: str = "") -> AnyResponse:
    """The reply to a form of ``page``. ``goto`` is where to go when it was taken."""
    speaking = asking(sent_from(page))
    words = reply.notice or notice
    text = speaking.table.speaker(speaking.language).say(words) if words is not None else ""
    target = goto if goto and reply.taken else ""
    if not wants_json():
        back = url_for(f"{page}.page")
        return redirect(target or (f"{back}?{urlencode({NOTICE: text})}" if text else back), 303)
    html = "" if target else speaking.draw_fragment(speaking.fragment())
    tone = "good" if reply.taken else "warning"
    response: Response = jsonify(
        html=html, notice=text, tone=tone, goto=target, code=reply.code, taken=reply.taken, version=reply.version
    )
    return response
