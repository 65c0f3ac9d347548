"""What the spaces of the rondel yield, and what their goods buy. Sections 5 and 6."""

from __future__ import annotations

from companion.games.antike.queries_cities import capacity, plain_cities, supply, temple_cities
from companion.games.antike.queries_payments import FREE, Price
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import (
    FIRST_PRICE,
    FREE_STEPS,
    KNOW,
    LATER_PRICE,
    SPACES,
    TEMPLE_COUNTS,
    TEMPLE_PRICE,
    UNITS,
    Good,
    Know,
    Unit,
    Where,
)

TEMPLE = Price(marble=TEMPLE_PRICE)
NO_END = 1000
"""More of a resource than anybody ever takes."""


def steps(start: Where, goal: Where) -> int:
    """Steps clockwise, 1 to 8: the same space again is a whole round."""
    return (SPACES.index(goal) - SPACES.index(start) - 1) % len(SPACES) + 1


def rondel_price(state: State, nation: Nation, goal: Where) -> Price:
    """Three steps are free, every further one costs one; the first move of all goes anywhere. Section 5."""
    if nation.space == "":
        return FREE
    if nation.space == goal and state.switches.same_space:
        return Price(any=state.switches.same_space)
    return Price(any=max(0, steps(nation.space, goal) - FREE_STEPS))


def chips_left(state: State, good: Good) -> int:
    """What the bank can still give of a resource where its chips may run out. Sections 9 and 13.11."""
    if not state.switches.chips:
        return NO_END
    return max(0, state.switches.chips - sum(nation.goods[good] for nation in state.nations))


def production(state: State, nation: Nation, good: Good) -> int:
    """1 a city, 3 a city with temple, and Market 1 or Currency 2 once; no more than the bank has. R-PROD."""
    temples = TEMPLE_COUNTS * temple_cities(state, nation)[good]
    units = plain_cities(state, nation)[good] + temples
    bonus = nation.know["production"] if units or state.switches.bare_bonus else 0
    return min(units + bonus, chips_left(state, good))


# -- arming --------------------------------------------------------------------------------------------------------


def arming_capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many new units fit, of one kind or in all. In one pool every city counts once any takes the kind."""
    fits = capacity(state, nation, unit)
    return capacity(state, nation) if fits and state.switches.pooled_arming else fits


def arming_most(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units the nation can arm now: by its cities, its iron and coins, and its pieces. R-ARM."""
    pieces = supply(nation, unit) if unit else sum(arming_most(state, nation, kind) for kind in UNITS)
    return max(0, min(arming_capacity(state, nation, unit), nation.goods["iron"] + nation.coins, pieces))


# -- know-how ------------------------------------------------------------------------------------------------------


def is_known(state: State, know: Know) -> bool:
    """Whether any nation has this know-how."""
    column, level = KNOW[know]
    return any(nation.know[column] >= level for nation in state.nations)


def know_price(state: State, know: Know) -> Price:
    """7 and 10 gold as the first nation, 3 and 5 when another has it. R-KNOW."""
    _, level = KNOW[know]
    return Price(gold=(LATER_PRICE if is_known(state, know) else FIRST_PRICE)[level])
