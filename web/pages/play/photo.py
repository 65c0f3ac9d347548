"""Photos of the board."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import say
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.photos import LARGEST, RemovePhoto, take_photo
from companion.service.table import Table
from web.http.flash_messages import flash, take_flash
from web.http.guard import UploadLimit
from web.http.identity import device
from web.page_request import page_request, table

pages = Blueprint("photo", __name__)


def upload_limit(table: Table) -> UploadLimit:
    """Body limit of the one endpoint that takes a photo, for devices at the table."""
    return UploadLimit("photo.take", LARGEST, lambda: table.view(device()).photos.may_take())


@pages.teardown_request
def let_go(error: BaseException | None) -> None:
    """Delete the spooled upload from the disk."""
    del error
    request.close()


@pages.get("/photo")
def page() -> str:
    """Show the photos of the running play and the upload form."""
    req = page_request("photo")
    word = take_flash(device())
    notices = (word,) if word is not None else ()
    given = {"photos": req.view.photos.of_play(), "may": req.view.photos.may_take(), "notices": notices}
    return req.draw("photo.html", **given, view=req.view.screens.table())


@pages.post("/photo")
def take() -> AnyResponse:
    """Store a photo; one of the addresses that take a large body, see ``web.http.guard``."""
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        return _word(Reply("no-photo", say("Choose a photo first.")))
    return _word(take_photo(table(), device(), sent.stream))


@pages.get("/photo/<play>/<int:number>.jpg")
def file(play: str, number: int) -> Response:
    """Send a photo; all of them are public."""
    jpeg = table().view(device()).photos.jpeg(play, number) if number < 1_000_000 else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


@pages.post("/photo/<play>/<int:number>/remove")
def remove(play: str, number: int) -> AnyResponse:
    """Delete a photo."""
    return _word(table().ask(device(), RemovePhoto(play, min(number, 1_000_000))))


def _word(reply: Reply) -> AnyResponse:
    if reply.notice is not None:
        flash(device(), Notice(reply.notice, "good" if reply.taken else "warning"))
    return redirect(url_for("photo.page"), 303)
