"""Everything that is shown of a play: ledger, track to the end, what is missing, majorities, the strip of a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.secrecy import PUBLIC, seen
from companion.core.widgets import AnyWidget, Bar, Column, Figure, Ledger, Meter, Note, Row, Space, Token, Track
from companion.core.wording import N_, Wording, say, say_n
from companion.games.score_sheet.queries import by_sides, is_done, stage, totals_hidden, ungiven_bonuses, unwritten
from companion.games.score_sheet.scoring import (
    category_points,
    numbers_of,
    round_points,
    rounds_begun,
    score,
    wrong_sums,
)
from companion.games.score_sheet.sheet import AnyCategory, Majority, SetCollection, Sheet, highest, is_yes_or_no
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, in_round, label, seat_of, sum_words

ROUNDS_SHOWN = 6
"""How many rounds have a column of their own in the ledger, so that it can be read across the table; earlier ones are
added up in one column.
"""

STEPS = 10
"""How many steps the track has from 0 to the points that end the play."""


def show(sheet: Sheet, state: SheetState) -> list[AnyWidget]:
    """The widgets that everybody sees, the most important first."""
    if not state.sides:
        return []
    if sheet.together:
        return list(_tracks(sheet, state))
    widgets: list[AnyWidget] = [_ledger(sheet, state)]
    hidden = totals_hidden(sheet, state)
    if not hidden and (limit := sheet.ends_at or (sheet.sudden.points if sheet.sudden else None)):
        widgets.append(_track(sheet, state, limit))
    if state.phase == "play":
        widgets += _written(sheet, state)
        widgets += _missing(sheet, state, None)
    widgets += _sums(sheet, state)
    widgets += _majorities(sheet, state)
    return widgets


def _tracks(sheet: Sheet, state: SheetState) -> Iterator[AnyWidget]:
    """The widgets of a cooperative game: the categories that all write, and how it ended."""
    ends = [one.name for one in sheet.outcome if one.key == state.outcome]
    levels = [
        say("{name}: {n}", name=option.name, n=state.numbers[option.key])
        for option in sheet.option
        if option.key in state.numbers and not option.sets
    ]
    if ends or levels:
        yield Note(key="ended", title=say("How it ended") if ends else sheet.name, lines=(*ends, *levels))
    for one in sheet.category:
        numbers = state.entries.get(entry_key(state.sides[0], one.key, 0))
        bar = Bar(numbers[0] if numbers else 0, max(highest(one), 1), label=one.brief)
        yield Meter(key=f"track-{one.key}", title=one.name, bars=(bar,))


def with_own(sheet: Sheet, state: SheetState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The widgets that a seat sees: the public ones, with its own missing entries only, and its sealed numbers."""
    side = state.side_of(seat)
    if side is None:
        return list(public)
    first = [widget for widget in public if widget.key in ("ledger", "way")]
    rest = [widget for widget in public if widget not in first and widget.key not in ("written", "missing")]
    written = [widget for widget in public if widget.key == "written"]
    missing = _missing(sheet, state, side, seat) if state.phase == "play" else ()
    return [*first, *_own_sealed(sheet, state, side), *written, *missing, *rest]


# -- the ledger ------------------------------------------------------------------------------------------------------


def _ledger(sheet: Sheet, state: SheetState) -> Ledger:
    columns = _round_columns(sheet, state) if sheet.rounds != "once" else _category_columns(sheet, state)
    account = score(sheet, state)
    totals = {side.side: side.total for side in account.sides}
    hidden = totals_hidden(sheet, state)
    leaders = {side.side for side in account.winners()} if any(totals.values()) and not hidden else set()
    rows = []
    for side in state.sides:
        cells, seat = [cells[side.key] for _, cells in columns], seat_of(side)
        name = None if seat else label(side)
        rows.append(
            Row(
                (*cells, None if hidden else totals[side.key]),
                seat,
                name,
                marked=side.key in leaders,
                out=side.key in state.out,
            )
        )
    heads = (*(column for column, _ in columns), Column(say("Total")))
    return Ledger(key="ledger", title=sheet.name, big=True, columns=heads, rows=tuple(rows), total=True)


