"""State of the copier that survives a restart, in a JSON file beside the log; with the last entry of every play,
so that a shortened log is detected; entries after the last copy are not covered.

Not in the log itself: writing there would delay a move.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from companion.plays.current_play import RecordedHead, heads_of
from companion.plays.log_errors import LogError
from companion.plays.log_file import open_read_only

logger = logging.getLogger(__name__)

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


def recorded_heads_of(copy: Path) -> dict[str, RecordedHead]:
    """Last entry of every play in a copy; empty if it cannot be read."""
    try:
        with closing(open_read_only(copy)) as log:
            return heads_of(log)
    except LogError as fault:
        logger.error("the last entries of a copy cannot be read: %s", fault.code)
        return {}


def merged_heads(before: Mapping[str, RecordedHead], copy: Path) -> dict[str, RecordedHead]:
    """Heads to record after a new copy: per play the longer of the recorded one and the copy's."""
    now = recorded_heads_of(copy)
    longer = {play: end for play, end in before.items() if play not in now or end.number > now[play].number}
    return now | longer


def record_heads_again(log: Path) -> None:
    """Record the heads of a log that was replaced on purpose."""
    with suppress(OSError):
        write_state(log.parent, structs.replace(read_state(log.parent), heads=recorded_heads_of(log)))
