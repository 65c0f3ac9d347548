"""Name and password of the table's own Wi-Fi, generated once per device, and the QR text to join it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""32 characters without 0/O and 1/I, easy to read from a small display."""
GROUPS, GROUP = 3, 4
"""Three groups of four characters: 60 bits, safe against offline guessing."""
NAME = "Table-"
KEY = "wifi"
"""Settings key."""


class Wifi(Struct, frozen=True):
    """SSID (at most 32 bytes) and password (8 to 63 ASCII characters)."""

    ssid: str
    password: str

    def __repr__(self) -> str:
        return f"Wifi({self.ssid!r})"

    @property
    def code(self) -> str:
        """Text of the QR code that makes a phone join."""
        return f"WIFI:T:WPA;S:{escaped(self.ssid)};P:{escaped(self.password)};;"


class Settings(Protocol):
    """Persistent key-value store."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def put(self, key: str, value: Any) -> None: ...


def escaped(text: str) -> str:
    """Escape a value for the Wi-Fi QR text; hexadecimal-looking text is quoted."""
    bare = "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
    hexadecimal = bool(text) and all(sign in "0123456789abcdefABCDEF" for sign in text)
    return f'"{bare}"' if hexadecimal else bare


def own_wifi(settings: Settings, secret: Callable[[int], bytes], password: str = "") -> Wifi:
    """This device's Wi-Fi, generated on first call. ``secret(n)`` returns n random bytes. A ``password`` that was
    chosen takes the place of the random one, for good.
    """
    kept = settings.get(KEY)
    known = isinstance(kept, dict) and {"ssid", "password"} <= kept.keys()
    wifi = Wifi(str(kept["ssid"]), str(kept["password"])) if known else new_wifi(secret)
    if password:
        wifi = Wifi(wifi.ssid, password)
    wanted = {"ssid": wifi.ssid, "password": wifi.password}
    if kept != wanted:
        settings.put(KEY, wanted)
    return wifi


def renewed_wifi(settings: Settings, secret: Callable[[int], bytes], password: str = "") -> Wifi:
    """Another name, and another password unless one was chosen, instead of those that were stored."""
    settings.put(KEY, None)
    return own_wifi(settings, secret, password)


def kept_wifi(settings: Settings) -> Wifi | None:
    """This device's Wi-Fi if it exists already."""
    kept = settings.get(KEY)
    return Wifi(str(kept["ssid"]), str(kept["password"])) if isinstance(kept, dict) else None


def new_wifi(secret: Callable[[int], bytes]) -> Wifi:
    signs = [LETTERS[byte % len(LETTERS)] for byte in secret(GROUP + GROUPS * GROUP)]
    groups = ["".join(signs[at : at + GROUP]) for at in range(0, len(signs), GROUP)]
    return Wifi(NAME + groups[0], "-".join(groups[1:]))
