"""What damage dice and coin symbols hit. Section 6."""

from __future__ import annotations

from companion.core.wording import Wording
from companion.games.ancient_world.box import fact, name_of
from companion.games.ancient_world.queries import undamaged
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.words import army_name

# -- titan symbols ---------------------------------------------------------------------------------------------------


def cards_to_damage(player: Player, left: int) -> int:
    """How many cards to turn face down: at most those face up."""
    return min(left, len(undamaged(player)))


# -- coin symbols ----------------------------------------------------------------------------------------------------


def effect_of(state: State, titan: str) -> str:
    """The coin-symbol effect of a titan."""
    return str(fact(state, "titan", titan, "effect"))


def effect_targets(state: State, player: Player, titan: str) -> list[Wording]:
    """What an effect can hit, where the player chooses; empty where there is no choice."""
    match effect_of(state, titan):
        case "load":
            return [army_name(state, army) for army in player.armies] if player.coins else []
        case "lose-retired":
            return [name_of(state, "military", key) for army in player.armies for key in army.retired]
        case "lose-district":
            return [name_of(state, "district", key) for key in player.districts]
    return []
