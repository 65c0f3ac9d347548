"""What is let in and what goes out: hosts, forged forms, sizes, headers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from flask import Flask, Response, abort, g, request
from werkzeug.exceptions import MethodNotAllowed

from companion.network.refusal_log import RefusalLog
from web.http.identity import address, bearer_token, csrf_matches, remember_device
from web.http.table_addresses import TableAddresses

BODY = 64 * 1024
"""Bytes of the largest request, which is a score sheet's file."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


FORGED, FOREIGN, LARGE = "a forged form", "a foreign host name", "too large a request"
"""What the log says of requests that did not come to the table."""

UNSUITABLE = {
    "wrong-pin": "guessing at a PIN or a code",
    "wrong-code": "guessing at a PIN or a code",
    "too-often": "too many tries",
    "no-seat": "acting without a seat",
    "not-yours": "acting for another seat",
    "not-host": "acting as host",
}
"""What the log says of refusals that nobody meets who only uses the pages; by their code."""

COOKIELESS = ("api", "portal")
"""Pages that set no cookie: a program keeps its token itself, and what a sheet keeps is thrown away with it."""


@dataclass(frozen=True)
class UploadLimit:
    """An endpoint that takes more than ``BODY``: how many bytes, and whether it does from whoever is req."""

    endpoint: str
    largest: int
    may: Callable[[], bool]


def guard(
    app: Flask, addresses: TableAddresses, key: bytes, refusal_log: RefusalLog, upload: UploadLimit | None = None
) -> None:
    """Put the checks around every request of ``app``. Only at ``upload`` a body may be larger than elsewhere."""
    app.config["MAX_CONTENT_LENGTH"] = BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = BODY
    app.config["MAX_FORM_PARTS"] = 200

    @app.before_request
    def check() -> None:
        if not answers_to(addresses, request.host):
            abort(421)
        if upload is not None and request.endpoint == upload.endpoint:
            allow_large_body(upload)
        if isinstance(request.routing_exception, MethodNotAllowed):
            return
        if request.method not in ("GET", "HEAD", "OPTIONS") and not (bearer_token() or _own_form(key)):
            g.unsuitable = FORGED
            abort(403)

    @app.after_request
    def dress(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        if request.endpoint != "static":
            response.headers["Cache-Control"] = "no-store"
        return response if request.blueprint in COOKIELESS else remember_device(response)

    @app.after_request
    def tell(response: Response) -> Response:
        what = {413: LARGE, 421: FOREIGN}.get(response.status_code) or g.get("unsuitable", "")
        if what:
            refusal_log.record(what, address())
        return response


def allow_large_body(upload: UploadLimit) -> None:
    """Let a large body in, before anything of it is read: that of a stranger is not read at all."""
    if not upload.may():
        abort(403)
    # Files of a multipart form lie on the disk while they come; anything else would lie in memory.
    if request.mimetype == "multipart/form-data":
        request.max_content_length = upload.largest
        # The parser holds a piece of the file beside what it keeps of the other fields.
        request.max_form_memory_size = 4 * BODY


def refused_with(code: str) -> None:
    """Remember for the log why the table refused what this request asks."""
    if code in UNSUITABLE:
        g.unsuitable = UNSUITABLE[code]


def answers_to(addresses: TableAddresses, host: str) -> bool:
    """Whether this Host header is the table's. A name somebody else chose may have been pointed here (DNS rebinding);
    a bare address cannot be.
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.strip("[]").rstrip(".").lower()
    if name in addresses.names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _own_form(key: bytes) -> bool:
    return csrf_matches(key, request.headers.get("X-CSRF-Token", "") or request.form.get("csrf", ""))
