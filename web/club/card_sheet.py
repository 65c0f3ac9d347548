"""Cards of a club on a sheet of paper, to be cut apart: QR code and the same in signs."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template

from companion.core.wording import Speaker
from companion.plays.log.card_codes import shown_card_code
from web.club.club_context import club_app
from web.http.table_addresses import qr_svg
from web.templating.translation import text_functions


def card_sheet(title: str, url: str, codes: Sequence[str], speaker: Speaker) -> str:
    """A page of HTML that needs nothing else. ``url`` is the club's, without a slash at its end; ``title`` its name."""
    cards = [(shown_card_code(code), qr_svg(f"{url}/c/{code}")) for code in codes]
    with club_app().app_context():
        return render_template("club/card_sheet.html", **text_functions(speaker), title=title, url=url, cards=cards)
