"""Photos of the board at a pause."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import say
from companion.service.screens.views import Notice, Reply
from companion.service.session.photo_cleaning import LARGEST
from companion.service.session.session_requests import RemovePhoto
from companion.service.table import Table
from web.http.flash_messages import flash, take_flash
from web.http.guard import UploadLimit
from web.http.identity import device
from web.page_request import page_request, table

pages = Blueprint("photo", __name__)


def upload_limit(table: Table) -> UploadLimit:
    """What the guard must know: this one address takes a photo, from somebody at the table."""
    return UploadLimit("photo.take", LARGEST, lambda: table.photos.may(device()))


@pages.teardown_request
def let_go(error: BaseException | None) -> None:
    """A large file lies on the disk while it is looked at."""
    del error
    request.close()


@pages.get("/photo")
def page() -> str:
    """Take one, and those there are of the play on the table."""
    req, moment = page_request("photo"), table().moment
    play = moment.gathering.play_id if moment.play is not None else ""
    word = take_flash(device())
    notices = (word,) if word is not None else ()
    may = table().photos.may(device())
    return req.draw("photo.html", photos=table().photos.of(play), may=may, notices=notices, view=table().table_view())


@pages.post("/photo")
def take() -> AnyResponse:
    """Store a photo; the only address that takes a large body, see ``web.http.guard``."""
    sent = request.files.get("photo")
    if sent is None or not sent.filename:
        return _word(Reply("no-photo", say("Choose a photo first.")))
    return _word(table().photos.take(device(), sent.stream))


@pages.get("/photo/<play>/<int:number>.jpg")
def file(play: str, number: int) -> Response:
    """The picture: it shows what everybody at the table could see."""
    jpeg = table().photos.jpeg(play, number) if number < 1_000_000 else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


@pages.post("/photo/<play>/<int:number>/remove")
def remove(play: str, number: int) -> AnyResponse:
    """Throw it away."""
    return _word(table().ask(device(), RemovePhoto(play, min(number, 1_000_000))))


def _word(reply: Reply) -> AnyResponse:
    if reply.notice is not None:
        flash(device(), Notice(reply.notice, "good" if reply.taken else "warning"))
    return redirect(url_for("photo.page"), 303)
