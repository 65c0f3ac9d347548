"""Going on from paper: the codes of printed sheets, read one by one, and the play that begins from them."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.service.screens.view_builders import version_of
from companion.service.session.printed_plays import ReadPrint, begin_from_print
from web.form_replies import answer_with, send
from web.http.identity import device
from web.page_request import Fragment, PageRequest, page_request, table

pages = Blueprint("codes", __name__)

LONGEST = 3000
"""Characters of a code that are looked at."""


@pages.get("/codes")
def page() -> str:
    """Show which codes were read, and which were not."""
    return page_request("codes").draw_page("codes.html")


@pages.get("/P/<code>")
def scanned(code: str) -> str:
    """What a printed code opens: hands it to the table, with script by itself."""
    return page_request("codes").draw("code.html", code=code[:LONGEST])


@pages.post("/codes")
def read() -> Response:
    """Take one code."""
    return send(lambda: ReadPrint(request.form.get("code", "").strip()[:LONGEST]), "codes")


@pages.post("/codes/begin")
def begin() -> Response:
    """Begin from what was read."""
    return answer_with(
        begin_from_print(table(), device()),
        "codes",
        goto=url_for("seat.page" if page_request("codes").role.seats else "join.page"),
    )


def fragment(req: PageRequest) -> Fragment:
    view, reading = req.view.screens.table(), req.view.prints.reading()
    given = {"view": view, "reading": reading, "may_begin": req.host or req.role.seat}
    return Fragment("codes_fragment.html", version_of((view.version, reading, req.host, req.seat)), given)
