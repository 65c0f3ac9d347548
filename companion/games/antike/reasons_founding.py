"""Why a city cannot be founded or goods exchanged, or None. R-FOUND, sections 10.2 and 13.12."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.moves import NewProvince, Split
from companion.games.antike.queries_cities import (
    discs_left,
    free_sites,
    key_of,
    may_enter,
    next_number,
    provinces,
    takes,
    tracked_provinces,
    type_of,
)
from companion.games.antike.queries_payments import Price
from companion.games.antike.queries_production import chips_left
from companion.games.antike.reasons_payments import price_reason
from companion.games.antike.reasons_production import NO_CHIPS, NO_SUCH_CITY, chips_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, LONGEST_NAME, Good

FOUNDING = Price(marble=1, iron=1, gold=1)


def any_found_reason(state: State, nation: Nation) -> Message | None:
    """Why the nation can found nothing at all, or None."""
    if discs_left(state, nation) <= 0:
        return say("All 25 city discs are on the board.", short=N_("No discs left"))
    if nation.legions + nation.galleys == 0:
        return say("You have no unit on the board.", short=N_("No unit of yours"))
    return price_reason(nation, FOUNDING)


def type_reason(state: State, good: Good) -> Message | None:
    """Why no city of a type can be founded, or None."""
    if free_sites(state, good) > 0 or may_enter(state):
        return None
    return say("No such province is free.", short=N_("None is free"))


def found_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no city can be founded in a province (or on one of a type), or None.

    That the unit is really there is for the players to see; that it could be is checked where provinces are tracked.
    """
    if reason := any_found_reason(state, nation):
        return reason
    if not state.switches.mapped:
        return type_reason(state, type_of(state, city)) if city in GOODS else NO_SUCH_CITY
    if city not in tracked_provinces(state):
        return NO_SUCH_CITY
    if state.owners.get(city):
        return say("There is a city already.", short=N_("Has a city"))
    if (nation.legions and takes(state, city, "legion")) or (nation.galleys and takes(state, city, "galley")):
        return None
    return say("None of your units can be there.", short=N_("No unit of yours"))


def trade_reason(state: State, nation: Nation, give: Split, take: Split) -> Message | None:
    """Why goods cannot be exchanged like this, or None."""
    rate = state.switches.trade_rate
    if not nation.all_eight:
        return say("That needs all eight know-hows.", short=N_("Needs all eight"))
    if give.coins or take.coins:
        return say("Coins are not traded.", short=N_("No coins"))
    if any(n < 0 for n in (*give.goods.values(), *take.goods.values())):
        return say("That is not a number of goods.", short=N_("No such number"))
    if any(n > nation.goods[good] for good, n in give.goods.items()):
        return say("You do not have that many goods.", short=N_("Not enough goods"))
    if any(chips_reason(state, good, n - give.goods[good]) for good, n in take.goods.items()):
        return NO_CHIPS
    if take.total == 0 or give.total != rate * take.total:
        return say("For every {n} given, one is taken.", short=N_("{n} for 1"), n=rate)
    return None


def may_trade(state: State, nation: Nation) -> Message | None:
    """Why the nation cannot trade at all, or None."""
    if not nation.all_eight:
        return say("That needs all eight know-hows.", short=N_("Needs all eight"))
    if sum(nation.goods.values()) < state.switches.trade_rate:
        return say("You do not have that many goods.", short=N_("Not enough goods"))
    if all(chips_left(state, good) == 0 for good in GOODS):
        return NO_CHIPS
    return None


def new_reason(state: State, new: NewProvince) -> Message | None:
    """Why there can be no such new province, or None."""
    if not may_enter(state) or new.key != key_of(next_number(state)) or new.good not in GOODS:
        return say("There is no such province.", short=N_("No such province"))
    if not new.name.strip() or not new.name.isprintable() or len(new.name) > LONGEST_NAME:
        return say("That is no name.", short=N_("That is no name"))
    if any(new.name == province.name.words[""] for province in provinces(state).values()):
        return say("There is a province of that name.", short=N_("That name is taken"))
    return None
