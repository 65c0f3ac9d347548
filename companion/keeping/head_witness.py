"""The ends of all plays, kept outside the log: so that it is noticed when a log has lost some of them.

What came after the last copy has no witness: whether some of it is gone cannot be proved.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from msgspec import structs

from companion.keeping.copier_state import read_notes, write_notes
from companion.plays.current_play import Witnessed, witnesses_of
from companion.plays.log_errors import LogError
from companion.plays.log_file import look_into

logger = logging.getLogger(__name__)


def heads_in(copy: Path) -> dict[str, Witnessed]:
    """The ends of all plays in a copy; none where it cannot be read."""
    try:
        with closing(look_into(copy)) as log:
            return witnesses_of(log)
    except LogError as fault:
        logger.error("copy without a witness: %s", fault.code)
        return {}


def seen_since(before: Mapping[str, Witnessed], copy: Path) -> dict[str, Witnessed]:
    """The ends to remember now that there is this copy: no play becomes shorter by itself."""
    now = heads_in(copy)
    longer = {play: end for play, end in before.items() if play not in now or end.number > now[play].number}
    return now | longer


def witness_anew(log: Path) -> None:
    """Another file was put in its place on purpose: what it holds is what there is."""
    with suppress(OSError):
        write_notes(log.parent, structs.replace(read_notes(log.parent), heads=heads_in(log)))
