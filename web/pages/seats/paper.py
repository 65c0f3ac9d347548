"""Printable sheets of all numbers, so that the play can go on without the companion."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.core.secrecy import PUBLIC
from companion.core.widgets import Hand
from web.page_request import page_request, table

pages = Blueprint("paper", __name__)


@pages.get("/print")
def public() -> str:
    """Show the public sheet."""
    nothing: dict[str, object] = {"own": (), "hands": (), "things": (), "me": 0}
    return page_request("paper").draw("paper.html", view=table().table_view(), groups=_groups(0), **nothing)


@pages.get("/seat/print")
def own() -> str | Response:
    """Show a seat's sheet: public numbers above the fold, its secrets below."""
    req = page_request("paper")
    if req.seat is None:
        return redirect(url_for("join.page"))
    known = {number.key for number in table().tracked(PUBLIC)}
    secret = [number for number in table().tracked(req.viewer) if number.key not in known]
    view = table().seat_view(req.seat)
    secrets = [widget for widget in view.widgets if widget.secret]
    hands = [widget for widget in secrets if isinstance(widget, Hand)]
    things = [widget for widget in secrets if not isinstance(widget, Hand)]
    groups = [group for group in _groups(req.seat) if group[0] in (req.seat, 0)]
    given = {"view": view.table, "groups": groups, "own": secret, "hands": hands, "things": things, "me": req.seat}
    return req.draw("paper.html", **given)


def _groups(first: int) -> list[tuple[int, list[object]]]:
    """Group public numbers by owner: ``first``, the table (0), the others."""
    numbers = table().tracked(PUBLIC)
    owners = sorted({number.owner or 0 for number in numbers}, key=lambda owner: (owner != first, owner))
    return [(owner, [number for number in numbers if (number.owner or 0) == owner]) for owner in owners]
