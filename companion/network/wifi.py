"""The own Wi-Fi's name and password: made once for every device, and the text of the QR code that joins it.

A password printed in public documentation, the same for every device, is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Thirty-two signs without 0 and O, 1 and I: read from a display of 64 rows and typed on glass."""
GROUPS, GROUP = 3, 4
"""Three groups of four signs: 60 bits, which nobody guesses who recorded a phone joining."""
NAME = "Table-"
KEY = "wifi"
"""The setting that keeps it."""


class Wifi(Struct, frozen=True):
    """A network of the table's own: its name (at most 32 bytes) and its password (8 to 63 characters of ASCII)."""

    ssid: str
    password: str

    @property
    def code(self) -> str:
        """What a phone's camera takes as "join this network"."""
        return f"WIFI:T:WPA;S:{escaped(self.ssid)};P:{escaped(self.password)};;"


class Settings(Protocol):
    """Small things by key that outlive a restart."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def put(self, key: str, value: Any) -> None: ...


def escaped(text: str) -> str:
    """As the Wi-Fi QR text wants it: a stroke before its own signs; quotes around what could be read as hexadecimal."""
    bare = "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
    hexadecimal = bool(text) and all(sign in "0123456789abcdefABCDEF" for sign in text)
    return f'"{bare}"' if hexadecimal else bare


def own_wifi(settings: Settings, secret: Callable[[int], bytes]) -> Wifi:
    """This device's Wi-Fi, made at the first call. ``secret(n)`` gives n random bytes."""
    kept = settings.get(KEY)
    if isinstance(kept, dict) and {"ssid", "password"} <= kept.keys():
        return Wifi(str(kept["ssid"]), str(kept["password"]))
    made = new_wifi(secret)
    settings.put(KEY, {"ssid": made.ssid, "password": made.password})
    return made


def kept_wifi(settings: Settings) -> Wifi | None:
    """This device's Wi-Fi if it has been made."""
    kept = settings.get(KEY)
    return Wifi(str(kept["ssid"]), str(kept["password"])) if isinstance(kept, dict) else None


def new_wifi(secret: Callable[[int], bytes]) -> Wifi:
    signs = [LETTERS[byte % len(LETTERS)] for byte in secret(GROUP + GROUPS * GROUP)]
    groups = ["".join(signs[at : at + GROUP]) for at in range(0, len(signs), GROUP)]
    return Wifi(NAME + groups[0], "-".join(groups[1:]))
