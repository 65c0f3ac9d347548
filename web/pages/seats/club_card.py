"""Show one's card of the club: its code is typed, or brought here by the club's page that the card's QR code opens."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response

from companion.plays.log.card_codes import NOT_A_CODE, read_card_code, shown_card_code
from companion.service.play.notices import Notice
from companion.service.screens.view_builders import version_of
from companion.service.session.sending import RemoveCard, ShowCard
from web.form_replies import answer_with, asked, send
from web.form_values import number
from web.http.device_memory import DeviceMemory, OfTable
from web.http.flash_messages import flash
from web.http.identity import device
from web.page_request import Fragment, PageRequest, app_context, page_request, table

pages = Blueprint("card", __name__)

LONGEST = 200
"""Characters that are looked at of what was typed."""
KEY = "companion-brought-cards"
REMEMBERED = 64
"""Devices of the table whose card is remembered, and strangers whose card is."""
FOR = 1800.0
"""Seconds for which it is."""


class BroughtCard(Struct, frozen=True):
    """The ``code`` of a card that a device has brought, good ``until`` then by the table's clock."""

    code: str
    until: float


def install_brought_cards(app: Flask, of_table: OfTable) -> None:
    """Remember the cards that phones bring to ``app``."""
    app.extensions[KEY] = DeviceMemory[BroughtCard](REMEMBERED, of_table)


@pages.get("/card")
def page() -> str | Response:
    """Show how one's card stands, and take another one."""
    req = page_request("card")
    # A shared phone that is covered says first whose hands it is in.
    return redirect(url_for("seat.page")) if req.seat is None and req.role.sharers else req.draw_page("card.html")


@pages.get("/card/<code>")
def brought(code: str) -> Response:
    """What the club's page of a card leads to. The code is kept beside the device, so that no later address has it."""
    read = read_card_code(code[:LONGEST])
    if read is None:
        flash(device(), Notice(NOT_A_CODE, "warning"))
    elif table().view(device()).sending.cards_taken():
        _bring(read)
    return redirect(url_for("card.page"))


@pages.post("/card")
def show() -> Response:
    """Show the card whose code was typed or brought."""
    form = request.form
    reply = asked(lambda: ShowCard(number(form, "seat"), form.get("code", "")[:LONGEST]))
    if reply.taken:
        put_away()
    return answer_with(reply, "card")


@pages.post("/card/remove")
def remove() -> Response:
    """Be a guest again."""
    return send(lambda: RemoveCard(number(request.form, "seat")), "card")


@pages.post("/card/not-mine")
def not_mine() -> Response:
    """The card that was brought is not to be shown."""
    put_away()
    return redirect(url_for("card.page"), 303)


def fragment(req: PageRequest) -> Fragment:
    card, view = req.view.sending.own_card(), req.view.screens.table()
    brought = shown_card_code(code) if (code := brought_code(req.device)) and card is not None else ""
    version = version_of((card, brought, view.title, req.seat, bool(req.role.sharers)))
    given = {"view": view, "version": version, "notices": (), "card": card, "brought": brought}
    return Fragment("card_fragment.html", version, given)


def brought_code(of_device: str) -> str:
    """The code of the card that a device has brought; empty without one."""
    kept = _brought().get(of_device)
    return kept.code if kept is not None and app_context().opened.clock.mono() < kept.until else ""


def put_away() -> None:
    """Forget the card that this device has brought: it is shown, or not wanted."""
    _brought().pop(device())


def _bring(code: str) -> None:
    _brought().put(device(), BroughtCard(code, app_context().opened.clock.mono() + FOR))


def _brought() -> DeviceMemory[BroughtCard]:
    return cast("DeviceMemory[BroughtCard]", current_app.extensions[KEY])