Cells = dict[str, int | Wording | None]


def _round_columns(sheet: Sheet, state: SheetState) -> list[tuple[Column, Cells]]:
    numbers = rounds_begun(sheet, state)
    early, late = numbers[:-ROUNDS_SHOWN], numbers[-ROUNDS_SHOWN:]
    columns: list[tuple[Column, Cells]] = []
    if early:
        sums = {side.key: sum(round_points(sheet, state, side, one) or 0 for one in early) for side in state.sides}
        columns.append((Column(say("Before")), dict(sums)))
    for number in late:
        head = Column(say("{n}", n=number) if number else say("The end"))
        columns.append((head, {side.key: round_points(sheet, state, side, number) for side in state.sides}))
    if state.back:
        changed = {side.key: [one.points for one in state.back if one.side == side.key] for side in state.sides}
        back: Cells = {key: sum(points) if points else None for key, points in changed.items()}
        columns.append((Column(say("Back in")), back))
    return columns


def _category_columns(sheet: Sheet, state: SheetState) -> list[tuple[Column, Cells]]:
    columns: list[tuple[Column, Cells]] = []
    for one in sheet.category:
        if not one.is_written and not one.gives_points:
            continue
        if one.only_if_tied and not any(state.written(entry_key(side, one.key, 0)) for side in state.sides):
            continue
        points: Cells = {side.key: _shown_points(sheet, state, side, one) for side in state.sides}
        columns.append((Column(one.brief, one.icon), points))
    return columns


def _shown_points(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory) -> int | None:
    """The points of a category; the number of a category without points."""
    if category.gives_points or not category.is_written:
        return category_points(sheet, state, side, category)
    numbers = numbers_of(state, side, category, 0)
    return None if numbers is None else sum(numbers)


# -- the track to the end --------------------------------------------------------------------------------------------


