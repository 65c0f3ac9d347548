"""The play on the table: which one it is, and whether it can be resumed."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.setup import SetupError
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_state
from companion.plays.storage.chain import StoredEntry
from companion.plays.storage.log_errors import Gap, damaged, play_damaged, play_shortened
from companion.plays.storage.rows import PlayRow, StateRow

PRESENT = "present"
"""Settings key of the play that a restart resumes."""


class RecordedHead(Struct, frozen=True):
    """Number and hexadecimal digest of a play's last entry, recorded outside the file."""

    number: int
    digest: str


RecordedHeads = Mapping[str, RecordedHead]
"""Heads by play id."""


def entry_counts(witnesses: RecordedHeads) -> dict[str, int]:
    """Number of entries of each play, as recorded."""
    return {play: seen.number for play, seen in witnesses.items()}


def current_play(log: Log) -> PlayRow | None:
    """The play on the table, else the newest; None in a new log."""
    return log.play(log.settings.get(PRESENT, "")) or next(iter(log.plays()), None)


def check_current_play(log: Log, games: Mapping[str, AnyGame], witnesses: RecordedHeads) -> None:
    """Check that the current play can be resumed: its row, its last entry and its current state are sound, and no entry
    is lost.

    Raises ``LogError``. A sound state unknown to the rules is not damage.
    """
    row = current_play(log)
    if row is None:
        return
    if log.orphans():
        raise damaged(log.where)
    if row.damaged:
        raise play_damaged(log.where, row.id)
    if lost := missing_entries(log, row.id, witnesses):
        raise play_shortened(log.where, row.id, lost, secret=log.ends_closed(row.id))
    if row.status == "gathering" and not log.count(row.id):
        return
    now = _state_that_counts(log, row.id)
    if now is None:
        raise play_damaged(log.where, row.id)
    if row.game in games:
        try:
            read_state(games[row.game], now)
        except Gap as gap:
            raise play_damaged(log.where, row.id) from gap
        except (SetupError, RulesBug):
            return


def _state_that_counts(log: Log, play: str) -> StateRow | None:
    head = _stored(log, play, log.count(play))
    now = _stored(log, play, head.entry.stands_for) if head is not None else None
    return now.state if now is not None else None


def missing_entries(log: Log, play: str, witnesses: RecordedHeads) -> int:
    """Number of recorded entries of a play that are missing or different; 0 if none is known to be."""
    seen = witnesses.get(play)
    if seen is None:
        return 0
    count = log.count(play)
    if count < seen.number:
        return seen.number - count
    stored = _stored(log, play, seen.number)
    # a damaged entry is a gap, not a different play
    return 0 if stored is None or stored.digest.hex() == seen.digest else count - seen.number + 1


def heads_of(log: Log) -> dict[str, RecordedHead]:
    """Last entry of every play, to be recorded outside the file."""
    heads = {row.id: log.head(row.id) for row in log.plays()}
    return {play: RecordedHead(head.number, head.digest.hex()) for play, head in heads.items() if head is not None}


def _stored(log: Log, play: str, number: int) -> StoredEntry | None:
    return next(log.stored(play, number, number), None)
