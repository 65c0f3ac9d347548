"""Check every request (host name, CSRF token, size) and set the security headers of every response."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, Response, abort, g, request
from werkzeug.exceptions import MethodNotAllowed

from companion.core.wording import say
from companion.network.addresses import plain_address
from companion.network.reachability.senders import RefusalLog
from web.http.identity import DEVICE, address, bearer_token, csrf_matches, remember_device
from web.http.proxies import FRAMED
from web.http.table_addresses import TableAddresses

BODY = 64 * 1024
"""Maximum bytes of a request; the largest is the file of a score sheet."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "media-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
IN_FRAME = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""Of a page that Home Assistant shows in a frame, under its own name."""

SUBRESOURCES = ("text/css", "text/javascript", "font/woff2", "image/png", "video/mp4")
"""Types of static files that a browser never runs as a document of their own, so that no policy applies to them.
Some forty of them come with a first page, each with headers of its own. An SVG picture opened by its address is a
document."""

FORGED, FOREIGN, LARGE = "a forged form", "a foreign host name", "too large a request"
"""Log texts of requests refused here."""

UNSUITABLE = {
    "wrong-pin": "guessing at a PIN or a code",
    "wrong-code": "guessing at a PIN or a code",
    "too-often": "too many tries",
    "no-seat": "acting without a seat",
    "not-yours": "acting for another seat",
    "not-host": "acting as host",
}
"""Log texts of refusals that the pages themselves never cause, by code."""

NO_COOKIES = (
    say("This browser keeps no cookies here"),
    say(
        "It keeps no cookies for this page: it is a private window, or all cookies are blocked. Without one the table "
        "does not know you again. Open this address in an ordinary window, or allow its cookies in the settings."
    ),
)
"""Shown instead of the words of 403 to a browser that sent a form without the cookie of the page it came from."""

COOKIELESS = ("api", "portal")
"""Blueprints that set no cookie: programs keep their token, and a captive portal's window forgets cookies."""


@dataclass(frozen=True)
class UploadLimit:
    """An endpoint that takes up to ``largest`` bytes, if ``may`` says so of the current device."""

    endpoint: str
    largest: int
    may: Callable[[], bool]


def guard(
    app: Flask, addresses: TableAddresses, key: bytes, refusal_log: RefusalLog, uploads: Sequence[UploadLimit] = ()
) -> None:
    """Install the checks on ``app``. ``uploads`` are the endpoints with a larger body limit."""
    app.config["MAX_CONTENT_LENGTH"] = BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = BODY
    app.config["MAX_FORM_PARTS"] = 200

    larger = {upload.endpoint: upload for upload in uploads}

    @app.before_request
    def check() -> None:
        # What Home Assistant shows has its name, for which Home Assistant answers.
        if not (request.environ.get(FRAMED) or answers_to(addresses, request.host)):
            abort(421)
        if request.endpoint in larger:
            allow_large_body(larger[request.endpoint])
        if isinstance(request.routing_exception, MethodNotAllowed):
            return
        if request.method not in ("GET", "HEAD", "OPTIONS") and not (bearer_token() or _own_form(key)):
            g.unsuitable = FORGED
            abort(403)

    @app.after_request
    def dress(response: Response) -> Response:
        set_security_headers(response)
        return response if request.blueprint in COOKIELESS else remember_device(response)

    @app.after_request
    def tell(response: Response) -> Response:
        what = {413: LARGE, 421: FOREIGN}.get(response.status_code) or g.get("unsuitable", "")
        if what:
            refusal_log.record(what, address())
        return response


def set_security_headers(response: Response) -> None:
    """Give a response the headers that tell a browser what it may do with it."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    elif response.mimetype in SUBRESOURCES:
        del response.headers["Content-Disposition"]
        return
    response.headers["Content-Security-Policy"] = IN_FRAME if request.environ.get(FRAMED) else POLICY
    response.headers["Referrer-Policy"] = "same-origin"


def lacks_cookies() -> bool:
    """Whether this request was refused as a forged form because the browser did not keep the cookie of our page."""
    return g.get("unsuitable") == FORGED and DEVICE not in request.cookies


def allow_large_body(upload: UploadLimit) -> None:
    """Raise the body limit of this request before anything is read; 403 for a device that may not send it."""
    if not upload.may():
        abort(403)
    # Files of a multipart form are spooled to disk; any other body would be held in memory.
    if request.mimetype == "multipart/form-data":
        request.max_content_length = upload.largest
        # The parser buffers a piece of the file beside the other fields.
        request.max_form_memory_size = 4 * BODY


def refused_with(code: str) -> None:
    """Note a refusal code of this request for the refusal log."""
    if code in UNSUITABLE:
        g.unsuitable = UNSUITABLE[code]


def answers_to(addresses: TableAddresses, host: str) -> bool:
    """Whether ``host`` (a Host header) is the table's: a known name, against DNS rebinding, or any bare IP address."""
    name = asked_name(host)
    return name in addresses.names or plain_address(name) is not None


def asked_name(host: str) -> str:
    """The name in a Host header, without port, brackets and the dot at its end."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return name.strip("[]").rstrip(".").lower()


def _own_form(key: bytes) -> bool:
    return csrf_matches(key, request.headers.get("X-CSRF-Token", "") or request.form.get("csrf", ""))
