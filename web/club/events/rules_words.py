"""The rules of an event in words, for those who play in it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.club.events.event_rules import EventRules, Rung
from companion.club.events.stored.usual_rules import PointsKind, kind_of
from companion.core.wording import Message, listed, say

RUNGS: Mapping[Rung, Message] = {
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
    return (*points, _ties(rules), _unplayed(rules), *_ladder(rules))


def _ties(rules: EventRules) -> Message:
    if rules.ties == "mean":
        return say("Who shares a rank gets the mean of the points of those ranks.")
    return say("Who shares a rank gets the points of the higher one.")


def _unplayed(rules: EventRules) -> Message:
    return say("Sitting out gives {bye}, a table that is void {void}.", bye=rules.bye, void=rules.void)


def _ladder(rules: EventRules) -> tuple[Message, ...]:
    if not rules.ladder:
        return (say("Who has the same points shares the place."),)
    ladder = listed([RUNGS[rung] for rung in rules.ladder])
    return (say("With the same points these count, one after the other: {ladder}.", ladder=ladder),)
