"""The end of a play on the table screen: a bar a side, cut by kind of points, and what decided it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.options import colour_of
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.wording import Message, Wording, say, say_n

WIDTH = 600
"""Units of the longest bar; on a screen of 1920 by 1080 a unit is a pixel."""
DIGIT = 20
"""Units in which a digit can be read."""
KINDS = 8
"""Kinds of points that have a colour; the smallest of more share the last one."""


class Kind(Struct, frozen=True):
    """A kind of points: its name, and the end of the class that paints it. ``lost``: nobody gained any."""

    name: Wording
    paint: str
    lost: bool = False


class Segment(Struct, frozen=True):
    """A part of a bar, in units. ``kind`` counts the kinds from 0, ``paint`` is the end of its class."""

    x: int
    width: int
    points: int
    kind: int
    paint: str = ""

    @property
    def lost(self) -> bool:
        return self.points < 0

    @property
    def readable(self) -> bool:
        return self.width >= DIGIT * len(str(self.points))


class ScoreBars(Struct, frozen=True):
    """The kinds, the segments of each side, and where all bars have their zero: points gained stand behind it, points
    lost before.
    """

    kinds: tuple[Kind, ...]
    segments: Mapping[str, tuple[Segment, ...]]
    zero: int = 0


def score_bars(sheet: ScoreSheet) -> ScoreBars:
    """Bars of what sides have gained and lost, which add up to their totals."""
    points = {side.side: _by_kind(side) for side in sheet.sides}
    names: dict[str, Wording] = {}
    for side in sheet.sides:
        for line in side.lines:
            names.setdefault(line.key, line.called)
    sums = {kind: sum(abs(each.get(kind, 0)) for each in points.values()) for kind in names}
    kinds = [kind for kind in names if sums[kind]]
    if len(kinds) > KINDS:
        largest = sorted(kinds, key=lambda kind: -sums[kind])[: KINDS - 1]
        kinds = [kind for kind in kinds if kind in largest]
    place = {kind: kinds.index(kind) if kind in kinds else len(kinds) for kind in names}
    paints = _paints(kinds)
    shown = [Kind(names[kind], paints[at], _only_lost(points, [kind])) for at, kind in enumerate(kinds)]
    if rest := [kind for kind in names if sums[kind] and kind not in kinds]:
        paints.append(str(KINDS - 1))
        shown.append(Kind(say("others"), paints[-1], _only_lost(points, rest)))
    parts = {side: _parts(each, place) for side, each in points.items()}
    gained = max((sum(n for _, n in each if n > 0) for each in parts.values()), default=0)
    lost = max((-sum(n for _, n in each if n < 0) for each in parts.values()), default=0)
    units = gained + lost or 1
    bars = {side: tuple(_segments(each, lost, units, paints)) for side, each in parts.items()}
    return ScoreBars(tuple(shown), bars, WIDTH * lost // units)


def _paints(kinds: Sequence[str]) -> list[str]:
    """The paint of each kind: a colour of cardboard that its key ends with, else one of the others."""
    colours = [colour_of(kind.rpartition("-")[2]) for kind in kinds]
    return [colour or str(at) for at, colour in enumerate(colours)]


def _only_lost(points: Mapping[str, Mapping[str, int]], kinds: Sequence[str]) -> bool:
    return not any(each.get(kind, 0) > 0 for each in points.values() for kind in kinds)


def _by_kind(side: SideScore) -> dict[str, int]:
    found: dict[str, int] = {}
    for line in side.lines:
        found[line.key] = found.get(line.key, 0) + (line.points or 0)
    return found


def _parts(points: Mapping[str, int], place: Mapping[str, int]) -> list[tuple[int, int]]:
    """The points of a side by the place of their kind: what it lost apart from what it gained."""
    found: dict[tuple[int, bool], int] = {}
    for name, n in points.items():
        if n:
            where = (place[name], n > 0)
            found[where] = found.get(where, 0) + n
    return [(kind, n) for (kind, _), n in sorted(found.items())]


def _segments(parts: Sequence[tuple[int, int]], zero: int, units: int, paints: Sequence[str]) -> Iterator[Segment]:
    """What was gained from zero on, what was lost before it."""
    before, after = zero, zero
    for kind, n in parts:
        first, last = (after, after + n) if n > 0 else (before + n, before)
        start, end = (WIDTH * at // units for at in (first, last))
        yield Segment(start, end - start, n, kind, paints[kind])
        before, after = (before, last) if n > 0 else (first, after)


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
    label = next(line.called for line in first.lines if line.key == kind)
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
