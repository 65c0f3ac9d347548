"""Ties in words: why somebody is ahead of others with the same points, and why some share a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from companion.club.events.event_rounds import Names
from companion.club.events.event_rules import TieBreakKind
from companion.club.events.event_standings import EventPlace, EventStandings, Settled
from companion.club.events.tie_breaks import measured
from companion.core.wording import Arg, Message, listed, say

MOST_NAMES = 4
"""Of more people than these only the number is said."""

FINEST = 6
"""Digits after which two numbers that still look alike are shown as exact fractions."""


def tie_words(
    standings: EventStandings, tie_breaks: Sequence[TieBreakKind], names: Names
) -> dict[str, tuple[Message, ...]]:
    """What is to be said of each person's place; nothing of those whom points alone have placed."""
    found: dict[str, tuple[Message, ...]] = {}
    places = standings.places
    for level, after in zip_longest(places, places[1:]):
        ahead = () if level.settled is None or after is None else (_ahead(level, level.settled, after, names),)
        unmet = _unmet(level.people, standings, tie_breaks)
        for person in level.people:
            found[person] = (*_shared(level, person, names), *unmet, *ahead)
    return found


def people_words(people: Sequence[str], names: Names) -> Message:
    """The names of a few, the number of many."""
    if len(people) > MOST_NAMES:
        return say("{n} people", n=len(people))
    return listed([names.get(person, person) for person in people])


def points_words(points: Fraction) -> str:
    """Points exactly, as a whole number and a fraction: 12 1/3."""
    whole, part = divmod(abs(points), 1)
    shown = " ".join(str(piece) for piece in (whole, part) if piece) or "0"
    return f"-{shown}" if points < 0 else shown


def _shared(level: EventPlace, person: str, names: Names) -> tuple[Message, ...]:
    if len(level.people) == 1:
        return ()
    # A list of the others is made for few only: many can share a place, and each of them is told so.
    few = len(level.people) <= MOST_NAMES + 1
    others = [other for other in level.people if other != person] if few else level.people[1:]
    return (
        say(
            "Shares place {place} with {others}: the same points ({points}), and no tie-break separates them.",
            place=level.place,
            others=people_words(others, names),
            points=points_words(level.total),
        ),
    )


def _unmet(
    people: tuple[str, ...], standings: EventStandings, tie_breaks: Sequence[TieBreakKind]
) -> tuple[Message, ...]:
    if len(people) == 1 or "direct" not in tie_breaks or measured("direct", people, standings.tallies) is not None:
        return ()
    return (say("Who finished ahead of whom does not count here: they have not all met."),)


def _ahead(level: EventPlace, settled: Settled, after: EventPlace, names: Names) -> Message:
    return say(
        "Ahead of {others} with the same points ({points}): {why}",
        others=people_words(after.people, names),
        points=points_words(level.total),
        why=_WHY[settled.tie_break](settled),
    )


def _wins(settled: Settled) -> Message:
    return say("more tables won, {mine} against {theirs}.", mine=int(settled.ahead), theirs=int(settled.behind))


def _opponents(settled: Settled) -> Message:
    mine, theirs = _apart(settled.ahead, settled.behind)
    return say(
        "stronger opponents, who have {mine} points on average against {theirs}.",
        mine=mine,
        theirs=theirs,
    )


def _direct(settled: Settled) -> Message:
    return say(
        "those still tied have all met, and among them the score is {mine} to {theirs} (1 for each one finished ahead "
        "of, 1/2 for each one level).",
        mine=points_words(settled.ahead),
        theirs=points_words(settled.behind),
    )


def _share(settled: Settled) -> Message:
    mine, theirs = _apart(100 * settled.ahead, 100 * settled.behind)
    return say(
        "a larger share of the points of the games, on average {mine} % against {theirs} %.",
        mine=mine,
        theirs=theirs,
    )


def _unplayed(settled: Settled) -> Message:
    return say(
        "fewer rounds not played, {mine} against {theirs}.", mine=-int(settled.ahead), theirs=-int(settled.behind)
    )


_WHY: Mapping[TieBreakKind, Callable[[Settled], Message]] = {
    "wins": _wins,
    "opponents": _opponents,
    "direct": _direct,
    "share": _share,
    "byes": _unplayed,
}


def _apart(one: Fraction, other: Fraction) -> tuple[Arg, Arg]:
    """Two different numbers with as many digits, at least one, as tell them apart."""
    if one.denominator == other.denominator == 1:
        return int(one), int(other)
    for digits in range(1, FINEST + 1):
        if round(one, digits) != round(other, digits):
            return _decimal(one, digits), _decimal(other, digits)
    return points_words(one), points_words(other)


def _decimal(number: Fraction, digits: int) -> Message:
    """A number with ``digits`` digits after the decimal sign of the language."""
    scaled = round(abs(number) * 10**digits)
    whole, after = divmod(scaled, 10**digits)
    signed = f"-{whole}" if number < 0 and scaled else str(whole)
    padded = f"{after:0{digits}}"
    return say("{whole}.{digits}", whole=signed, digits=padded)
