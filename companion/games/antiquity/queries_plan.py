"""The plans and trades of phase 2. Section 10."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.antiquity.state import Line, State, Trade


def lines_of(state: State, seat: int) -> list[Line]:
    """The orders of a seat's plan. Raises ``BrokenSeal`` for whoever may not know them."""
    return state.plans[seat].value.lines


# -- with each other ---------------------------------------------------------------------------------------------


def pair(one: int, other: int) -> str:
    """The key of the trades between two seats."""
    return f"{min(one, other)}-{max(one, other)}"


def trades_of(state: State, seat: int) -> Iterator[Trade]:
    """All trades a seat knows of."""
    for sealed in state.trades.values():
        if seat in sealed.to:
            yield from sealed.value
