"""The Wi-Fis in sight, as people choose among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Security = Literal["open", "password", "wpa3", "other"]
"""What joining takes: nothing, a password, a password by WPA3 alone, or something the table does not do (a user name,
or WEP).
"""

PRIVACY = 0x1
"""NM_802_11_AP_FLAGS_PRIVACY: without WPA, this is WEP."""
BY_PASSWORD, BY_USER, BY_SAE = 0x100, 0x200, 0x400
"""Of NM80211ApSecurityFlags: KEY_MGMT_PSK, KEY_MGMT_802_1X, KEY_MGMT_SAE."""
MOST = 40
"""Networks that are listed, the strongest; others can be typed."""
BARS = (30, 55, 75)
"""Percent of strength from which there are two, three and four bars."""


class AccessPoint(Struct, frozen=True):
    """One access point as NetworkManager lists it. ``strength`` is in percent; ``wpa`` and ``rsn`` are its security
    flags.
    """

    ssid: bytes
    strength: int
    flags: int = 0
    wpa: int = 0
    rsn: int = 0

    @property
    def security(self) -> Security:
        keys = self.wpa | self.rsn
        if keys & BY_PASSWORD:
            return "password"
        if keys & BY_SAE:
            return "wpa3"
        if keys & BY_USER or self.flags & PRIVACY:
            return "other"
        return "open"


class NearNetwork(Struct, frozen=True):
    """A Wi-Fi in sight: its name, one to four bars of strength, and what joining takes."""

    ssid: str
    bars: int
    security: Security


def near_networks(points: Iterable[AccessPoint], without: str = "") -> tuple[NearNetwork, ...]:
    """The networks of these access points, each once, the strongest first, ``MOST`` of them. Left out are hidden names,
    those that nobody can type, and ``without``.
    """
    best: dict[str, AccessPoint] = {}
    for point in points:
        name = _readable(point.ssid)
        if name and name != without and (name not in best or best[name].strength < point.strength):
            best[name] = point
    found = [NearNetwork(name, _bars(point.strength), point.security) for name, point in best.items()]
    return tuple(sorted(found, key=lambda one: (-one.bars, one.ssid.lower(), one.ssid))[:MOST])


def printable(name: str) -> str:
    """The name of a network without signs that a terminal or a reader would obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in name)


def _readable(ssid: bytes) -> str:
    try:
        name = ssid.decode()
    except UnicodeDecodeError:
        return ""
    return name if name.isprintable() else ""


def _bars(strength: int) -> int:
    return 1 + sum(strength >= least for least in BARS)
