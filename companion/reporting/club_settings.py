"""The part ``[club]`` of the settings: which club the table reports to, and how it shows which table it is."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

TOKEN = re.compile(r"[0-9a-z]{1,32}-[0-9A-Za-z_-]{20,100}")
"""What ``companion club table add`` prints: the id of the table, then what only it knows."""
HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that are asked without TLS: nothing leaves the machine."""


class ClubSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a ``url`` nothing is reported. ``token`` was given out by the club. ``ca`` is the file of the authority
    that vouches for the club, or the club's own certificate (empty: those of the system). Its dates do not matter
    then: a table that never sees the internet does not know the time.
    """

    url: str = ""
    token: str = ""
    ca: str = ""

    @property
    def host(self) -> str:
        """The club as people write it."""
        return urlsplit(self.url).netloc

    @property
    def needs_time(self) -> bool:
        """Whether the club is believed only by who knows the time of day."""
        return self.url.startswith("https:") and not self.ca


NO_CLUB = ClubSettings()
"""Where the file of settings has no ``[club]``."""


def club_problem(settings: ClubSettings) -> str:
    """What is wrong with settings, in English, beginning with the key; empty if nothing is."""
    if not settings.url:
        return "url is not set: name the address of the club" if settings != NO_CLUB else ""
    address = _split(settings.url)
    if address is None or address.scheme not in ("https", "http") or address.query or address.fragment:
        return f"url is {settings.url!r}; expected an address like https://club.example"
    if address.username or address.password:
        return "url holds a name or a password; the club knows the table by its token"
    if address.scheme == "http" and address.hostname not in HERE:
        return "url begins with http://; the token would travel readable: expected https://"
    if not settings.token:
        return "token is not set: the club gives one out, with companion-club table add"
    if TOKEN.fullmatch(settings.token) is None:
        return "token is not one that a club gives out: copy all of it"
    if settings.ca and address.scheme == "http":
        return "ca needs an url with https://"
    return ""


def _split(url: str) -> SplitResult | None:
    try:
        address = urlsplit(url)
        found = address.hostname and (address.port is None or address.port > 0)
    except ValueError:
        return None
    return address if found and not any(sign.isspace() for sign in url) else None
