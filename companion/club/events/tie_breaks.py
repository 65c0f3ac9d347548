"""The tie-breaks of an event: for people with the same points, the number by which each of them is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from companion.club.events.event_rules import TieBreakKind
from companion.club.events.tallies import Tally

Measured = dict[str, Fraction]
"""By person: more is better."""

Tallies = Mapping[str, Tally]


def measured(tie_break: TieBreakKind, tied: Sequence[str], tallies: Tallies) -> Measured | None:
    """The number of each of ``tied``; None where this tie-break says nothing about them."""
    return _MEASURES[tie_break](tied, tallies)


def opposition(tally: Tally, tallies: Tallies) -> Fraction:
    """The mean of the points that a person's opponents have now; one met twice counts twice, nobody met is 0."""
    meetings, points = 0, Fraction(0)
    for game, _seat in tally.games:
        meetings += len(game.people) - 1
        points += sum(tallies[person].total for person in game.people if person != tally.person)
    return points / meetings if meetings else Fraction(0)


def _wins(tied: Sequence[str], tallies: Tallies) -> Measured:
    return {person: Fraction(tallies[person].wins) for person in tied}


def _opponents(tied: Sequence[str], tallies: Tallies) -> Measured:
    return {person: opposition(tallies[person], tallies) for person in tied}


def _direct(tied: Sequence[str], tallies: Tallies) -> Measured | None:
    """Ahead of another at a table is 1, level 1/2, over all games of the tied against each other."""
    among = set(tied)
    found: Measured = {}
    for person in tied:
        met: set[str] = set()
        halves = 0
        for game, seat in tallies[person].games:
            for other, rank in zip(game.people, game.ranks, strict=True):
                if other != person and other in among:
                    met.add(other)
                    halves += 1 + (rank > game.ranks[seat]) - (rank < game.ranks[seat])
        if len(met) < len(among) - 1:
            return None
        found[person] = Fraction(halves, 2)
    return found


def _share(tied: Sequence[str], tallies: Tallies) -> Measured | None:
    """Nothing is compared unless all of them have played for points."""
    found = {person: share for person in tied if (share := tallies[person].share) is not None}
    return found if len(found) == len(tied) else None


def _unplayed(tied: Sequence[str], tallies: Tallies) -> Measured:
    return {person: Fraction(-tallies[person].unplayed) for person in tied}


_MEASURES: Mapping[TieBreakKind, Callable[[Sequence[str], Tallies], Measured | None]] = {
    "wins": _wins,
    "opponents": _opponents,
    "direct": _direct,
    "share": _share,
    "byes": _unplayed,
}
