"""What there is to see."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Bar, Column, Figure, Ledger, Meter, Row
from companion.core.wording import named, say
from new_game.state import State
from new_game.tables import COINS_A_SEAT


def show_table(state: State) -> list[AnyWidget]:
    on_turn = state.agenda[-1].seat if state.pot else 0
    rows = tuple(
        Row((player.coins,), player.seat, named(player.seat), marked=player.seat == on_turn) for player in state.players
    )
    pot = Bar(state.pot, COINS_A_SEAT * len(state.players), label=say("Pot"), icon="coin")
    return [
        Meter(key="pot", title=say("Pot"), bars=(pot,)),
        Ledger(key="coins", title=say("Coins"), columns=(Column(say("Coins")),), rows=rows),
    ]


def show_strip(state: State, seat: int) -> list[Figure]:
    """The few numbers that a seat always has before its eyes."""
    return [Figure(say("Coins"), state.player(seat).coins, "coin"), Figure(say("Pot"), state.pot, "coin")]
