"""Protect the last copy that holds some entries of a play from deletion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from companion.keeping.copies import Copy
from companion.plays.backup import opened_read_only
from companion.plays.log_errors import LogError

Known = Mapping[str, int]
"""Number of the last entry, by play."""


def last_entries(log: Path) -> Known:
    """Last entry of each play in a log or copy; empty if it cannot be read."""
    try:
        with opened_read_only(log) as database:
            return dict(database.query("SELECT play, max(number) FROM entries GROUP BY play"))
    except LogError:
        return {}


def without_last_copies(dropped: Sequence[Copy], kept: Iterable[Copy], log: Path) -> tuple[Copy, ...]:
    """Those of ``dropped`` (newest first) that hold no entry missing from both the log and the copies that stay."""
    if not dropped:
        return ()
    known = dict(last_entries(log))
    for copy in kept:
        _add(known, last_entries(copy.path))
    found = []
    for copy in dropped:
        there = last_entries(copy.path)
        if any(number > known.get(play, 0) for play, number in there.items()):
            _add(known, there)
        else:
            found.append(copy)
    return tuple(found)


def _add(known: dict[str, int], more: Known) -> None:
    for play, number in more.items():
        known[play] = max(number, known.get(play, 0))
