"""Printable sheets of all numbers, so that the play can go on without the companion."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.core.widgets import Hand
from web.http.table_addresses import qr_svg
from web.page_request import PageRequest, page_request

pages = Blueprint("paper", __name__)


@pages.get("/print")
def public() -> str:
    """Show the public sheet."""
    nothing: dict[str, object] = {"own": (), "hands": (), "things": (), "me": 0}
    req = page_request("paper")
    shown = req.view.play.on_paper()
    printed = req.view.prints.codes()
    codes = {"codes": _drawn(req, printed.public), "code_seats": printed.seats, "own_code": None}
    return req.draw(
        "paper.html", view=req.view.screens.table(), groups=_groups(req, 0), shown=shown, **codes, **nothing
    )


@pages.get("/seat/print")
def own() -> str | Response:
    """Show a seat's sheet: public numbers above the fold, its secrets below."""
    req = page_request("paper")
    if req.seat is None:
        return redirect(url_for("join.page"))
    known = {number.key for number in req.view.play.public_numbers()}
    secret = [number for number in req.view.play.numbers() if number.key not in known]
    view = req.view.screens.seat()
    secrets = [widget for widget in view.widgets if widget.secret]
    hands = [widget for widget in secrets if isinstance(widget, Hand)]
    things = [widget for widget in secrets if not isinstance(widget, Hand)]
    groups = [group for group in _groups(req, req.seat) if group[0] in (req.seat, 0)]
    given = {"view": view.table, "groups": groups, "own": secret, "hands": hands, "things": things, "me": req.seat}
    given["shown"] = given["codes"] = ()  # everybody's things are on the public sheet
    own = req.view.prints.codes().own
    given["own_code"] = _drawn(req, [own])[0] if own else None
    return req.draw("paper.html", **given)


def _drawn(req: PageRequest, codes: Sequence[str]) -> list[Markup]:
    """The codes as QR codes of addresses that hand them to the table; in capitals, which QR codes store densely."""
    url, _, _ = req.where
    return [qr_svg(f"{url}P/{code}".upper(), mask=0) for code in codes]


def _groups(req: PageRequest, first: int) -> list[tuple[int, list[object]]]:
    """Group public numbers by owner: ``first``, the table (0), the others."""
    numbers = req.view.play.public_numbers()
    owners = sorted({number.owner or 0 for number in numbers}, key=lambda owner: (owner != first, owner))
    return [(owner, [number for number in numbers if (number.owner or 0) == owner]) for owner in owners]
