"""Device secret, language, theme and other choices of a browser, and CSRF tokens."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

from flask import Response, g, request
from werkzeug.wrappers import Response as AnyResponse

from companion.locale import LANGUAGES, supported
from companion.network.addresses import plain_address
from web.http.proxies import SECURE

DEVICE = "device"
LANGUAGE = "language"
THEME = "light"
OWN_NAME = "name"
LONGEST_TYPED = 20
"""Characters that the field of a name takes."""
YEAR = 365 * 24 * 3600
THEMES = ("dark", "light")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "vibration": ("on", "off"),
    "sound": ("off", "on"),
    "screen": ("asked", "never", "always"),
    "covered": ("120", "20", "60", "300"),
}
"""What is chosen on a browser and kept in a cookie of that name, the usual value first: whether it vibrates and sounds
when its seat is awaited, while what its screen stays on, and the seconds until its covers close.
"""
TOKEN_BYTES = 16
"""128 random bits."""


def device() -> str:
    """Secret of the current device; a new one, set as a cookie with the response, when it sent none."""
    if "device" not in g:
        found = sent_token()
        g.device = found or secrets.token_urlsafe(TOKEN_BYTES)
        g.new_device = not found
    return str(g.device)


def address() -> str:
    """IP address of the client, of IPv4 also where an IPv6 socket has its connection; empty when unknown."""
    sender = request.remote_addr or ""
    return str(plain_address(sender) or sender)


def sent_token() -> str:
    """Secret sent with the request: bearer token of a program, else cookie of a browser, else empty."""
    token = bearer_token() or request.cookies.get(DEVICE, "")
    return token if _well_formed(token) else ""


def bearer_token() -> str:
    """Bearer token. Other sites cannot make a browser send it, so it needs no CSRF token."""
    found = request.authorization
    return str(found.token or "") if found is not None and found.type == "bearer" else ""


def _well_formed(token: str) -> bool:
    return len(token) == len(secrets.token_urlsafe(TOKEN_BYTES)) and token.isascii() and token.isprintable()


def remember_device(response: Response) -> Response:
    """Set the device cookie on the first response (HttpOnly, SameSite=Lax)."""
    if g.get("new_device"):
        set_cookie(response, DEVICE, g.device)
    return response


def set_cookie(response: AnyResponse, name: str, value: str) -> None:
    """Set a cookie that the browser keeps for a year and sends to the pages of this table alone (HttpOnly,
    SameSite=Lax). It is marked Secure where a server in front of the table speaks HTTPS at the address of the settings;
    not on the table's own HTTPS port, because its HTTP port has the same cookies and could not set this one any more.
    """
    path, secure = request.script_root or "/", bool(request.environ.get(SECURE))
    response.set_cookie(name, value, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="Lax")


def language() -> str:
    """Language from the cookie, else Accept-Language, else English."""
    return own_language() or LANGUAGES[0]


def own_language() -> str:
    """Language that was chosen in this browser, else the first of its languages that the product speaks, else empty."""
    chosen = request.cookies.get(LANGUAGE, "")
    accepted = (code for code, quality in request.accept_languages if quality > 0)
    return next(filter(None, map(supported, (chosen, *accepted))), "")


def theme(*, screen: bool = False) -> str:
    """``dark`` or ``light`` as chosen in this browser; empty for the device's own theme, used where nothing was
    chosen. A ``screen`` that a room looks at is dark then: a TV asks for light because nobody ever set it.
    """
    chosen = request.cookies.get(THEME, THEMES[0] if screen else "")
    return chosen if chosen in THEMES else ""


def choices() -> dict[str, str]:
    """The value of each of ``CHOICES``."""
    sent = {name: request.cookies.get(name, "") for name in CHOICES}
    return {name: sent[name] if sent[name] in values else values[0] for name, values in CHOICES.items()}


def own_name() -> str:
    """Name that was typed last on this device, empty before."""
    return request.cookies.get(OWN_NAME, "")[:LONGEST_TYPED]


def remember_name(response: AnyResponse, name: str) -> AnyResponse:
    """Keep a typed name in the browser, also one that was refused, so that it need not be typed again."""
    if kept := name.strip()[:LONGEST_TYPED]:
        set_cookie(response, OWN_NAME, kept)
    return response


def csrf_token(key: bytes) -> str:
    """CSRF token of the current device, for its forms."""
    return hmac.digest(key, device().encode(), "sha256").hex()[:32]


def csrf_matches(key: bytes, sent: str) -> bool:
    return hmac.compare_digest(csrf_token(key).encode(), sent.encode(errors="replace"))
