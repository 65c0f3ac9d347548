"""Request file by which a command asks the running table to open or close its own Wi-Fi."""

from __future__ import annotations

import os
from pathlib import Path

FILE = "hotspot-request"
WORDS = {"on": True, "off": False}


def leave_request(folder: Path, *, on: bool) -> None:
    """Write the request for the table that keeps its plays in ``folder``. Raises ``OSError``."""
    whole = folder / f"{FILE}.new"
    whole.write_text("on" if on else "off", encoding="ascii")
    os.replace(whole, folder / FILE)


def take_request(folder: Path) -> bool | None:
    """Read and delete the request: True for on, False for off, None for none."""
    left = folder / FILE
    try:
        word = left.read_text(encoding="ascii").strip()
        left.unlink()
    except (OSError, UnicodeDecodeError):
        return None
    return WORDS.get(word)
