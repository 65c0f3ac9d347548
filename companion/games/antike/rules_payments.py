"""Payments to the bank. Section 4."""

from __future__ import annotations

from companion.games.antike.moves import Split
from companion.games.antike.state import Nation, State


def pay(state: State, nation: Nation, split: Split) -> None:
    """To the bank."""
    for good, n in split.goods.items():
        nation.goods[good] -= n
    nation.coins -= split.coins
    state.bank_coins += split.coins
