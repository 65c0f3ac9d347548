"""The numbers of a ledger that can be corrected."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.inventory import Tracked
from companion.games.score_sheet.ledger.ledger import Ledger
from companion.games.score_sheet.ledger.state import LedgerState, number_key


def inventory(ledger: Ledger, state: LedgerState) -> Iterator[Tracked]:
    """Every number of every seat, then the goals."""
    for seat in state.seats:
        for stock in ledger.stocks:
            key = number_key(seat, stock.key)
            yield Tracked(
                key=key,
                label=stock.name,
                # reading an emptied seal raises BrokenSeal, which marks the number as unknown
                at=(state.hidden[key], "value") if stock.sealed else (state.stocks, key),
                owner=seat,
                low=stock.low,
                high=stock.high,
                icon=stock.icon,
            )
    for goal in ledger.goal:
        yield Tracked(
            key=f"goal/{goal.key}",
            label=goal.name,
            at=(state.goals, goal.key),
            low=goal.low,
            high=goal.high,
            icon=goal.icon,
        )
