"""Printable sheets of all numbers, so that the play can go on without the companion."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from companion.core.widgets import Hand
from companion.service.screens.screen_requests import SeeNumbers, SeeOnPaper, SeePublicNumbers, SeeSeat, SeeTable
from web.page_request import PageRequest, page_request

pages = Blueprint("paper", __name__)


@pages.get("/print")
def public() -> str:
    """Show the public sheet."""
    nothing: dict[str, object] = {"own": (), "hands": (), "things": (), "me": 0}
    req = page_request("paper")
    shown = req.look(SeeOnPaper())
    return req.draw("paper.html", view=req.look(SeeTable()), groups=_groups(req, 0), shown=shown, **nothing)


@pages.get("/seat/print")
def own() -> str | Response:
    """Show a seat's sheet: public numbers above the fold, its secrets below."""
    req = page_request("paper")
    if req.seat is None:
        return redirect(url_for("join.page"))
    known = {number.key for number in req.look(SeePublicNumbers())}
    secret = [number for number in req.look(SeeNumbers()) if number.key not in known]
    view = req.look(SeeSeat())
    secrets = [widget for widget in view.widgets if widget.secret]
    hands = [widget for widget in secrets if isinstance(widget, Hand)]
    things = [widget for widget in secrets if not isinstance(widget, Hand)]
    groups = [group for group in _groups(req, req.seat) if group[0] in (req.seat, 0)]
    given = {"view": view.table, "groups": groups, "own": secret, "hands": hands, "things": things, "me": req.seat}
    given["shown"] = ()  # everybody's things are on the public sheet
    return req.draw("paper.html", **given)


def _groups(req: PageRequest, first: int) -> list[tuple[int, list[object]]]:
    """Group public numbers by owner: ``first``, the table (0), the others."""
    numbers = req.look(SeePublicNumbers())
    owners = sorted({number.owner or 0 for number in numbers}, key=lambda owner: (owner != first, owner))
    return [(owner, [number for number in numbers if (number.owner or 0) == owner]) for owner in owners]
