"""The few numbers a seat looks at all the time: what it can pay with, the room in its city, and its points."""

from __future__ import annotations

from companion.core.widgets import Figure
from companion.core.wording import N_, say
from companion.games.ancient_world import queries, scoring
from companion.games.ancient_world.state import State


def strip(state: State, seat: int) -> list[Figure]:
    """Coins, knowledge, ambrosia, capacity used and to use, points."""
    player = next((player for player in state.players if player.seat == seat), None)
    if player is None:
        return []
    room = say(
        "{used}/{capacity}",
        used=queries.capacity_used(state, player),
        capacity=queries.symbol_total(state, player, "capacity"),
    )
    ambrosia = [Figure(say("Ambrosia"), player.ambrosia, "amphora")] if state.second else []
    return [
        Figure(say("Coins"), player.coins, "coin"),
        Figure(say("Knowledge", N_("Know.")), player.knowledge, "scroll"),
        *ambrosia,
        Figure(say("Capacity"), room, "city"),
        Figure(say("Points"), scoring.side_score(state, player).total, "point"),
    ]
