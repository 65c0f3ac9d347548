"""The captive portal: what phones ask when they join a Wi-Fi, and the page that sends people to their browser.

A phone that joins a network asks a known address for a known answer. Without it, a phone thinks that there is no
internet and leaves again, or opens a sheet of its own over everything. The table answers those questions itself: at
first with a page in that sheet, which says where to go; and as they expect it once somebody there has said "stay", or
has come to the table with a browser. So a phone stays on a Wi-Fi that leads nowhere else.

The sheet is a browser with cookies of its own, and is thrown away: a seat taken in it would be lost. So its page has no
link and no form to the table, and no device is remembered by it. Who may stay is kept here, by address: a sheet keeps
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.network.recent_addresses import RecentAddresses
from web.http.identity import address
from web.http.table_addresses import TableAddresses
from web.page_request import app_context, page_request

pages = Blueprint("portal", __name__)

STAYS = 12 * 3600.0
"""Seconds in which an address that stays is answered as if there were internet: an evening, and not the next guest."""


@dataclass(frozen=True)
class Answer:
    """What a system expects where there is internet."""

    status: int
    text: str
    kind: str = "text/plain"


APPLE = Answer(200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>", "text/html")
ANDROID = Answer(204, "")

ANSWERS: Mapping[str, Answer] = {
    "/hotspot-detect.html": APPLE,
    "/library/test/success.html": APPLE,
    "/success.html": APPLE,
    "/generate_204": ANDROID,
    "/gen_204": ANDROID,
    "/connecttest.txt": Answer(200, "Microsoft Connect Test"),
    "/ncsi.txt": Answer(200, "Microsoft NCSI"),
    "/success.txt": Answer(200, "success\n"),
    # Firefox compares it letter by letter with what it knows; no page of ours leads there.
    "/canonical.html": Answer(
        200, '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>', "text/html"
    ),
}
"""By path: what iOS and macOS, Android and ChromeOS, Windows, and Firefox expect."""

HOSTS = frozenset(
    {
        "captive.apple.com",
        "www.appleiphonecell.com",
        "www.airport.us",
        "www.ibook.info",
        "www.itools.info",
        "www.thinkdifferent.us",
        "connectivitycheck.gstatic.com",
        "connectivitycheck.android.com",
        "clients1.google.com",
        "clients3.google.com",
        "play.googleapis.com",
        "connectivitycheck.platform.hicloud.com",
        "connect.rom.miui.com",
        "www.msftconnecttest.com",
        "ipv6.msftconnecttest.com",
        "www.msftncsi.com",
        "ipv6.msftncsi.com",
        "detectportal.firefox.com",
    }
)
"""The names that are asked. On its own Wi-Fi the table's name service sends them here (deploy/network)."""

BROWSER = "/redirect"
"""Where Windows sends the person's own browser, not a sheet."""


def install_captive_portal(app: Flask, addresses: TableAddresses, recent_addresses: RecentAddresses) -> None:
    """Answer the systems' questions before anything else of ``app`` looks at a request."""

    @app.before_request
    def answer() -> AnyResponse | None:
        if asked_for(request.host) in HOSTS:
            return _answered(addresses, recent_addresses)
        if request.blueprint not in ("portal", None):
            recent_addresses.note(address())
        return None

    app.register_blueprint(pages)


def asked_for(host: str) -> str:
    """The bare name in a Host header."""
    return host.rsplit(":", 1)[0].rstrip(".").lower()


def _answered(addresses: TableAddresses, recent_addresses: RecentAddresses) -> AnyResponse:
    if request.method not in ("GET", "HEAD"):
        return Response(status=405, headers={"Allow": "GET, HEAD"})
    if request.path == BROWSER:
        return redirect(addresses.url, 302)
    expected = ANSWERS.get(request.path)
    if expected is not None and recent_addresses.seen_within(address(), STAYS):
        return Response(expected.text, expected.status, mimetype=expected.kind)
    return redirect(f"{addresses.url.rstrip('/')}{url_for('portal.page')}", 302)


@pages.get("/portal")
def page() -> str:
    """The sheet's page: where to go, and how to stay."""
    return _drawn(stayed=False)


@pages.get("/portal/stay")
def stay() -> str:
    """This phone is to be told that all is well, so that it stays."""
    app_context().recent_addresses.note(address())
    return _drawn(stayed=True)


def _drawn(*, stayed: bool) -> str:
    req = page_request("portal")
    return req.draw("portal.html", stayed=stayed, csrf="")
