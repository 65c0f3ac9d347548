"""Which plays a copy knows and nobody else: the last copy of them is never thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from companion.keeping.copies import Copy
from companion.plays.backup import opened
from companion.plays.log_errors import LogError

Known = Mapping[str, int]
"""The number of the last entry by play."""


def known_in(log: Path) -> Known:
    """What a log or a copy knows; nothing where it cannot be read."""
    try:
        with opened(log) as database:
            return dict(database.query("SELECT play, max(number) FROM entries GROUP BY play"))
    except LogError:
        return {}


def not_alone(dropped: Sequence[Copy], kept: Iterable[Copy], log: Path) -> tuple[Copy, ...]:
    """Those of the copies to be dropped (the newest first) that know nothing which is neither in the log nor in another
    copy that stays.
    """
    if not dropped:
        return ()
    known = dict(known_in(log))
    for copy in kept:
        _add(known, known_in(copy.path))
    found = []
    for copy in dropped:
        there = known_in(copy.path)
        if any(number > known.get(play, 0) for play, number in there.items()):
            _add(known, there)
        else:
            found.append(copy)
    return tuple(found)


def _add(known: dict[str, int], more: Known) -> None:
    for play, number in more.items():
        known[play] = max(number, known.get(play, 0))
