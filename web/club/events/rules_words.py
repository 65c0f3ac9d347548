"""The rules of an event in words, for those who play in it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.club.events.event_rules import EventRules, TieBreakKind
from companion.club.events.stored.usual_rules import PointsKind, kind_of
from companion.core.wording import Message, listed, say

TIE_BREAK_WORDS: Mapping[TieBreakKind, Message] = {
    "wins": say("more tables won"),
    "opponents": say("stronger opponents"),
    "direct": say("who finished ahead of whom"),
    "share": say("larger share of the points of the games"),
    "byes": say("fewer rounds not played"),
}
"""What a tie-break compares, as a part of a sentence."""

KIND_WORDS: Mapping[PointsKind, Message] = {
    "podium": say("5, 3, 2 and 1 points for the first four of a table"),
    "behind": say("a point for each person at the table who finished behind"),
    "win": say("a point for winning the table, nothing for the others"),
}


def rules_words(rules: EventRules) -> tuple[Message, ...]:
    """How points are given, and what separates those who have the same."""
    kind = kind_of(rules.points)
    if kind is not None:
        points = [say("Points: {points}.", points=KIND_WORDS[kind])]
    else:
        points = [
            say("Points at a table of {size}: {points}.", size=size, points=", ".join(map(str, given)))
            for size, given in sorted(rules.points.items())
            if rules.sizes.least <= size <= rules.sizes.most
        ]
    return (*points, _ties(rules), _unplayed(rules), *_tie_breaks(rules))


def _ties(rules: EventRules) -> Message:
    if rules.ties == "mean":
        return say("Who shares a rank gets the mean of the points of those ranks.")
    return say("Who shares a rank gets the points of the higher one.")


def _unplayed(rules: EventRules) -> Message:
    return say("Sitting out gives {bye}, a table that is void {void}.", bye=rules.bye, void=rules.void)


def _tie_breaks(rules: EventRules) -> tuple[Message, ...]:
    if not rules.tie_breaks:
        return (say("Who has the same points shares the place."),)
    tie_breaks = listed([TIE_BREAK_WORDS[tie_break] for tie_break in rules.tie_breaks])
    return (say("With the same points these count, one after the other: {tie_breaks}.", tie_breaks=tie_breaks),)
