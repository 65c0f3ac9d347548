"""Every number that can be put right by hand, and where it stands."""

from __future__ import annotations

from companion.core.inventory import Tracked
from companion.core.wording import say
from new_game.state import Player, State
from new_game.tables import COINS_A_SEAT


def tracked_numbers(state: State) -> list[Tracked]:
    coins = COINS_A_SEAT * len(state.players)
    return [
        *(number for player in state.players for number in of_player(player, coins)),
        Tracked("pot", say("Pot"), (state, "pot"), high=coins, conserved="coins", icon="coin"),
    ]


def of_player(player: Player, coins: int) -> list[Tracked]:
    """The numbers of a player; there are so many ``coins``."""
    seat = player.seat
    return [
        Tracked(f"{seat}.coins", say("Coins"), (player, "coins"), seat, high=coins, conserved="coins", icon="coin"),
    ]
