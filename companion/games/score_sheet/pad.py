"""The score pad of a sheet: a row for each category; the columns are rounds of one side, or all sides for the
scribe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from companion.core.questions import Answer
from companion.core.score_pad import Pad, PadCell, PadColumn, PadKind, PadRow, Typed
from companion.core.step import TABLE
from companion.core.wording import Message, Wording, say
from companion.games.score_sheet import sheet as sheets
from companion.games.score_sheet.entries import changeable, done_reason, rule_of
from companion.games.score_sheet.queries import is_done, says_done, stage, totals_hidden, unwritten
from companion.games.score_sheet.scoring import categories_of, line, numbers_of, score, what_is_left
from companion.games.score_sheet.sheet import AnyCategory, Bonus, SetCollection, Sheet, highest, is_yes_or_no, lowest
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import label, seat_of

ROUNDS_ACROSS = 3
"""The number of rounds of one side shown beside each other; the last ones are shown."""


class _Column(Struct, frozen=True):
    side: Side
    round: int


def score_pad(sheet: Sheet, state: SheetState, seat: int, typed: Typed | None = None) -> Pad | None:
    """The pad of ``seat``, for the table (0) that of all sides; None while nothing can be written. ``typed`` counts
    too.
    """
    own = state.side_of(seat)
    if state.phase != "play" or (own is None and seat != TABLE):
        return None
    columns = _columns(state, own)
    shown = state if typed is None else _with(sheet, state, columns, typed)
    hidden = totals_hidden(sheet, state)
    totals = {side.side: None if hidden else side.total for side in score(sheet, shown).sides}
    heads = tuple(
        PadColumn(
            seats=column.side.seats if own is None else (seat,),
            label=_head(column, own),
            total=totals[column.side.key] if own is None else None,
            done=_done(sheet, state, column.side) if column.round == state.round else None,
        )
        for column in columns
    )
    rows = [row for category in _categories(sheet, state) for row in _rows(sheet, state, shown, category, columns)]
    return Pad(heads, tuple(rows), totals[own.key] if own is not None else None)


def _columns(state: SheetState, own: Side | None) -> list[_Column]:
    if own is None:
        return [_Column(side, state.round) for side in state.sides]
    if not state.round:
        return [_Column(own, 0)]
    first = max(1, state.round - ROUNDS_ACROSS + 1)
    return [_Column(own, number) for number in range(first, state.round + 1)]


def _head(column: _Column, own: Side | None) -> Wording | None:
    if own is None:
        return None if seat_of(column.side) else label(column.side)
    return say("Round {n}", n=column.round) if column.round else None


def _categories(sheet: Sheet, state: SheetState) -> Sequence[AnyCategory]:
    now = stage(sheet, state)
    shown = [one for one in categories_of(sheet, state.round) if one.is_written or one.gives_points]
    return [one for one in shown if not one.only_if_tied or one in now]


def _done(sheet: Sheet, state: SheetState, side: Side) -> tuple[Answer, ...] | None:
    if not says_done(sheet, state) or is_done(sheet, state, side) or done_reason(sheet, state, side) is not None:
        return None
    return ("done",)


# -- rows and cells --------------------------------------------------------------------------------------------------


def _rows(
    sheet: Sheet, state: SheetState, shown: SheetState, category: AnyCategory, columns: Sequence[_Column]
) -> Iterator[PadRow]:
    cells = [_cell(sheet, state, shown, category, column) for column in columns]
    kind = _kind(category)
    if not isinstance(category, SetCollection) or kind != "number":
        yield PadRow(
            key=category.key,
            label=category.name,
            cells=tuple(cells),
            brief=category.brief,
            icon=category.icon,
            kind=kind,
            low=lowest(category),
            high=highest(category),
            hint=rule_of(category),
        )
        return
    for place, each in enumerate(category.kinds):
        yield PadRow(
            key=f"{category.key}.{each.key}",
            label=say("{category}: {kind}", category=category.brief, kind=each.name),
            cells=tuple(_part(cell, place, last=place == len(category.kinds) - 1) for cell in cells),
            brief=each.name,
            icon=category.icon,
            high=category.high,
            place=place,
            hint=rule_of(category),
        )


def _part(cell: PadCell, place: int, *, last: bool) -> PadCell:
    """The cell of one kind of a set: the points of the whole set are in the cell of the last kind."""
    return structs.replace(
        cell, numbers=cell.numbers[place : place + 1], points=cell.points if last else None, note=None
    )


def _kind(category: AnyCategory) -> PadKind:
    match category:
        case Bonus():
            return "none"
        case _ if not category.is_written:
            return "none"
        case _ if category.sealed:
            return "other"
        case SetCollection(high=1) | sheets.Pairs():
            return "other"
        case _ if is_yes_or_no(category):
            return "yes"
        case _:
            return "number"


def _cell(sheet: Sheet, state: SheetState, shown: SheetState, category: AnyCategory, column: _Column) -> PadCell:
    side, number = column.side, column.round
    found = line(sheet, shown, side, category, number)
    known = state.entries.get(entry_key(side, category.key, number))
    points: int | Wording | None = None
    if found is not None and (category.gives_points or not category.is_written):
        points = found.points if found.points is not None else found.why
    if category.sealed and found is not None and number == state.round:
        points = say("sealed")  # hidden from its own side too, because everybody can see the pad
    before, wanted = _way(sheet, state, category, column)
    counted = numbers_of(shown, side, category, number)
    left = what_is_left(sheet, shown, side, category, number) if counted is None and wanted else None
    return PadCell(
        points=points,
        numbers=tuple(known or ()),
        before=before,
        wanted=wanted,
        note=None if category.sealed else say("left: {n}", n=left) if left is not None else _note(category, counted),
    )


def _way(
    sheet: Sheet, state: SheetState, category: AnyCategory, column: _Column
) -> tuple[tuple[Answer, ...] | None, bool]:
    """The answers that lead to the question of a cell, and whether its entry is missing. The answers must match the
    questions of ``game.ask``.
    """
    if column.round != state.round:
        return None, False
    missing, written = unwritten(sheet, state, column.side), changeable(sheet, state, column.side)
    straight = bool(missing) and (sheet.ask == "next" or (len(missing) == 1 and not written))
    if category in missing:
        return ((), True) if straight and category == missing[0] else ((category.key,), True)
    return ((category.key,) if category in written else None), False


def _note(category: AnyCategory, numbers: Sequence[int] | None) -> Message | None:
    """How the points are computed, in short: "7 x 2", or what is divided; None if the number is the points."""
    n = sum(numbers) if numbers else None
    match category:
        case sheets.PerUnit(points=points, each=1) if points != 1:
            return _times(n, points)
        case sheets.PerUnit(each=each) if each != 1:
            return _by(n, each)
        case sheets.Penalty(points=points, each=1):
            return _times(n, -points)
        case sheets.Penalty(each=each):
            return _by(n, each)
        case sheets.Table() | sheets.Majority() if n is not None:
            return say("{n} written", n=n)
    return None


def _times(n: int | None, points: int) -> Message:
    return say("× {points}", points=points) if n is None else say("{n} × {points}", n=n, points=points)  # noqa: RUF001


def _by(n: int | None, each: int) -> Message:
    return say("/ {each}", each=each) if n is None else say("{n} / {each}", n=n, each=each)


# -- unsaved input ---------------------------------------------------------------------------------------------------


def _with(sheet: Sheet, state: SheetState, columns: Sequence[_Column], typed: Typed) -> SheetState:
    """``state`` as it would be with ``typed`` written; unchanged if that is not possible."""
    name, _, _kind_in_set = typed.key.partition(".")
    category = sheet.find(name)
    column = columns[typed.column] if 0 <= typed.column < len(columns) else None
    if category is None or column is None or _kind(category) not in ("number", "yes"):
        return state
    category = category.in_round(column.round)
    wanted = len(category.kinds) if isinstance(category, SetCollection) else 1
    low, high = lowest(category), highest(category)
    numbers = [*typed.numbers, *[0] * (wanted - len(typed.numbers))]
    if len(numbers) != wanted or not all(low <= number <= high for number in numbers):
        return state
    key = entry_key(column.side, category.key, column.round)
    return structs.replace(state, entries={**state.entries, key: numbers})
