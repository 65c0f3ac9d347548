"""A word for the running table, left by a command beside its log: open the own Wi-Fi, or close it."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "hotspot-wish"
WORDS = {"on": True, "off": False}


def leave_wish(folder: Path, *, on: bool) -> None:
    """For the table that keeps its plays in ``folder``. Raises ``OSError``."""
    whole = folder / f"{FILE}.new"
    whole.write_text("on" if on else "off", encoding="ascii")
    os.replace(whole, folder / FILE)


def take_wish(folder: Path) -> bool | None:
    """What was left there since last time, if anything."""
    left = folder / FILE
    try:
        word = left.read_text(encoding="ascii").strip()
        left.unlink()
    except (OSError, UnicodeDecodeError):
        return None
    return WORDS.get(word)
