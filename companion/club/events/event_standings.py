"""The standings of an event: places by points, then by one tie-break after another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from companion.club.events.event_rounds import ClubEvent
from companion.club.events.event_rules import TieBreakKind
from companion.club.events.tallies import Tally, tallies
from companion.club.events.tie_breaks import Tallies, measured


class Settled(Struct, frozen=True):
    """The tie-break that put a place ahead of the next one, with the numbers of both; more is better."""

    tie_break: TieBreakKind
    ahead: Fraction
    behind: Fraction


class EventPlace(Struct, frozen=True):
    """A place, from 1, and the people who share it. ``settled`` is None where points, or nothing, follow."""

    place: int
    people: tuple[str, ...]
    total: Fraction
    settled: Settled | None = None


class EventStandings(Struct, frozen=True):
    """The places in order, the tally of each person, and who has left."""

    places: tuple[EventPlace, ...]
    tallies: dict[str, Tally]
    gone: frozenset[str]


def event_standings(event: ClubEvent) -> EventStandings:
    """The standings as they are: open tables count nothing yet, and people who have left keep their points."""
    found = tallies(event)
    places: list[EventPlace] = []
    before = 0
    ordered = sorted(found, key=lambda person: found[person].total, reverse=True)
    for total, level in groupby(ordered, key=lambda person: found[person].total):
        for tied, settled in _ranked(tuple(level), event.rules.tie_breaks, found):
            places.append(EventPlace(before + 1, tied, total, settled))
            before += len(tied)
    gone = frozenset(entrant.person for entrant in event.entrants if entrant.has_left(event.next_round))
    return EventStandings(tuple(places), found, gone)


_Part = tuple[tuple[str, ...], Settled | None]
"""People whom nothing separates, and what put them ahead of the next such."""


def _ranked(tied: tuple[str, ...], tie_breaks: Sequence[TieBreakKind], found: Tallies) -> list[_Part]:
    """``tied`` in the order that ``tie_breaks`` give them."""
    if len(tied) == 1 or not tie_breaks:
        return [(tied, None)]
    tie_break, *rest = tie_breaks
    numbers = measured(tie_break, tied, found)
    if numbers is None or len(set(numbers.values())) == 1:
        return _ranked(tied, rest, found)
    values = sorted(set(numbers.values()), reverse=True)
    # The fewer who are still tied may all have met, or have another order among themselves: they are compared again.
    below = tie_breaks if tie_break == "direct" else rest
    parts: list[_Part] = []
    for value in values:
        if parts:
            parts[-1] = (parts[-1][0], Settled(tie_break, numbers[parts[-1][0][0]], value))
        parts += _ranked(tuple(person for person in tied if numbers[person] == value), below, found)
    return parts
