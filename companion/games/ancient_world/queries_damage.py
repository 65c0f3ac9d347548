"""What damage dice and coin symbols hit. Section 6."""

from __future__ import annotations

from companion.core.wording import Wording
from companion.games.ancient_world.box import fact, name_of
from companion.games.ancient_world.queries import undamaged
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.words import army_name

# -- titan symbols ---------------------------------------------------------------------------------------------------


def owed_wounds(player: Player, left: int) -> int:
    """The cards to turn face down: no more than lie face up."""
    return min(left, len(undamaged(player)))


# -- coin symbols ----------------------------------------------------------------------------------------------------


def effect_of(state: State, titan: str) -> str:
    """What the coin symbol of this titan does."""
    return str(fact(state, "titan", titan, "effect"))


def strikes(state: State, player: Player, titan: str) -> list[Wording]:
    """What an effect may hit, where the player has to choose; empty when there is nothing to choose from."""
    match effect_of(state, titan):
        case "load":
            return [army_name(state, army) for army in player.armies] if player.coins else []
        case "lose-retired":
            return [name_of(state, "military", key) for army in player.armies for key in army.retired]
        case "lose-district":
            return [name_of(state, "district", key) for key in player.districts]
    return []
