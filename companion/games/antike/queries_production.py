"""Prices and the payment that is proposed; what the rondel yields, and what goods buy. Sections 4 to 6."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.antike import tables
from companion.games.antike.moves import Goods, Split
from companion.games.antike.queries import capacity, cities_by_type, supply
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Good, Know, Unit, Where


class Price(Goods, frozen=True):
    """What something costs: so much of certain goods, or ``any`` of whatever. Never both."""

    any: int = 0

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.any

    def most(self, nation: Nation, good: Good) -> int:
        """How much of a good the nation may pay of it."""
        return min(nation.goods[good], self.any or self.goods[good])


FREE = Price()
NOTHING_SPARED: Mapping[Good, int] = {}


def short_of(nation: Nation, price: Price) -> int:
    """How much is missing, coins counted; 0 when the nation can pay."""
    return max(0, price.total - nation.coins - sum(price.most(nation, good) for good in tables.GOODS))


def proposed(nation: Nation, price: Price, spared: Mapping[Good, int] = NOTHING_SPARED) -> Split:
    """Plain goods first, of the largest pile where it may be any; coins last. So much as is ``spared`` of a good is
    spent after all other goods.
    """
    left = {good: price.most(nation, good) for good in tables.GOODS}
    have, used = dict(nation.goods), dict.fromkeys(tables.GOODS, 0)
    owed = price.total
    while owed > 0 and any(left.values()):
        good = max(
            (good for good in tables.GOODS if left[good]),
            key=lambda one: (have[one] > spared.get(one, 0), have[one]),
        )
        have[good] -= 1
        left[good] -= 1
        used[good] += 1
        owed -= 1
    return Split(**used, coins=owed)


def choosable(nation: Nation, price: Price) -> bool:
    """Whether a price can be paid in more than one way."""
    sources = [*(price.most(nation, good) for good in tables.GOODS), min(nation.coins, price.total)]
    return sum(sources) > price.total > 0


TEMPLE = Price(marble=tables.TEMPLE_PRICE)
NO_END = 1000
"""More of a resource than anybody ever takes."""


def steps(start: Where, goal: Where) -> int:
    """Steps clockwise, 1 to 8: the same space again is a whole round."""
    return (tables.SPACES.index(goal) - tables.SPACES.index(start) - 1) % len(tables.SPACES) + 1


def rondel_price(state: State, nation: Nation, goal: Where) -> Price:
    """Three steps are free, every further one costs one; the first move of all goes anywhere. Section 5."""
    if nation.space == "":
        return FREE
    if nation.space == goal and state.switches.same_space:
        return Price(any=state.switches.same_space)
    return Price(any=max(0, steps(nation.space, goal) - tables.FREE_STEPS))


def chips_left(state: State, good: Good) -> int:
    """What the bank can still give of a resource where its chips may run out. Sections 9 and 13.11."""
    if not state.switches.chips:
        return NO_END
    return max(0, state.switches.chips - sum(nation.goods[good] for nation in state.nations))


def production(state: State, nation: Nation, good: Good) -> int:
    """1 a city, 3 a city with temple, and Market 1 or Currency 2 once; no more than the bank has. Section 6."""
    plain, temples = (cities_by_type(state, nation, temple=temple)[good] for temple in (False, True))
    units = plain + tables.TEMPLE_COUNTS * temples
    bonus = nation.know["production"] if units or state.switches.bare_bonus else 0
    return min(units + bonus, chips_left(state, good))


# -- arming --------------------------------------------------------------------------------------------------------


def arming_capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many new units fit, of one kind or in all. In one pool every city counts once any takes the kind."""
    fits = capacity(state, nation, unit)
    return capacity(state, nation) if fits and state.switches.pooled_arming else fits


def arming_most(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units the nation can arm now: by its cities, its iron and coins, and its pieces. Section 6."""
    pieces = supply(nation, unit) if unit else sum(arming_most(state, nation, kind) for kind in tables.UNITS)
    return max(0, min(arming_capacity(state, nation, unit), nation.goods["iron"] + nation.coins, pieces))


def needed(state: State, nation: Nation, space: Where) -> dict[Good, int]:
    """The goods that a space is used with, and how much of them it can take now: whole temples, units, know-how."""
    have = nation.goods
    match space:
        case "temple":
            bare = min(sum(cities_by_type(state, nation, temple=False).values()), state.bank_temples)
            return {"marble": tables.TEMPLE_PRICE * min(bare, have["marble"] // tables.TEMPLE_PRICE)}
        case "arming":
            return {"iron": min(have["iron"], arming_most(state, nation))}
        case "know-how":
            return {"gold": have["gold"]}
    return {}


# -- know-how ------------------------------------------------------------------------------------------------------


def is_known(state: State, know: Know) -> bool:
    """Whether any nation has this know-how."""
    column, level = tables.KNOW[know]
    return any(nation.know[column] >= level for nation in state.nations)


def know_price(state: State, know: Know) -> Price:
    """7 and 10 gold as the first nation, 3 and 5 when another has it. Section 6."""
    _, level = tables.KNOW[know]
    return Price(gold=(tables.LATER_PRICE if is_known(state, know) else tables.FIRST_PRICE)[level])
