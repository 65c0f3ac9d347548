"""Why a space, a temple, units or a know-how are out of reach, or None. Sections 5 and 6."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.queries_cities import has_city, has_temple, plain_cities, supply, takes, tracked_provinces
from companion.games.antike.queries_payments import Price
from companion.games.antike.queries_production import (
    TEMPLE,
    arming_capacity,
    arming_most,
    chips_left,
    know_price,
    rondel_price,
)
from companion.games.antike.reasons_payments import price_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import KNOW, Good, Know, Unit, Where

NO_CHIPS = say("The bank has no such chips left.", short=N_("No chips left"))
NO_SUCH_CITY = say("There is no such city.", short=N_("No such city"))
NO_PLAIN_CITY = say("You have no such city without a temple.", short=N_("No such city"))


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


def chips_reason(state: State, good: Good, n: int) -> Message | None:
    """Why the bank cannot give so much of a resource, or None."""
    return NO_CHIPS if n > chips_left(state, good) else None


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


def learn_reason(state: State, nation: Nation, know: Know) -> Message | None:
    """Why a nation cannot acquire a know-how now, or None."""
    column, level = KNOW[know]
    if nation.know[column] >= level:
        return say("You have that already.", short=N_("You have it"))
    if nation.know[column] < level - 1:
        return say("It needs the basic know-how first.", short=N_("Basic one first"))
    return price_reason(nation, know_price(state, know))
