"""The play as everybody sees it, for a phone without a seat."""

from __future__ import annotations

from flask import Blueprint

from web.page_request import Fragment, PageRequest, page_request

pages = Blueprint("watch", __name__)


@pages.get("/watch")
def page() -> str:
    """Show the public view."""
    return page_request("watch").draw_page("watch.html")


def fragment(req: PageRequest) -> Fragment:
    view = req.view.screens.table()
    return Fragment("watch_fragment.html", view.version, {"view": view})