def _track(sheet: Sheet, state: SheetState, limit: int) -> Track:
    steps = min(STEPS, limit)
    spaces = tuple(
        Space(str(step), label=say("{n}", n=limit * step // steps), marked=step == steps) for step in range(steps + 1)
    )
    totals = {side.side: side.total for side in score(sheet, state).sides}
    tokens = tuple(
        Token(
            at=str(max(0, min(steps, totals[side.key] * steps // limit))),
            seat=side.seats[0],
            label=say("{who}: {n}", who=called(side), n=totals[side.key]),
        )
        for side in state.sides
    )
    return Track(key="way", title=say("The way to {n}", n=limit), spaces=spaces, tokens=tokens)


# -- what is missing -------------------------------------------------------------------------------------------------


def _written(sheet: Sheet, state: SheetState) -> Iterator[AnyWidget]:
    needed = len(by_sides(stage(sheet, state)))
    if needed:
        bars = tuple(
            Bar(
                needed - len(unwritten(sheet, state, side)),
                needed,
                seat=seat_of(side),
                label=label(side),
                marked=not is_done(sheet, state, side),
            )
            for side in state.sides
        )
        title = say("Written in round {n}", n=state.round) if state.round else say("Written so far")
        yield Meter(key="written", title=title, bars=bars, pips=needed <= STEPS)


def _missing(sheet: Sheet, state: SheetState, own: Side | None, seat: int | None = None) -> Iterator[AnyWidget]:
    lines = tuple(_missing_lines(sheet, state, own))
    if lines:
        yield Note(key="missing", title=say("Still missing"), lines=lines, seat=seat)


def _missing_lines(sheet: Sheet, state: SheetState, own: Side | None) -> Iterator[Wording]:
    for bonus in ungiven_bonuses(sheet, state):
        yield say("Who has {category}?", category=bonus.name)
    if own is not None:
        yield from (category.name for category in unwritten(sheet, state, own))
        return
    for side in state.sides:
        missing = len(unwritten(sheet, state, side))
        if missing:
            yield say_n("{who}: {n} entry", "{who}: {n} entries", missing, who=called(side))
        elif not is_done(sheet, state, side):
            yield say("{who}: looking it over", who=called(side))


def _sums(sheet: Sheet, state: SheetState) -> Iterator[AnyWidget]:
    """Warnings about numbers with a wrong sum."""
    lines = tuple(
        in_round(sum_words(one.category, one.sum, one.wanted), one.round) for one in wrong_sums(sheet, state)[-3:]
    )
    if lines:
        yield Note(key="sums", title=say("This cannot be right"), lines=lines)


# -- majorities, and own sealed numbers ------------------------------------------------------------------------------


def _majorities(sheet: Sheet, state: SheetState) -> Iterator[AnyWidget]:
    """The numbers of all sides in each majority of this round, or of the end."""
    for category in sheet.category:
        if not isinstance(category, Majority):
            continue
        number = 0 if category.when == "end" else state.round or state.rounds
        category = category.in_round(number)
        known = {side.key: numbers_of(state, side, category, number) for side in state.sides}
        if not any(state.written(entry_key(side, category.source, number)) for side in state.sides):
            continue
        top = max((numbers[0] for numbers in known.values() if numbers), default=0)
        bars = tuple(
            Bar(numbers[0] if numbers else None, max(top, 1), seat=seat_of(side), label=label(side))
            for side in state.sides
            for numbers in (known[side.key],)
        )
        yield Meter(key=f"majority-{category.key}", title=in_round(category.name, number, category.brief), bars=bars)


def _own_sealed(sheet: Sheet, state: SheetState, own: Side) -> Iterator[Ledger]:
    """The seat's sealed numbers: a row for every entry, or for every kind of a set."""
    sealed = (category for category in sheet.category if category.sealed)
    rows = tuple(row for category in sealed for row in _sealed_rows(state, own, category))
    if rows:
        columns = (Column(say("Written")),)
        yield Ledger(key="sealed", title=say("Sealed until all are in"), secret=True, columns=columns, rows=rows)


def _sealed_rows(state: SheetState, own: Side, category: AnyCategory) -> Iterator[Row]:
    key = entry_key(own, category.key, state.round)
    sealed = state.sealed.get(key)
    if sealed is None or not sealed.known:
        return
    if not isinstance(category, SetCollection):
        yield Row((_spoken(category, sealed.value[0]),), label=category.name)
        return
    for kind, number in zip(category.kinds, sealed.value, strict=False):
        yield Row((number,), label=say("{category}: {kind}", category=category.name, kind=kind.name))


def _spoken(category: AnyCategory, number: int) -> int | Wording:
    """A number; for a category of 0 and 1, yes or no."""
    if not is_yes_or_no(category):
        return number
    return say("Yes") if number else say("No")


# -- the strip -------------------------------------------------------------------------------------------------------


def strip(sheet: Sheet, state: SheetState, seat: int) -> list[Figure]:
    """The numbers that a seat always sees: its points as everybody knows them, the round, its missing entries. Empty
    before the sides are chosen.
    """
    side = state.side_of(seat)
    if side is None:
        return []
    points = next(each.total for each in score(sheet, seen(state, PUBLIC)).sides if each.side == side.key)
    figures = [] if totals_hidden(sheet, state) else [Figure(say("Points"), points, "point")]
    if state.phase == "play":
        if state.round:
            of = say("{n}/{limit}", n=state.round, limit=state.rounds)
            figures.append(Figure(say("Round"), of if state.rounds > 0 else state.round, "hourglass"))
        figures.append(Figure(say("Still missing", short=N_("Missing")), len(unwritten(sheet, state, side)), "pen"))
    return figures
