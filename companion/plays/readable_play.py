"""A stored play for reading and export; damaged parts are left out and counted."""

from __future__ import annotations

from typing import Any

from companion.core.chance import commitment
from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.plays.closing import is_concluded
from companion.plays.entry_sequence import EffectiveEntries, Entries
from companion.plays.history import History
from companion.plays.log import Log
from companion.plays.log_errors import Gap
from companion.plays.rows import PlayRow
from companion.plays.rule_calls import read_state


class ReadablePlay:
    """``state`` is None if the last state cannot be read; ``gaps`` counts damaged entries."""

    def __init__(self, log: Log, game: AnyGame, row: PlayRow) -> None:
        """Raises ``Gap`` if nothing of the play is known, and ``LogError``."""
        entries = Entries(log, row.id)
        if row.damaged or not entries:
            raise Gap
        self.id = row.id
        self.game = game
        self.setup = row.setup
        self.seed = row.seed
        self.commitment = commitment(row.seed)
        self.concluded = is_concluded(log, row.id)
        self.gaps = sum(entry.kind == "gap" for entry in entries)
        present = entries[-1].stands_for
        self.history = History(entries, EffectiveEntries(entries, entries.line(present)))
        self.state = _state(log, game, row.id, present) if entries[-1].kind != "gap" else None


def _state(log: Log, game: AnyGame, play: str, number: int) -> Any:
    try:
        return read_state(game, log.state(play, number))
    except (CompanionError, LookupError):
        return None
