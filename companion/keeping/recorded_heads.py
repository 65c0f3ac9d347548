"""Last entries of all plays, recorded outside the log so that a shortened log is detected.

Entries after the last copy are not covered.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from msgspec import structs

from companion.keeping.copier_state import read_state, write_state
from companion.plays.current_play import RecordedHead, heads_of
from companion.plays.log_errors import LogError
from companion.plays.log_file import open_read_only

logger = logging.getLogger(__name__)


def recorded_heads_of(copy: Path) -> dict[str, RecordedHead]:
    """Last entry of every play in a copy; empty if it cannot be read."""
    try:
        with closing(open_read_only(copy)) as log:
            return heads_of(log)
    except LogError as fault:
        logger.error("copy without a witness: %s", fault.code)
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
