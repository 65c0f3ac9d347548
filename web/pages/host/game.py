"""The page of a host: choose the game and begin it; in a play pause it or put it away. For a person who sits here."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from web.page_request import Fragment, PageRequest, page_request
from web.pages.host.host import choosing_of, chosen_of

pages = Blueprint("game", __name__)


@pages.get("/game")
def page() -> str | Response:
    req = page_request("game")
    return req.draw_page("game.html") if req.role.seat or req.host else redirect(url_for("join.page"))


def fragment(req: PageRequest) -> Fragment:
    view = req.view.screens.table()
    spoken, choosing = req.view.settings.language(), choosing_of(req, view)
    version = version_of((view.version, req.seat, req.role.hosting, chosen_of(req), choosing["to_ask"], spoken))
    given = {"view": view, "version": version, "notices": (), "table_language": spoken, **choosing}
    return Fragment("game_fragment.html", version, given)
