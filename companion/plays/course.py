"""How the points went through a play: the public account after each entry that still counts."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.wording import Wording
from companion.plays.log import Log
from companion.plays.rows import PlayRow
from companion.plays.rulebook import read_state

MOST = 80
"""Points of a curve: so many states are read and scored at the most."""


class Curve(Struct, frozen=True):
    """The visible points of one side, one number for each entry of ``Course.entries``."""

    side: str
    seats: tuple[int, ...]
    label: Wording
    points: tuple[int, ...]


class Course(Struct, frozen=True):
    """The course of a play. ``minutes`` is how long it was played, without the nights between; None if unknown."""

    entries: tuple[int, ...] = ()
    curves: tuple[Curve, ...] = ()
    minutes: int | None = None


BREAK = 1800.0
"""Seconds between two entries that count as a break: people went home, or to dinner."""


def course(log: Log, game: AnyGame, row: PlayRow) -> Course:
    """The public course of a play. Entries that older rules stored and these cannot read are left out."""
    chosen = _spread(_effective(log, row.id), MOST)
    sheets = []
    for number in chosen:
        try:
            state = read_state(game, log.state(row.id, number))
        except CompanionError:
            continue
        sheets.append((number, game.score(seen(state, PUBLIC), PUBLIC)))
    if not sheets or not sheets[-1][1].counted:
        return Course()
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
    return Course(tuple(number for number, _ in sheets), curves, _minutes(log, row.id))


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


def _minutes(log: Log, play: str) -> int | None:
    """Time passed between entries, breaks left out. The count of seconds begins anew with every start of the program,
    so a step back is a restart and counts as a break.
    """
    count = sum(log.accepted(play).values())
    times = [entry.mono for entry in log.entries(play, 1, count)]
    seconds = sum(after - before for before, after in pairwise(times) if 0 <= after - before < BREAK)
    return round(seconds / 60) if len(times) > 1 else None
