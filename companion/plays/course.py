"""How the points went through a play: the public account after each step that everybody saw and that still counts.

What is done in secret gives no point of its own, and no time: else the chart of a running play would tell how often
somebody does something there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.wording import Wording
from companion.plays.entry import Entry
from companion.plays.log import Log
from companion.plays.rows import PlayRow
from companion.plays.rulebook import read_state

MOST = 80
"""Points of a curve: so many states are read and scored at the most."""
PORTION = 256


class Curve(Struct, frozen=True):
    """The visible points of one side after each step of the course."""

    side: str
    seats: tuple[int, ...]
    label: Wording
    points: tuple[int, ...]


class Course(Struct, frozen=True):
    """The course of a play in so many ``steps``. ``minutes`` is how long it was played, without the nights between;
    None if unknown.
    """

    steps: int = 0
    curves: tuple[Curve, ...] = ()
    minutes: int | None = None


BREAK = 1800.0
"""Seconds between two entries that count as a break: people went home, or to dinner."""


def course(log: Log, game: AnyGame, row: PlayRow) -> Course:
    """The public course of a play. Entries that older rules stored and these cannot read are left out."""
    seen_by_all = {entry.number: entry.mono for entry in _entries(log, row.id) if entry.open}
    chosen = _spread([number for number in _effective(log, row.id) if number in seen_by_all], MOST)
    sheets = []
    for number in chosen:
        try:
            state = read_state(game, log.state(row.id, number))
        except CompanionError:
            continue
        sheets.append(game.score(seen(state, PUBLIC), PUBLIC))
    if not sheets or not sheets[-1].counted:
        return Course()
    last = sheets[-1]
    curves = tuple(
        Curve(
            side.side,
            side.seats,
            side.label,
            tuple(next((one.total for one in sheet.sides if one.side == side.side), 0) for sheet in sheets),
        )
        for side in last.sides
    )
    return Course(len(sheets), curves, _minutes(list(seen_by_all.values())))


def _effective(log: Log, play: str) -> list[int]:
    """The entries that lead to the present state, without what was taken back, in order."""
    links = list(log.links(play))
    numbers: list[int] = []
    number = len(links)
    while number:
        base, stands_for = links[number - 1]
        if stands_for not in (0, number):
            number = stands_for
            continue
        numbers.append(number)
        number = base
    return numbers[::-1]


def _spread(numbers: list[int], most: int) -> list[int]:
    """At most so many of them, evenly, with the first and the last."""
    if len(numbers) <= most:
        return numbers
    step = (len(numbers) - 1) / (most - 1)
    return [numbers[round(place * step)] for place in range(most)]


def _entries(log: Log, play: str) -> Iterator[Entry]:
    """All entries, read in portions."""
    first = 1
    while portion := log.entries(play, first, first + PORTION - 1):
        yield from portion
        first += PORTION


def _minutes(times: Sequence[float]) -> int | None:
    """Time passed between entries, breaks left out. The count of seconds begins anew with every start of the program,
    so a step back is a restart and counts as a break.
    """
    seconds = sum(after - before for before, after in pairwise(times) if 0 <= after - before < BREAK)
    return round(seconds / 60) if len(times) > 1 else None
