"""Why something on the own turn or in the set-up is not possible, or None. Sections 3 to 7, 10.2 and 13.12."""

from __future__ import annotations

from functools import partial

from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n
from companion.games.antike import queries, queries_production
from companion.games.antike.moves import Begin, NewProvince, Split
from companion.games.antike.queries_production import Price
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, KNOW, LONGEST_NAME, MOST_ROUNDS, Good, Know, Personality, Unit, Where
from companion.games.antike.words import KNOW_NAMES, amount, coins


def price_reason(nation: Nation, price: Price) -> Message | None:
    """Why the nation cannot pay a price, or None."""
    short = queries_production.short_of(nation, price)
    return missing(shortage(nation, price, short)) if short else None


def missing(what: Wording) -> Message:
    """A reason that names what is lacking."""
    return say("Missing: {what}", what=what)


def shortage(nation: Nation, price: Price, short: int) -> Wording:
    """What a nation lacks for a price, ``short`` of it in all: the goods, or coins where those that are there may
    stand for one good or another.
    """
    if price.any:
        return say_n("{n} good or coin", "{n} goods or coins", short, short=N_("{n} of any"))
    lacking = {good: n - nation.goods[good] for good, n in price.goods.items() if n > nation.goods[good]}
    if len(lacking) == 1:
        return amount(next(iter(lacking)), short)
    if short == sum(lacking.values()):
        return in_a_row(amount(good, n) for good, n in lacking.items())
    return coins(short)


def split_reason(nation: Nation, price: Price, split: Split) -> Message | None:
    """Why a price cannot be paid like this, or None."""
    if reason := price_reason(nation, price):
        return reason
    if split.coins < 0 or split.coins > nation.coins:
        return say("You do not have that many coins.", short=N_("Not enough coins"))
    for good, n in split.goods.items():
        if not 0 <= n <= price.most(nation, good):
            return say("That cannot be paid with {what}.", short=N_("Not payable so"), what=amount(good, n))
    if split.total != price.total:
        return say("The price is {price}, not {n}.", short=N_("Price: {price}"), price=price.total, n=split.total)
    return None


NO_CHIPS = say("The bank has no such chips left.", short=N_("No chips left"))
NO_SUCH_CITY = say("There is no such city.", short=N_("No such city"))
NO_PLAIN_CITY = say("Missing: one without a temple", short=N_("All have a temple"))
A_UNIT = say("a unit on the board", short=N_("a unit"))


def rondel_reason(state: State, nation: Nation, goal: Where) -> Message | None:
    """Why a nation cannot go there, or None."""
    if reason := price_reason(nation, queries_production.rondel_price(state, nation, goal)):
        return reason
    if not state.switches.empty_action and not usable(state, nation, goal):
        return missing(say("what is used there", short=N_("its goods")))
    return None


def usable(state: State, nation: Nation, goal: Where) -> bool:
    """Whether the space has an effect with the goods at hand; production and manoeuvres always may."""
    match goal:
        case "temple":
            return any_temple_reason(state, nation) is None
        case "arming":
            return queries_production.arming_most(state, nation) > 0
        case "know-how":
            return any(learn_reason(state, nation, know) is None for know in KNOW)
    return True


def chips_reason(state: State, good: Good, n: int) -> Message | None:
    """Why the bank cannot give so much of a resource, or None."""
    return NO_CHIPS if n > queries_production.chips_left(state, good) else None


# -- temples -------------------------------------------------------------------------------------------------------


