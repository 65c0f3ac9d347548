"""What is shown of a ledger: the numbers of all with the next income, goals, who has passed, the strip of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.secrecy import BrokenSeal
from companion.core.widgets import MOST_FIGURES, AnyWidget, Column, Figure, Note, Row
from companion.core.widgets import Ledger as LedgerWidget
from companion.core.wording import SeatName, Wording, listed, say
from companion.games.score_sheet.ledger.changes import signed
from companion.games.score_sheet.ledger.ledger import Ledger, Stock
from companion.games.score_sheet.ledger.rounds import incoming
from companion.games.score_sheet.ledger.state import LedgerState


def show(ledger: Ledger, state: LedgerState, totals: Mapping[str, int] | None = None) -> list[AnyWidget]:
    """The widgets that everybody sees, the most important first. ``totals`` are the points so far by side."""
    widgets: list[AnyWidget] = [_numbers(ledger, state, totals)]
    if ledger.goal:
        widgets.append(_goals(ledger, state))
    if state.passed:
        names = listed([SeatName(seat) for seat in state.passed])
        line = say("Passed: {who}", who=names) if ledger.round else say("Finished: {who}", who=names)
        title = say("{round} {n}", round=ledger.round, n=state.turn) if ledger.round else ledger.name
        widgets.append(Note(key="passed", title=title, lines=(line,)))
    return widgets


def with_own(ledger: Ledger, state: LedgerState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The widgets that a seat sees: the public ones, with its sealed numbers."""
    sealed = [stock for stock in ledger.stocks if stock.sealed]
    if not sealed or seat not in state.seats:
        return list(public)
    rows = tuple(Row((_with_income(ledger, state, seat, stock),), label=stock.name) for stock in sealed)
    columns = (Column(say("Now")),)
    own = LedgerWidget(key="sealed", title=say("Only you see this"), secret=True, columns=columns, rows=rows)
    return [*public[:1], own, *public[1:]]


def across(ledger: Ledger) -> tuple[Stock, ...]:
    """The stocks with a column of their own: all except rates that are visible only in the next income."""
    counting = {stock.key for stock in ledger.counting()}
    named = {key for stock in ledger.stock if stock.income for key in stock.income.of}
    return tuple(
        stock for stock in ledger.stocks if stock in ledger.stock or stock.key in counting or stock.key not in named
    )


def _numbers(ledger: Ledger, state: LedgerState, totals: Mapping[str, int] | None) -> LedgerWidget:
    stocks = across(ledger)
    rows = []
    for seat in state.seats:
        cells = [_with_income(ledger, state, seat, stock) for stock in stocks]
        total = [totals[str(seat)]] if totals is not None else []
        rows.append(Row((*cells, *total), seat, out=seat in state.passed))
    columns = [Column(stock.brief, stock.icon) for stock in stocks]
    if totals is not None:
        columns.append(Column(say("Total")))
    return LedgerWidget(
        key="ledger", title=ledger.name, big=True, columns=tuple(columns), rows=tuple(rows), total=totals is not None
    )


def _with_income(ledger: Ledger, state: LedgerState, seat: int, stock: Stock) -> int | Wording | None:
    """A number, with its change at the end of the round in brackets."""
    number = state.shown(seat, stock)
    more = income_words(ledger, state, seat, stock)
    if number is None or more is None:
        return number
    return say("{n} ({more})", n=number, more=more)


def income_words(ledger: Ledger, state: LedgerState, seat: int, stock: Stock) -> str | None:
    """The change of a number at the end of the round, with its sign; None if it is 0 or unknown. A stock that becomes
    another one is emptied before its income is added.
    """
    try:
        becoming = sum(state.number(seat, other) for other in ledger.stock if other.becomes == stock.key)
        gone = state.number(seat, stock) - max(stock.low, 0) if stock.becomes else 0
        more = incoming(ledger, state, seat, stock) + becoming - gone
    except BrokenSeal:
        return None
    return signed(more) if more else None


def _goals(ledger: Ledger, state: LedgerState) -> LedgerWidget:
    columns = tuple(Column(goal.brief, goal.icon) for goal in ledger.goal)
    rows = (
        Row(tuple(state.goals[goal.key] for goal in ledger.goal), label=say("Now")),
        Row(tuple(goal.high for goal in ledger.goal), label=say("Reached at")),
    )
    return LedgerWidget(key="goals", title=say("Goals of all"), big=True, columns=columns, rows=rows)


def strip(ledger: Ledger, state: LedgerState, seat: int) -> list[Figure]:
    """The numbers that a seat always sees: first the stock that counts, then its stocks in order."""
    if seat not in state.seats:
        return []
    shown = list(ledger.counting())
    shown = [*shown, *(stock for stock in ledger.stock if stock not in shown)][:MOST_FIGURES]
    return [Figure(stock.brief, state.shown(seat, stock), stock.icon, secret=stock.sealed) for stock in shown]
