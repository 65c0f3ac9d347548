"""What all finished plays add up to for a person or a game; bringing plays here from elsewhere, and taking all home."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import Message, Wording, say, say_n
from companion.plays.reports.play_files import LARGEST, PlayFile, UnreadableFile, read_plays, too_large
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.past_plays import KeepImported, RemoveImport, SamePerson
from companion.service.table import Table
from web.http.flash_messages import flash, take_flash
from web.http.guard import UploadLimit, refused_with
from web.http.identity import device
from web.page_request import page_request, table

pages = Blueprint("records", __name__)

_ONE_AT_A_TIME = Lock()
"""Files are read one after the other: a large one takes much memory."""


def upload_limit(table: Table) -> UploadLimit:
    """Body limit of the endpoint that takes a file of plays, for devices at the table. The form around the file counts
    too.
    """
    return UploadLimit("records.take", LARGEST + 64 * 1024, lambda: table.view(device()).past.may_import())


@pages.teardown_request
def let_go(error: BaseException | None) -> None:
    """Delete the spooled upload from the disk."""
    del error
    request.close()


@pages.get("/history/person")
def person() -> str:
    """Show all about one person: ``?name=``."""
    req = page_request("history")
    found = req.view.past.person(request.args.get("name", ""))
    if found is None:
        abort(404)
    names = [each.name for each in req.view.past.statistics().people if each.name != found.record.name]
    given = {"detail": found, "names": sorted(names, key=str.casefold), "may": req.view.past.may_import()}
    return req.draw("person.html", **given, notices=_notices())


@pages.get("/history/game")
def game() -> str:
    """Show everybody at one game: ``?game=``."""
    req = page_request("history")
    found = req.view.past.statistics().game(request.args.get("game", ""))
    if found is None:
        abort(404)
    return req.draw("game_record.html", game=found)


@pages.post("/history/same")
def same() -> AnyResponse:
    """Let a name count for another person, or for itself again."""
    name, main = request.form.get("name", "")[:80], request.form.get("counts_for", "")[:80]
    reply = table().ask(device(), SamePerson(name, main))
    back = main if reply.taken and main else request.form.get("back", "")[:80] or name
    return _word(reply, url_for("records.person", name=back))


@pages.get("/history/all.json")
def everything() -> Response:
    """All plays in one file."""
    req = page_request("history")
    headers = {"Content-Disposition": 'attachment; filename="plays.json"'}
    return Response(req.view.past.all_plays(req.language), mimetype="application/json", headers=headers)


@pages.get("/history/import")
def bring() -> str:
    return _page()


@pages.post("/history/import")
def take() -> AnyResponse | str:
    """Take the plays of a file; show what is wrong with one that cannot be read."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _page([say("Choose a file first.")])
    with _ONE_AT_A_TIME:
        content = sent.stream.read(LARGEST + 1)
        if len(content) > LARGEST:
            return _page([too_large()])
        try:
            found = read_plays(content)
        except UnreadableFile as unreadable:
            return _page(unreadable.problems)
        new = table().view(device()).past.unknown(found.plays)
    reply = table().ask(device(), KeepImported(new.plays, new.compared))
    refused_with(reply.code)
    if not reply.taken or reply.notice is None:
        return _page([reply.notice] if reply.notice is not None else ())
    return _page(taken=[reply.notice, *_about(found)])


@pages.post("/history/import/<number>/remove")
def remove(number: str) -> AnyResponse:
    """Remove the plays that a file brought."""
    return _word(table().ask(device(), RemoveImport(number[:20])), url_for("records.bring"))


def _about(found: PlayFile) -> list[Message]:
    """What people should know of a file that was taken."""
    words = [say_n("{n} play is in the file.", "{n} plays are in the file.", len(found.plays))]
    if found.left_out:
        words.append(
            say_n(
                "{n} more is left out: the file says that it is not to be counted.",
                "{n} more are left out: the file says that they are not to be counted.",
                found.left_out,
            )
        )
    if found.odd_points:
        words.append(
            say_n(
                "{n} score is no number and left out (line {line}).",
                "{n} scores are no numbers and left out (the first in line {line}).",
                found.odd_points,
                line=found.odd_line,
            )
        )
    if found.elsewhere:
        words.append(
            say_n(
                "{n} more play is on other pages of BoardGameGeek: bring those too.",
                "{n} more plays are on other pages of BoardGameGeek: bring those too.",
                found.elsewhere,
            )
        )
    return words


def _page(
    problems: list[Wording] | tuple[Wording, ...] | list[Message] = (), taken: list[Message] | None = None
) -> str:
    req = page_request("history")
    past = req.view.past
    given = {"files": past.imports(), "may": past.may_import(), "problems": problems, "taken": taken or ()}
    return req.draw("import_plays.html", **given, notices=_notices())


def _notices() -> tuple[Notice, ...]:
    word = take_flash(device())
    return (word,) if word is not None else ()


def _word(reply: Reply, back: str) -> AnyResponse:
    refused_with(reply.code)
    if reply.notice is not None:
        flash(device(), Notice(reply.notice, "good" if reply.taken else "warning"))
    return redirect(back, 303)
