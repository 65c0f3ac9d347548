"""What the keeper must remember from one start to the next, in a small file beside the log.

Not in the log itself: writing there would make a move wait.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.plays.current_play import Witnessed

FILE = "keeping.json"


class Notes(Struct, frozen=True, omit_defaults=True):
    """``number`` is that of the last copy made. It held ``entries`` of ``play``, the one that was on then. ``suspect``
    says that the log was found damaged. ``heads`` are the ends of all plays as they were in that copy: outside the log,
    so that it is noticed when it has lost some of it.
    """

    number: int = 0
    play: str = ""
    entries: int = 0
    suspect: bool = False
    heads: dict[str, Witnessed] = {}


def read_notes(folder: Path) -> Notes:
    """The notes in a folder. A file that is missing or cannot be read is an empty one: at worst a copy too many."""
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Notes)
    except (OSError, msgspec.MsgspecError):
        return Notes()


def write_notes(folder: Path, notes: Notes) -> None:
    """Keep them. Raises ``OSError``."""
    part = folder / f"{FILE}.part"
    part.write_bytes(msgspec.json.encode(notes))
    os.replace(part, folder / FILE)
