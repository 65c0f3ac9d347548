"""What personalities are won for, by absolute thresholds; the goal, and the sudden end. Sections 7 and 8."""

from __future__ import annotations

from companion.games.antike.queries_cities import cities, temples
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import STEPS, Kind


def counted(state: State, nation: Nation, kind: Kind) -> int:
    """What a king, a citizen or a navigator is won for: cities, temples, seas."""
    match kind:
        case "king":
            return cities(state, nation)
        case "citizen":
            return temples(state, nation)
    return nation.seas


def new_cards(count: int, kind: Kind, rewarded: int) -> int:
    """Thresholds are absolute: what was rewarded once is not rewarded again after a loss. Section 7."""
    return max(0, count // STEPS[kind] - rewarded)


def to_go(state: State, nation: Nation, kind: Kind) -> int:
    """Cities, temples or seas that are missing for the next card."""
    return max(0, STEPS[kind] * (nation.rewarded[kind] + 1) - counted(state, nation, kind))


def personalities(nation: Nation) -> int:
    """Cards held."""
    return sum(nation.cards.values())


def points(state: State, nation: Nation) -> int:
    """What counts towards victory: the cards, and each general once more in the military variation."""
    return personalities(nation) + (state.switches.general_points - 1) * nation.cards["general"]


def sudden_death(state: State) -> bool:
    """Whether the next temple destroyed wins: all cards gone, which only five or six nations can bring about."""
    return len(state.nations) >= 5 and not any(state.stacks.values())
