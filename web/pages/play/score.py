"""The score so far."""

from __future__ import annotations

from flask import Blueprint

from companion.service.screens.view_builders import version_of
from web.page_request import Fragment, PageRequest, page_request
from web.pages.play.points_chart import chart_of

pages = Blueprint("score", __name__)


@pages.get("/score", endpoint="page")
def score() -> str:
    req = page_request("score")
    return req.draw("score.html", **req.fragment().given)


def fragment(req: PageRequest) -> Fragment:
    sheet = req.view.play.score()
    version = version_of((sheet, sorted(req.view.screens.names().items())))
    view = req.view.screens.table()
    given = {"score": sheet, "title": view.title, "version": version, "view": view, "seats": view.seats, "live": True}
    return Fragment("score_fragment.html", version, {**given, "chart": chart_of(req, view.play)})
