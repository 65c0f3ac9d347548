"""Visible score after each effective public step, and the playing time.

Secret steps give no points or times of their own, because a chart of a running play would reveal them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import PUBLIC
from companion.core.wording import Wording
from companion.plays.log.entry_sequence import Entries
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_score, read_state
from companion.plays.storage.entry import Entry
from companion.plays.storage.rows import PlayRow

MOST = 80
"""The most points of a curve; computing each one reads and scores a state."""


class Gain(Struct, frozen=True):
    """How many points a side won by one move of its own, and the label of the kind of points that grew most."""

    points: int
    label: Wording


class ScoreCurve(Struct, frozen=True):
    """Visible points of one side, by step, and its largest gain."""

    side: str
    seats: tuple[int, ...]
    label: Wording
    points: tuple[int, ...]
    gain: Gain | None = None


class ScoreHistory(Struct, frozen=True):
    """Curves over a number of ``steps``. ``minutes`` played, without breaks; None if unknown. ``gaps`` counts damaged
    entries, which the curves skip.
    """

    steps: int = 0
    curves: tuple[ScoreCurve, ...] = ()
    minutes: int | None = None
    gaps: int = 0


BREAK = 1800.0
"""Seconds between two entries that count as a break."""


def score_history(log: Log, game: AnyGame, row: PlayRow) -> ScoreHistory:
    """Public score history of a play. Entries that these rules cannot read or count are left out."""
    entries = Entries(log, row.id)
    if row.damaged or not entries:
        return ScoreHistory()
    gaps = {entry.number for entry in entries if entry.kind == "gap"}
    seen_by_all = {entry.number for entry in entries if _is_seen_by_all(entry)}
    line = entries.line(entries[-1].stands_for)
    steps = [number for number in line if number in seen_by_all or number in gaps]
    chosen = _spread(steps, MOST)
    scored: dict[int, ScoreSheet | None] = {}

    def sheet_at(number: int) -> ScoreSheet | None:
        if number not in scored:
            try:
                scored[number] = read_score(game, read_state(game, log.state(row.id, number)), PUBLIC)
            except (CompanionError, LookupError):
                scored[number] = None
        return scored[number]

    sheets = [(number, sheet) for number in chosen if (sheet := sheet_at(number)) is not None]
    if not sheets or not sheets[-1][1].counted or sheets[-1][0] != chosen[-1]:
        # without the last state an earlier one would look like the end
        return ScoreHistory(gaps=len(gaps))
    last = sheets[-1][1]
    # before all sides are known there are no curves
    known = {side.side for side in last.sides}
    while len(sheets) > 1 and {side.side for side in sheets[0][1].sides} < known:
        del sheets[0]
    curves = tuple(
        ScoreCurve(
            side.side,
            side.seats,
            side.called,
            tuple(_total(sheet, side.side) for _, sheet in sheets),
            _largest_gain(side, [number for number, _ in sheets], steps, sheet_at, entries),
        )
        for side in last.sides
    )
    return ScoreHistory(len(sheets), curves, minutes_played(entries), len(gaps))


def _total(sheet: ScoreSheet, side: str) -> int:
    return next((one.total for one in sheet.sides if one.side == side), 0)


RISES = 3
"""How many of the steepest parts of a curve are examined step by step."""


def _largest_gain(
    side: SideScore,
    shown: Sequence[int],
    steps: Sequence[int],
    sheet_at: Callable[[int], ScoreSheet | None],
    entries: Entries,
) -> Gain | None:
    """A side's largest gain by a move of its own. Points counted at the end are no move. ``shown`` are the entries of
    the curve, ``steps`` all of them.
    """

    def rise(pair: tuple[int, int]) -> int:
        before, after = map(sheet_at, pair)
        return _total(after, side.side) - _total(before, side.side) if before and after else 0

    best: Gain | None = None
    for first, last in sorted(pairwise(shown), key=rise, reverse=True)[:RISES]:
        for pair in pairwise([number for number in steps if first <= number <= last]):
            entry = entries.numbered(pair[1])
            if entry.kind != "move" or entry.seat not in side.seats:
                continue
            if (n := rise(pair)) > (best.points if best else 0):
                best = Gain(n, _grown(sheet_at(pair[0]), sheet_at(pair[1]), side))
    return best


def _grown(before: ScoreSheet | None, after: ScoreSheet | None, side: SideScore) -> Wording:
    """The label of the line that grew most."""

    def lines(sheet: ScoreSheet | None) -> Sequence[Line]:
        return next((one.lines for one in sheet.sides if one.side == side.side), ()) if sheet is not None else ()

    def growth(line: Line) -> int:
        same = (one for one in lines(before) if (one.key, one.label) == (line.key, line.label))
        return (line.points or 0) - sum(one.points or 0 for one in same)

    grown = max(lines(after), key=growth, default=None)
    return grown.label if grown is not None else side.label


def _spread(numbers: list[int], most: int) -> list[int]:
    """At most ``most`` numbers, evenly spread, first and last included."""
    if len(numbers) <= most:
        return numbers
    step = (len(numbers) - 1) / (most - 1)
    return [numbers[round(place * step)] for place in range(most)]


def _is_seen_by_all(entry: Entry) -> bool:
    return entry.kind != "gap" and entry.open


def minutes_played(entries: Iterable[Entry]) -> int | None:
    """Minutes between the entries that everybody saw, breaks excluded; None if unknown. Monotonic time restarts with
    the program, so a step back counts as a break.
    """
    times = [entry.mono for entry in entries if _is_seen_by_all(entry)]
    seconds = sum(after - before for before, after in pairwise(times) if 0 <= after - before < BREAK)
    return round(seconds / 60) if len(times) > 1 else None
