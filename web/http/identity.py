"""Who a browser is: the secret of the device, the language and theme it wants, and the token against forged forms."""

from __future__ import annotations

import hmac
import secrets

from flask import Response, g, request

from companion.locale import LANGUAGES

DEVICE = "device"
LANGUAGE = "language"
THEME = "light"
YEAR = 365 * 24 * 3600
THEMES = ("dark", "light")
TOKEN_BYTES = 16
"""128 random bits."""


def device() -> str:
    """The secret of the browser that is asking; a new one is set with the response when it had none."""
    if "device" not in g:
        found = sent_token()
        g.device = found or secrets.token_urlsafe(TOKEN_BYTES)
        g.new_device = not found
    return str(g.device)


def address() -> str:
    """The address the request came from."""
    return request.remote_addr or ""


def sent_token() -> str:
    """The secret that came with the request: a program's in the Authorization header, else a browser's cookie; empty
    when there is none.
    """
    token = bearer_token() or request.cookies.get(DEVICE, "")
    return token if _well_formed(token) else ""


def bearer_token() -> str:
    """The token of a program. No other site can make a browser send this header, so no form token is needed."""
    found = request.authorization
    return str(found.token or "") if found is not None and found.type == "bearer" else ""


def _well_formed(token: str) -> bool:
    return len(token) == len(secrets.token_urlsafe(TOKEN_BYTES)) and token.isascii() and token.isprintable()


def remember_device(response: Response) -> Response:
    """Set the cookie of a device seen for the first time. Readable by no script, sent to no other site."""
    if g.get("new_device"):
        response.set_cookie(DEVICE, g.device, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def language() -> str:
    """The language of this page: as chosen on it, else the phone's own, else English."""
    chosen = request.cookies.get(LANGUAGE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def theme() -> str:
    """``dark``, ``light``, or empty for the device's own. Dark unless somebody chose: tables are dim."""
    chosen = request.cookies.get(THEME, THEMES[0])
    return chosen if chosen in THEMES else ""


def csrf_token(key: bytes) -> str:
    """What a form of this device must bring along. Another site can make the browser send a form, but not know this."""
    return hmac.digest(key, device().encode(), "sha256").hex()[:32]


def csrf_matches(key: bytes, sent: str) -> bool:
    return hmac.compare_digest(csrf_token(key).encode(), sent.encode(errors="replace"))
