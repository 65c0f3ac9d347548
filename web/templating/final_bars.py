"""The end of a play on the table screen: a bar a side, cut by kind of points, and what decided it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from companion.core.scoring import ScoreSheet, SideScore
from companion.core.wording import Message, Wording, say, say_n

WIDTH = 600
"""Units of the longest bar; on a screen of 1920 by 1080 a unit is a pixel."""
NARROWEST = 36
"""Units in which a number can be read."""
KINDS = 8
"""Kinds of points that have a colour; the smallest of more share the last one."""


class Segment(Struct, frozen=True):
    """A part of a bar, in units. ``kind`` counts the kinds from 0."""

    x: int
    width: int
    points: int
    kind: int

    @property
    def readable(self) -> bool:
        return self.width >= NARROWEST


class ScoreBars(Struct, frozen=True):
    """The names of the kinds, and the segments of each side."""

    kinds: tuple[Wording, ...]
    segments: Mapping[str, tuple[Segment, ...]]


def score_bars(sheet: ScoreSheet) -> ScoreBars:
    """Bars of the points that sides have gained; what they lost is in the total only."""
    points = {side.side: _by_kind(side) for side in sheet.sides}
    labels: dict[str, Wording] = {}
    for side in sheet.sides:
        for line in side.lines:
            labels.setdefault(line.key, line.label)
    sums = {kind: sum(max(each.get(kind, 0), 0) for each in points.values()) for kind in labels}
    kinds = [kind for kind in labels if sums[kind]]
    if len(kinds) > KINDS:
        largest = sorted(kinds, key=lambda kind: -sums[kind])[: KINDS - 1]
        kinds = [kind for kind in kinds if kind in largest]
    names = [labels[kind] for kind in kinds]
    if any(sums[kind] for kind in labels if kind not in kinds):
        names.append(say("others"))
    place = {kind: kinds.index(kind) if kind in kinds else len(kinds) for kind in labels}
    longest = max((sum(max(n, 0) for n in each.values()) for each in points.values()), default=0) or 1
    return ScoreBars(tuple(names), {side: tuple(_segments(each, place, longest)) for side, each in points.items()})


def _by_kind(side: SideScore) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in side.lines:
        found[line.key] = found.get(line.key, 0) + (line.points or 0)
    return found


def _segments(points: Mapping[str, int], place: Mapping[str, int], longest: int) -> Iterator[Segment]:
    gained: dict[int, int] = {}
    for name, n in points.items():
        if n > 0:
            gained[place[name]] = gained.get(place[name], 0) + n
    before = 0
    for kind in sorted(gained):
        start, end = (WIDTH * n // longest for n in (before, before + gained[kind]))
        yield Segment(start, end - start, gained[kind], kind)
        before += gained[kind]


def lead(sheet: ScoreSheet) -> Message | None:
    """How far the winner is ahead, and by which kind of points; None where something else decided it."""
    ranking = sheet.ranking()
    if not sheet.counted or len(ranking) < 2 or len(ranking[0].sides) > 1:
        return None
    first, second = ranking[0].sides[0], ranking[1].sides[0]
    n = first.total - second.total if sheet.highest_wins else second.total - first.total
    if n <= 0 or first.won is not None:
        return None
    mine, theirs = _by_kind(first), _by_kind(second)
    ahead = {kind: points - theirs.get(kind, 0) for kind, points in mine.items()}
    kind = max(ahead, key=lambda one: ahead[one], default="")
    if not sheet.highest_wins or ahead.get(kind, 0) <= 0:
        return say_n("{n} point ahead", "{n} points ahead", n)
    label = next(line.label for line in first.lines if line.key == kind)
    return say_n("{n} point ahead, most of all by: {kind}", "{n} points ahead, most of all by: {kind}", n, kind=label)


def tie_words(sheet: ScoreSheet) -> list[Message]:
    """For each two places of equal points, what put one before the other."""
    found: list[Message] = []
    ranking = sheet.ranking()
    for before, rank in pairwise(ranking):
        if rank.settled_by is None:
            continue
        place = sheet.ladder.index(rank.settled_by)
        ahead, behind = before.sides[0], rank.sides[0]
        found.append(
            say(
                "{ahead} is ahead of {behind}. {what}: {mine} to {theirs}.",
                ahead=ahead.people,
                behind=behind.people,
                what=rank.settled_by.label,
                mine=ahead.ties[place],
                theirs=behind.ties[place],
            )
        )
    return found
