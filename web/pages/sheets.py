"""Score sheets on the host's page: read, check, keep, take home, bring along."""

from __future__ import annotations

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import say
from companion.service.shelf import Problem
from web.current import asking, table
from web.fragments import Asking
from web.identity import device
from web.pages.host import pages
from web.replies import answer_with

__all__ = ["pages"]


@pages.get("/host/sheet/<path:key>", endpoint="sheet")
def sheet(key: str) -> str:
    """The host's page with a sheet of the shelf to read or change."""
    return _page(_text(key))


@pages.get("/host/sheet/<path:key>/file", endpoint="sheet_download")
def download(key: str) -> Response:
    """A sheet as a file, to share."""
    name = key.removeprefix("sheet:").replace("/", "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(_text(key), mimetype="application/toml", headers=headers)


@pages.post("/host/sheet-check", endpoint="sheet_check")
def check() -> AnyResponse | str:
    """Everything wrong with the text, line by line."""
    text = request.form.get("text", "")
    return _page(text, checked=True)


@pages.post("/host/sheet-save", endpoint="sheet_save")
def save() -> AnyResponse | str:
    """Put the text on the shelf."""
    return _kept(request.form.get("text", ""))


@pages.post("/host/sheet-upload", endpoint="sheet_upload")
def upload() -> AnyResponse | str:
    """Put a file on the shelf."""
    sent = request.files.get("file")
    text = sent.read().decode("utf-8", errors="replace") if sent is not None else ""
    return _kept(text)


def _kept(text: str) -> AnyResponse | str:
    if not asking("host").host:
        abort(403)
    if table().shelf.check(text):
        return _page(text, checked=True)
    reply = table().keep_sheet(device(), text)
    if not reply.taken:
        return answer_with(reply, "host")
    return answer_with(reply, "host", notice=say("The sheet is on the shelf."), goto=url_for("host.page"))


def _text(key: str) -> str:
    text = table().shelf.sheet(key)
    if text is None:
        abort(404)
    return text


def _page(text: str, *, checked: bool = False) -> str:
    who = asking("host")
    if not who.host:
        abort(403)
    problems = table().shelf.check(text) if checked else ()
    given = dict(who.fragment().given)
    errors = [_in_words(who, problem) for problem in problems]
    return who.draw("host.html", **given, sheet_text=text, sheet_errors=errors, sheet_ok=checked and not problems)


def _in_words(who: Asking, problem: Problem) -> str:
    """A problem in the language of the page."""
    speaker = who.table.speaker(who.language)
    words = say(
        "Line {line}, {key}: expected {expected}.", line=problem.line, key=problem.key, expected=problem.expected
    )
    return speaker.say(words) + (f" {speaker.say(problem.hint)}" if problem.hint else "")
