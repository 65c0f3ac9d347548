"""The nations in play, and their start cities. Section 3."""

from __future__ import annotations

from companion.games.antike.queries_cities import tracked_provinces
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, NATIONS

MOST_ROUNDS = 99


def in_play(state: State) -> tuple[str, ...]:
    """The nations in play: four when two play with two each."""
    return NATIONS[state.switches.side][: nations_for(len(state.seats))]


def nations_for(seats: int) -> int:
    """How many nations so many seats play."""
    return 4 if seats == 2 else seats


def start_names(state: State, nation: Nation) -> list[str]:
    """The start cities of a nation, as moves name them."""
    number = state.number(nation)
    if state.switches.mapped:
        return [key for key in tracked_provinces(state) if state.owners.get(key) == number]
    return [good for good in GOODS if nation.plain[good]]
