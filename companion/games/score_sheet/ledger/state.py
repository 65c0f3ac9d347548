"""State of a ledger. All numbers are public except those of sealed stocks."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from companion.core.secrecy import Sealed, seal
from companion.core.setup import MOST_SEATS
from companion.games.score_sheet.ledger.ledger import Stock
from companion.games.score_sheet.state import SheetState


class LedgerState(SheetState, kw_only=True):
    """While ``open``, the ledger is played; afterwards the other fields are those of the sheet that counts.

    Numbers are stored by ``number_key``; those of sealed stocks in ``hidden``. ``turn`` is the round, from 1, and 0
    without rounds. ``passed`` are the seats that have passed in it, in that order. ``last``: it is the last round.
    """

    open: bool = True
    turn: int = 0
    stocks: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, Sealed[int]] = field(default_factory=dict)
    goals: dict[str, int] = field(default_factory=dict)
    passed: Annotated[list[int], Meta(max_length=MOST_SEATS)] = field(default_factory=list)
    last: bool = False

    def number(self, seat: int, stock: Stock) -> int:
        """How many ``seat`` has. Raises ``BrokenSeal`` for a viewer that may not know."""
        key = number_key(seat, stock.key)
        return self.hidden[key].value if stock.sealed else self.stocks[key]

    def shown(self, seat: int, stock: Stock) -> int | None:
        """How many ``seat`` has; None for a viewer that may not know."""
        key = number_key(seat, stock.key)
        return self.number(seat, stock) if not stock.sealed or self.hidden[key].known else None

    def put(self, seat: int, stock: Stock, number: int) -> None:
        """Store how many ``seat`` has."""
        key = number_key(seat, stock.key)
        if stock.sealed:
            self.hidden[key] = seal(number, seat)
        else:
            self.stocks[key] = number


def number_key(seat: int, stock: str) -> str:
    """The key of a number: ``2/money``."""
    return f"{seat}/{stock}"
