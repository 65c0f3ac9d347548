"""The pad of a ledger: rows of stocks with the amounts by which they change; below, the other moves of a seat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.score_pad import Pad, PadAct, PadCell, PadColumn, PadRow
from companion.core.step import TABLE
from companion.core.wording import say
from companion.games.score_sheet.ledger.changes import (
    goal_reason,
    goal_words,
    pass_reason,
    pass_words,
    pay_reason,
    trade_words,
    trades,
)
from companion.games.score_sheet.ledger.ledger import Ledger, Stock
from companion.games.score_sheet.ledger.showing import income_words
from companion.games.score_sheet.ledger.state import LedgerState


def ledger_pad(ledger: Ledger, state: LedgerState, seat: int) -> Pad | None:
    """The pad of ``seat``, for the table (0) that of all seats; None for a seat that does not play."""
    if seat != TABLE and seat not in state.seats:
        return None
    seats = state.seats if seat == TABLE else (seat,)
    rows = tuple(_row(ledger, state, stock, seats) for stock in ledger.stocks)
    acts = tuple(act for column, one in enumerate(seats) for act in _acts(ledger, state, one, column))
    return Pad(tuple(PadColumn((one,)) for one in seats), rows, acts=acts, title=ledger.name)


def _row(ledger: Ledger, state: LedgerState, stock: Stock, seats: tuple[int, ...]) -> PadRow:
    return PadRow(
        key=stock.key,
        label=stock.name,
        cells=tuple(_cell(ledger, state, stock, seat) for seat in seats),
        brief=stock.brief,
        icon=stock.icon,
        kind="other" if stock.sealed else "number",
        low=stock.low,
        high=stock.high,
        hint=stock.help,
        steps=() if stock.sealed else stock.steps,
    )


def _cell(ledger: Ledger, state: LedgerState, stock: Stock, seat: int) -> PadCell:
    if stock.sealed:
        return PadCell(points=say("sealed"), before=(stock.key,))  # also for its owner: all can see the pad
    more = income_words(ledger, state, seat, stock)
    number = state.number(seat, stock)
    return PadCell(points=number, numbers=(number,), before=(stock.key,), note=say("{n}", n=more) if more else None)


def _acts(ledger: Ledger, state: LedgerState, seat: int, column: int) -> Iterator[PadAct]:
    """The other moves of a seat besides changing its numbers. Goals that cost a price come first; they are moved by
    paying.
    """
    for key, stock, place in trades(ledger):
        reason = pay_reason(ledger, state, seat, stock, place)
        yield PadAct(column, trade_words(ledger, stock, place), (key,), stock.icon, reason=reason)
    for goal in ledger.goal:
        stands = say("{n} of {high}", n=state.goals[goal.key], high=goal.high)
        yield PadAct(column, goal_words(goal), (goal.key,), goal.icon, goal_reason(state, goal), hint=stands)
    if pass_reason(state, seat) is None:
        yield PadAct(column, pass_words(ledger), ("pass",), "check", apart=True)
