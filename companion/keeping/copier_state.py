"""State of the copier that survives a restart, in a JSON file beside the log.

Not in the log itself: writing there would delay a move.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.plays.current_play import RecordedHead

FILE = "keeping.json"


class CopierState(Struct, frozen=True, omit_defaults=True):
    """``number`` of the last copy, which held ``entries`` entries of the running ``play``. ``suspect``: the log was
    found damaged. ``heads``: last entry of every play as of that copy, to detect a shortened log.
    """

    number: int = 0
    play: str = ""
    entries: int = 0
    suspect: bool = False
    heads: dict[str, RecordedHead] = {}


class PlayStatus(Struct, frozen=True):
    """Published play: its id (empty for none), its number of entries, and whether it is over."""

    play: str = ""
    entries: int = 0
    over: bool = False

    @property
    def playing(self) -> bool:
        return bool(self.play) and not self.over


def read_state(folder: Path) -> CopierState:
    """State stored in ``folder``; empty if missing or unreadable (at worst one copy too many is made)."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=CopierState)
    except (OSError, msgspec.MsgspecError):
        return CopierState()


def write_state(folder: Path, notes: CopierState) -> None:
    """Store the state atomically. Raises ``OSError``."""
    part = folder / f"{FILE}.part"
    part.write_bytes(msgspec.json.encode(notes))
    os.replace(part, folder / FILE)
