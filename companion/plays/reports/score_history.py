"""Visible score after each public step that still counts, and the playing time.

Secret steps give no point and no time of their own: a chart of a running play would reveal them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC
from companion.core.wording import Wording
from companion.plays.log.entry_sequence import Entries
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_score, read_state
from companion.plays.storage.entry import Entry
from companion.plays.storage.rows import PlayRow

MOST = 80
"""Most points of a curve, each of which reads and scores a state."""


class ScoreCurve(Struct, frozen=True):
    """Visible points of one side, by step."""

    side: str
    seats: tuple[int, ...]
    label: Wording
    points: tuple[int, ...]


class ScoreHistory(Struct, frozen=True):
    """Curves over so many ``steps``. ``minutes`` played, breaks excluded; None if unknown. ``gaps`` counts damaged
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
    chosen = _spread([number for number in line if number in seen_by_all or number in gaps], MOST)
    sheets = []
    for number in chosen:
        try:
            state = read_state(game, log.state(row.id, number))
            sheets.append((number, read_score(game, state, PUBLIC)))
        except (CompanionError, LookupError):
            continue
    if not sheets or not sheets[-1][1].counted or sheets[-1][0] != chosen[-1]:
        # without the last state an earlier one would look like the end
        return ScoreHistory(gaps=len(gaps))
    last = sheets[-1][1]
    curves = tuple(
        ScoreCurve(
            side.side,
            side.seats,
            side.called,
            tuple(next((one.total for one in sheet.sides if one.side == side.side), 0) for _, sheet in sheets),
        )
        for side in last.sides
    )
    return ScoreHistory(len(sheets), curves, minutes_played(entries), len(gaps))


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
