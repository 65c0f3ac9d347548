"""What the name and the password of a Wi-Fi may be."""

from __future__ import annotations

import re

from companion.core.wording import Message, say

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
"""Characters of a WPA password."""
KEY_DIGITS = 64
"""Hexadecimal digits of a key that is given instead of a password."""
LONGEST_SSID = 32
"""Bytes of a name."""

_KEY = re.compile(rf"[0-9A-Fa-f]{{{KEY_DIGITS}}}")


def ssid_problem(ssid: str) -> Message | None:
    """Why no Wi-Fi can have this name, or None."""
    if not ssid:
        return say("Say which Wi-Fi: it has a name.")
    if len(ssid.encode()) > LONGEST_SSID:
        return say("The name of a Wi-Fi is at most {n} characters long.", n=LONGEST_SSID)
    if not ssid.isprintable():
        return say("The name of a Wi-Fi has no line breaks or control characters.")
    return None


def password_problem(password: str) -> Message | None:
    """Why no Wi-Fi can have this password, or None. The words never quote it."""
    if _KEY.fullmatch(password):
        return None
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return say(
            "The password of a Wi-Fi has from {least} to {most} characters; this one has {n}.",
            least=SHORTEST_PASSWORD,
            most=LONGEST_PASSWORD,
            n=len(password),
        )
    if not (password.isascii() and password.isprintable()):
        return say("The password of a Wi-Fi has only letters without accents, digits, spaces and signs.")
    return None
