"""A box on its way to another table: lend it under a code, show it to holders of the code, fetch another table's."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.wording import say
from companion.network.lent_boxes import LendingFault, fetch_lent_box
from companion.service.asking.requests import Reply
from companion.service.play.notices import Notice
from companion.service.session.box_editor import ImportBox, LendBox
from companion.service.session.box_views import LentBox
from web.http.flash_messages import flash
from web.http.identity import device
from web.page_request import page_request, table
from web.pages.editors.box import box_of, imported_reply
from web.templating.helpers import slug

pages = Blueprint("box_lending", __name__)

LONGEST_ADDRESS = 300


@pages.post("/host/box-lend/<game>")
def lend(game: str) -> AnyResponse:
    """Lend the box for a while, or no longer."""
    box_of(game)
    table().ask(device(), LendBox(game, request.form.get("lent", "1") == "1"))
    return redirect(url_for("box.page", game=game) + "#to-another", 303)


@pages.post("/host/box-fetch/<game>")
def fetch(game: str) -> AnyResponse | str:
    """Fetch the box that another table lends, and lay it over this one."""
    box_of(game)
    try:
        text = fetch_lent_box(request.form.get("address", "")[:LONGEST_ADDRESS])
    except LendingFault as fault:
        return imported_reply(game, Reply("not-fetched", fault.message), address=request.form.get("address", ""))
    reply = table().ask(device(), ImportBox(game, text))
    if reply.taken:
        flash(device(), Notice(say("The other table's box is in this one."), "good"))
        return redirect(url_for("box.page", game=game), 303)
    return imported_reply(game, reply, text)


@pages.get("/box/<code>")
def page(code: str) -> str:
    """Show a lent box to anybody who has the code: to be fetched by another table, or taken along as a file."""
    return page_request("box").draw("box_lent.html", lent=_lent(code), code=code.lower())


@pages.get("/box/<code>/file")
def file(code: str) -> Response:
    """Send the file of a lent box."""
    lent = _lent(code)
    headers = {"Content-Disposition": f'attachment; filename="box-{slug(lent.game)}.toml"'}
    return Response(lent.text, mimetype="application/toml", headers=headers)


def _lent(code: str) -> LentBox:
    return table().view(device()).boxes.lent_box(code) or abort(404)
