"""What the spaces of the rondel yield, and what their goods buy. Sections 5 and 6."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.paying import FREE, Price, price_reason
from companion.games.antike.queries_cities import (
    capacity,
    has_city,
    has_temple,
    plain_cities,
    supply,
    takes,
    temple_cities,
    tracked_provinces,
)
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

NO_CHIPS = say("The bank has no such chips left.", short=N_("No chips left"))
NO_SUCH_CITY = say("There is no such city.", short=N_("No such city"))
NO_PLAIN_CITY = say("You have no such city without a temple.", short=N_("No such city"))


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


def rondel_reason(state: State, nation: Nation, goal: Where) -> Message | None:
    """Why a nation cannot go there, or None."""
    if reason := price_reason(nation, rondel_price(state, nation, goal)):
        return reason
    if not state.switches.empty_action and not usable(state, nation, goal):
        return say("Without its goods this space may not be used.", short=N_("Goods are missing"))
    return None


def usable(state: State, nation: Nation, goal: Where) -> bool:
    """Whether the space has an effect with the goods at hand; production and manoeuvres always may."""
    match goal:
        case "temple":
            return any_temple_reason(state, nation) is None
        case "arming":
            return arming_most(state, nation) > 0
        case "know-how":
            return any(learn_reason(state, nation, know) is None for know in KNOW)
    return True


def chips_left(state: State, good: Good) -> int:
    """What the bank can still give of a resource where its chips may run out. Sections 9 and 13.11."""
    if not state.switches.chips:
        return NO_END
    return max(0, state.switches.chips - sum(nation.goods[good] for nation in state.nations))


def chips_reason(state: State, good: Good, n: int) -> Message | None:
    """Why the bank cannot give so much of a resource, or None."""
    return NO_CHIPS if n > chips_left(state, good) else None


def production(state: State, nation: Nation, good: Good) -> int:
    """1 a city, 3 a city with temple, and Market 1 or Currency 2 once; no more than the bank has. R-PROD."""
    temples = TEMPLE_COUNTS * temple_cities(state, nation)[good]
    units = plain_cities(state, nation)[good] + temples
    bonus = nation.know["production"] if units or state.switches.bare_bonus else 0
    return min(units + bonus, chips_left(state, good))


# -- temples -------------------------------------------------------------------------------------------------------


def temple_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no temple can be built in a city, or None. R-TMP."""
    if not has_city(state, nation, city) or has_temple(state, city):
        return NO_PLAIN_CITY
    if not state.bank_temples:
        return say("All temples are on the board.", short=N_("No temples left"))
    return price_reason(nation, TEMPLE)


def any_temple_reason(state: State, nation: Nation) -> Message | None:
    """Why no temple at all can be built, or None."""
    if not any(plain_cities(state, nation).values()):
        return say("Every city has a temple.", short=N_("No city without one"))
    if not state.bank_temples:
        return say("All temples are on the board.", short=N_("No temples left"))
    return price_reason(nation, TEMPLE)


# -- arming --------------------------------------------------------------------------------------------------------


def arming_capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many new units fit, of one kind or in all. In one pool every city counts once any takes the kind."""
    fits = capacity(state, nation, unit)
    return capacity(state, nation) if fits and state.switches.pooled_arming else fits


def arming_most(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units the nation can arm now: by its cities, its iron and coins, and its pieces. R-ARM."""
    pieces = supply(nation, unit) if unit else sum(arming_most(state, nation, kind) for kind in UNITS)
    return max(0, min(arming_capacity(state, nation, unit), nation.goods["iron"] + nation.coins, pieces))


def arm_reason(state: State, nation: Nation, legions: int, galleys: int) -> Message | None:
    """Why these units cannot be armed together, or None.

    The capacity of each province is kept when neither kind exceeds the provinces it may be in, nor both all of them.
    """
    if legions < 0 or galleys < 0 or legions + galleys == 0:
        return say("Arm at least one unit.", short=N_("At least one"))
    if legions > supply(nation, "legion") or galleys > supply(nation, "galley"):
        return say("There are not that many pieces left.", short=N_("No pieces left"))
    fits = (
        legions <= arming_capacity(state, nation, "legion")
        and galleys <= arming_capacity(state, nation, "galley")
        and legions + galleys <= arming_capacity(state, nation)
    )
    if not fits:
        return say("Your cities cannot arm that many.", short=N_("Too many to arm"))
    return price_reason(nation, Price(iron=legions + galleys))


def unit_reason(state: State, city: str, unit: Unit) -> Message | None:
    """Why a unit of this kind cannot be in a province, or None: no galleys inland, no legions on islands."""
    if city in tracked_provinces(state) and not takes(state, city, unit):
        if unit == "galley":
            return say("No galley gets to {city}.", short=N_("No galleys there"), city=tracked_name(state, city))
        return say("No legion gets to {city}.", short=N_("No legions there"), city=tracked_name(state, city))
    return None


def tracked_name(state: State, city: str) -> Message:
    """The name of a province as an argument."""
    return say("{name}", name=tracked_provinces(state)[city].name)


# -- know-how ------------------------------------------------------------------------------------------------------


def is_known(state: State, know: Know) -> bool:
    """Whether any nation has this know-how."""
    column, level = KNOW[know]
    return any(nation.know[column] >= level for nation in state.nations)


def know_price(state: State, know: Know) -> Price:
    """7 and 10 gold as the first nation, 3 and 5 when another has it. R-KNOW."""
    _, level = KNOW[know]
    return Price(gold=(LATER_PRICE if is_known(state, know) else FIRST_PRICE)[level])


def learn_reason(state: State, nation: Nation, know: Know) -> Message | None:
    """Why a nation cannot acquire a know-how now, or None."""
    column, level = KNOW[know]
    if nation.know[column] >= level:
        return say("You have that already.", short=N_("You have it"))
    if nation.know[column] < level - 1:
        return say("It needs the basic know-how first.", short=N_("Basic one first"))
    return price_reason(nation, know_price(state, know))
