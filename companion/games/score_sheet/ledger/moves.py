"""The moves of a ledger. They are followed by the moves of the sheet that counts."""

from __future__ import annotations

from msgspec import Struct

from companion.games.score_sheet.moves import Done, GiveBonus, Outright, Write


class Change(Struct, frozen=True, tag="change"):
    """A seat says how many of a stock it has now."""

    stock: str
    number: int


class Pay(Struct, frozen=True, tag="pay"):
    """A seat pays of a stock to move a goal: the index of the trade."""

    stock: str
    trade: int


class MoveGoal(Struct, frozen=True, tag="goal"):
    """A seat moves a goal by one step."""

    goal: str


class Pass(Struct, frozen=True, tag="pass"):
    """A seat does nothing more in this round; without rounds, until the end."""


class EndRound(Struct, frozen=True, tag="end-round"):
    """The table ends the round for all."""


class EndLedger(Struct, frozen=True, tag="end-ledger"):
    """The table ends the ledger; the final count follows."""


OpenMove = Change | Pay | MoveGoal | Pass | EndRound | EndLedger
"""The moves while the ledger is open: of a ledger without a sheet these are all."""

LedgerMove = OpenMove | Write | Done | GiveBonus | Outright
