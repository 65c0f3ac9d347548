"""Captive portal: answer the connectivity checks of phones, and show where to open the table.

A phone that joins a Wi-Fi requests a known URL. Without the expected answer it leaves the network again or opens a
portal window. The table redirects the check to its own page, and answers as expected once that address pressed "stay"
or opened the table in a browser, so that the phone stays on a Wi-Fi without internet.

A portal window has its own cookies and forgets them, and a seat taken in it would be lost: its page has no link or form
to the table and sets no cookie. Which addresses may stay is kept by the table.
"""

from __future__ import annotations

from flask import Blueprint, Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.network.reachability.connectivity_checks import ANSWERS, HOSTS
from companion.network.reachability.senders import RecentAddresses
from web.http.device_memory import OfTable
from web.http.identity import address, sent_token
from web.http.table_addresses import TableAddresses
from web.page_request import app_context, page_request

pages = Blueprint("portal", __name__)

STAYS = 12 * 3600.0
"""Seconds for which a staying address gets the expected answers: one evening, not the address's next user."""


BROWSER = "/redirect"
"""Path that Windows opens in the person's own browser."""


def install_captive_portal(
    app: Flask, addresses: TableAddresses, recent_addresses: RecentAddresses, of_table: OfTable
) -> None:
    """Answer connectivity checks before any other handler of ``app``."""

    @app.before_request
    def answer() -> AnyResponse | None:
        if asked_for(request.host) in HOSTS:
            return _answered(addresses, recent_addresses)
        if request.blueprint not in ("portal", None):
            recent_addresses.note(address(), of_table=of_table(sent_token()))
        return None

    app.register_blueprint(pages)


def asked_for(host: str) -> str:
    """Host name of a Host header, without port."""
    return host.rsplit(":", 1)[0].rstrip(".").lower()


def _answered(addresses: TableAddresses, recent_addresses: RecentAddresses) -> AnyResponse:
    if request.method not in ("GET", "HEAD"):
        return Response(status=405, headers={"Allow": "GET, HEAD"})
    if request.path == BROWSER:
        return redirect(addresses.url, 302)
    expected = ANSWERS.get((asked_for(request.host), request.path))
    if expected is not None and recent_addresses.seen_within(address(), STAYS):
        return Response(expected.text, expected.status, expected.headers, mimetype=expected.kind)
    return redirect(f"{addresses.url.rstrip('/')}{url_for('portal.page')}", 302)


@pages.get("/portal")
def page() -> str:
    """Show in the portal window where to open the table, and the button to stay."""
    return _drawn(stayed=False)


@pages.get("/portal/stay")
def stay() -> str:
    """Let this address stay: its next checks get the expected answers."""
    app_context().recent_addresses.note(address())
    return _drawn(stayed=True)


def _drawn(*, stayed: bool) -> str:
    req = page_request("portal")
    return req.draw("portal.html", stayed=stayed, csrf="")
