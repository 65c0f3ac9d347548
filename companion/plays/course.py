"""How the points went through a play: the public account after each step that everybody saw and that still counts.

What is done in secret gives no point of its own, and no time: else the chart of a running play would tell how often
somebody does something there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.wording import Wording
from companion.plays.entry_sequence import Entries
from companion.plays.log import Log
from companion.plays.rows import PlayRow
from companion.plays.rulebook import read_state

MOST = 80
"""Points of a curve: so many states are read and scored at the most."""


class Curve(Struct, frozen=True):
    """The visible points of one side after each step of the course."""

    side: str
    seats: tuple[int, ...]
    label: Wording
    points: tuple[int, ...]


class Course(Struct, frozen=True):
    """The course of a play in so many ``steps``. ``minutes`` is how long it was played, without the nights between;
    None if unknown. ``gaps`` counts the entries that are damaged: the curves go on without them.
    """

    steps: int = 0
    curves: tuple[Curve, ...] = ()
    minutes: int | None = None
    gaps: int = 0


BREAK = 1800.0
"""Seconds between two entries that count as a break: people went home, or to dinner."""


def course(log: Log, game: AnyGame, row: PlayRow) -> Course:
    """The public course of a play. Entries that older rules stored and these cannot read are left out."""
    entries = Entries(log, row.id)
    if row.damaged or not entries:
        return Course()
    gaps = {entry.number for entry in entries if entry.kind == "gap"}
    seen_by_all = {entry.number: entry.mono for entry in entries if entry.open and entry.number not in gaps}
    line = entries.line(entries[-1].stands_for)
    chosen = _spread([number for number in line if number in seen_by_all or number in gaps], MOST)
    sheets = []
    for number in chosen:
        try:
            state = read_state(game, log.state(row.id, number))
        except (CompanionError, LookupError):
            continue
        sheets.append((number, game.score(seen(state, PUBLIC), PUBLIC)))
    if not sheets or not sheets[-1][1].counted or (gaps and sheets[-1][0] != chosen[-1]):
        # Without the last state an earlier one would be taken for the end.
        return Course(gaps=len(gaps))
    last = sheets[-1][1]
    curves = tuple(
        Curve(
            side.side,
            side.seats,
            side.label,
            tuple(next((one.total for one in sheet.sides if one.side == side.side), 0) for _, sheet in sheets),
        )
        for side in last.sides
    )
    return Course(len(sheets), curves, _minutes(list(seen_by_all.values())), len(gaps))


def _spread(numbers: list[int], most: int) -> list[int]:
    """At most so many of them, evenly, with the first and the last."""
    if len(numbers) <= most:
        return numbers
    step = (len(numbers) - 1) / (most - 1)
    return [numbers[round(place * step)] for place in range(most)]


def _minutes(times: Sequence[float]) -> int | None:
    """Time passed between entries, breaks left out. The count of seconds begins anew with every start of the program,
    so a step back is a restart and counts as a break.
    """
    seconds = sum(after - before for before, after in pairwise(times) if 0 <= after - before < BREAK)
    return round(seconds / 60) if len(times) > 1 else None