def temple_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no temple can be built in a city, or None. Section 6."""
    if not queries.has_city(state, nation, city) or queries.has_temple(state, city):
        return NO_PLAIN_CITY
    return supply_reason(state, nation)


def any_temple_reason(state: State, nation: Nation) -> Message | None:
    """Why no temple at all can be built, or None."""
    if not any(queries.cities_by_type(state, nation, temple=False).values()):
        return say("Every city has a temple.", short=N_("No city without one"))
    return supply_reason(state, nation)


def supply_reason(state: State, nation: Nation) -> Message | None:
    """Why there is no temple to be had for any city, or None."""
    if not state.bank_temples:
        return say("All temples are on the board.", short=N_("No temples left"))
    return price_reason(nation, queries_production.TEMPLE)


def arm_reason(state: State, nation: Nation, legions: int, galleys: int) -> Message | None:
    """Why these units cannot be armed together, or None.

    The capacity of each province is kept when neither kind exceeds the provinces it may be in, nor both all of them.
    """
    if legions < 0 or galleys < 0 or legions + galleys == 0:
        return say("Arm at least one unit.", short=N_("At least one"))
    if legions > queries.supply(nation, "legion") or galleys > queries.supply(nation, "galley"):
        return say("There are not that many pieces left.", short=N_("No pieces left"))
    capacity = partial(queries_production.arming_capacity, state, nation)
    if legions > capacity("legion") or galleys > capacity("galley") or legions + galleys > capacity():
        return say("Your cities cannot arm that many.", short=N_("Too many to arm"))
    return price_reason(nation, Price(iron=legions + galleys))


def unit_reason(state: State, city: str, unit: Unit) -> Message | None:
    """Why a unit of this kind cannot be in a province, or None: no galleys inland, no legions on islands."""
    province = queries.tracked_provinces(state).get(city)
    if province is None or province.takes(unit):
        return None
    name = say("{name}", name=province.name)
    if unit == "galley":
        return say("No galley gets to {city}.", short=N_("No galleys there"), city=name)
    return say("No legion gets to {city}.", short=N_("No legions there"), city=name)


def learn_reason(state: State, nation: Nation, know: Know) -> Message | None:
    """Why a nation cannot acquire a know-how now, or None."""
    column, level = KNOW[know]
    if nation.know[column] >= level:
        return say("You have that already.", short=N_("You have it"))
    if nation.know[column] < level - 1:
        basic = next(key for key, step in KNOW.items() if step == (column, level - 1))
        return missing(KNOW_NAMES[basic])
    return price_reason(nation, queries_production.know_price(state, know))


FOUNDING = Price(marble=1, iron=1, gold=1)


def any_found_reason(state: State, nation: Nation) -> Message | None:
    """Why the nation can found nothing at all, or None."""
    if queries.discs_left(state, nation) <= 0:
        return say("All 25 city discs are on the board.", short=N_("No discs left"))
    if nation.legions + nation.galleys == 0:
        return missing(A_UNIT)
    return price_reason(nation, FOUNDING)


def type_reason(state: State, good: Good) -> Message | None:
    """Why no city of a type can be founded, or None."""
    if queries.free_sites(state, good) > 0 or queries.may_enter(state):
        return None
    return say("No such province is free.", short=N_("None is free"))


def found_reason(state: State, nation: Nation, city: str) -> Message | None:
    """Why no city can be founded in a province (or on one of a type), or None.

    That the unit is really there is for the players to see; that it could be is checked where provinces are tracked.
    """
    if reason := any_found_reason(state, nation):
        return reason
    if not state.switches.mapped:
        return type_reason(state, queries.type_of(state, city)) if city in GOODS else NO_SUCH_CITY
    if city not in queries.tracked_provinces(state):
        return NO_SUCH_CITY
    if state.owners.get(city):
        return say("There is a city already.", short=N_("Has a city"))
    if (nation.legions and queries.takes(state, city, "legion")) or (
        nation.galleys and queries.takes(state, city, "galley")
    ):
        return None
    return missing(say("a unit that gets there", short=N_("a unit there")))


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
    if all(queries_production.chips_left(state, good) == 0 for good in GOODS):
        return NO_CHIPS
    return None


def new_reason(state: State, new: NewProvince) -> Message | None:
    """Why there can be no such new province, or None."""
    if not queries.may_enter(state) or new.key != queries.key_of(queries.next_number(state)) or new.good not in GOODS:
        return say("There is no such province.", short=N_("No such province"))
    if not new.name.strip() or not new.name.isprintable() or len(new.name) > LONGEST_NAME:
        return say("That is no name.", short=N_("That is no name"))
    if any(new.name == province.name.words[""] for province in queries.provinces(state).values()):
        return say("There is a province of that name.", short=N_("That name is taken"))
    return None


def seas_reason(nation: Nation, seas: int) -> Message | None:
    """Why a nation cannot be in so many seas, or None."""
    if 0 <= seas <= nation.galleys:
        return None
    return say("More seas than galleys.", short=N_("More than galleys"))


def choose_reason(state: State, kind: Personality) -> Message | None:
    """Why a stack is none of the fullest, or None."""
    if state.stacks[kind] == max(state.stacks.values()):
        return None
    return say("Another stack is fuller.", short=N_("Not the fullest"))


def begin_reason(state: State, move: Begin) -> Message | None:
    """Why the table cannot begin like this, or None."""
    names = queries.in_play(state)
    expected = len(names) if len(state.seats) == 2 else 1
    if len(move.order) != expected or len(set(move.order)) != expected or not set(move.order) <= set(names):
        return say("Name the nations that begin.", short=N_("Who begins?"))
    if not 1 <= move.round <= MOST_ROUNDS:
        return say("There is no such round.", short=N_("No such round"))
    return None


def settle_reason(state: State, city: str, good: str) -> Message | None:
    """Why a province is no start city of a type, or None."""
    known = queries.provinces(state)
    if city not in known or known[city].good != good:
        return say("There is no such province of that type.", short=N_("No such province"))
    return say("There is a city already.", short=N_("Has a city")) if state.owners.get(city) else None
