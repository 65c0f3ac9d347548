"""Eight stickers to print: a QR code for each place at the table, with its shape and number."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.core.setup import SEATS
from companion.core.wording import say
from companion.locale import LANGUAGES, speaker
from web.http.table_addresses import qr_svg
from web.page_request import page_request

pages = Blueprint("stickers", __name__)

BY_NAME = "name"
"""The address has the table's name in it, which stays when a router gives it another number."""


@pages.get("/host/stickers")
def page() -> str | Response:
    """Show the sheet to print; ``by=name`` with the table's name in place of its number."""
    req = page_request("stickers")
    if not req.host:
        return redirect(url_for("host.page"))
    by_name = request.args.get("by") == BY_NAME
    address = req.url_by_name if by_name else req.where[0]
    spoken = [(language, speaker(language, {})) for language in LANGUAGES]
    stickers = [
        {
            "seat": seat,
            "qr": qr_svg(f"{address}?seat={seat}"),
            "words": [
                (language, each.say(say("Seat {n}", n=seat)), each.say(say("Scan to sit here")))
                for language, each in spoken
            ],
        }
        for seat in SEATS
    ]
    return req.draw("stickers.html", stickers=stickers, printed_address=address, by_name=by_name)
