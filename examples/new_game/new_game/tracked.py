"""Every number that can be put right by hand, and where it stands."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.wording import say
from new_game.state import State
from new_game.tables import COINS_A_SEAT


def tracked_numbers(state: State) -> list[Tracked]:
    all_coins = COINS_A_SEAT * len(state.players)
    return [
        *(
            Tracked(
                f"{player.seat}.coins",
                say("Coins"),
                (player, "coins"),
                player.seat,
                high=all_coins,
                conserved="coins",
                icon="coin",
            )
            for player in state.players
        ),
        Tracked("pot", say("Pot"), (state, "pot"), high=all_coins, conserved="coins", icon="coin"),
    ]
