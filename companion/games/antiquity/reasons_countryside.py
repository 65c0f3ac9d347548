"""Why nothing can be built in the countryside, or None. Section 7."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import Message, say, say_n
from companion.games.antiquity import tables
from companion.games.antiquity.moves import OpenSite
from companion.games.antiquity.queries_city import has_working, ready_cart_shops, stock
from companion.games.antiquity.reasons_goods import afford_reason, none_reason
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import Good, Site
from companion.games.antiquity.words import GOOD

SEEDLESS, CLEARED = "biology", "alchemy"


def cart_reason(realm: Realm) -> Message | None:
    """Each item takes one manned, ungraved cart shop."""
    return None if ready_cart_shops(realm) else say("You have no cart shop left to use.")


def site_reason(state: State, realm: Realm, site: Site) -> Message | None:
    """Why a site cannot be opened, whatever it yields."""
    if reason := cart_reason(realm):
        return reason
    if site == "farm":
        reasons = [crop_reason(state, realm, good, seedless_reason(realm) is None) for good in tables.CROPS]
        return None if None in reasons else say("You have nothing to sow.")
    if site == "fishery":
        if reason := fishery_reason(state):
            return reason
        if state.options["fishery-harbour"] and not has_working(realm, "harbour"):
            return say("A fishery needs a working harbour.")
    return afford_reason(stock(realm), tables.SITE_COST[site], philosophy=True) or _yield_reason(state, site)


def fishery_reason(table: State | Draft) -> Message | None:
    """Why no fishery can be taken from the supply."""
    gone = table.options["piece-limits"] and table.supply["fishery"] < 1
    return say("No fishery is left in the supply.") if gone else None


def _yield_reason(state: State, site: Site) -> Message | None:
    """Where the number of goods is a limit, there must be a counter to lay."""
    return branch_reason(counters_reason(state, good, 1) for good in tables.YIELDS[site])


def seedless_reason(realm: Realm) -> Message | None:
    """Biology: one farm a turn without seed."""
    if not has_working(realm, "biology"):
        return say("Your faculty of biology does not work.")
    return say("One farm a turn needs no seed.") if SEEDLESS in realm.used else None


def crop_reason(state: State, realm: Realm, good: Good, blessed: bool) -> Message | None:
    """One good of the type to be grown is sown."""
    if not blessed and stock(realm).get(good, 0) < 1:
        return none_reason(stock(realm), good)
    return counters_reason(state, good, 1)


def counters_reason(state: State, good: Good, goods: int) -> Message | None:
    """Where the number of goods is a limit."""
    if state.options["goods-limit"] and state.bank[good] < goods:
        return say_n("The supply has only {n} of it.", "The supply has only {n} of it.", max(0, state.bank[good]))
    return None


def most_goods(state: State, site: Site, good: Good) -> int:
    """The most counters a site can be given."""
    return max(1, largest_site(state, site, good))


def largest_site(table: State | Draft, site: Site, good: Good) -> int:
    """The most goods that a site has hexes for, and counters where these are a limit."""
    most = tables.LARGEST_FISHERY if site == "fishery" else tables.LARGEST_SITE
    return min(most, table.bank[good]) if table.options["goods-limit"] else most


def range_reason(table: State | Draft, site: Site, good: Good, number: int) -> Message | None:
    """The first mine in a range settles for all what it yields. Section 7, mines."""
    if site != "mine":
        return say("Only a mine has a range.") if number else None
    if number > len(table.ranges):
        return say("There is no such range.")
    if number > 0 and (yielded := table.ranges[number - 1].good) != good:
        return say("That range yields something else: {good}.", good=GOOD[yielded])
    return None


def open_reason(state: State, realm: Realm, move: OpenSite) -> Message | None:
    """Everything that can be said against a site."""
    if reason := site_reason(state, realm, move.site):
        return reason
    if move.good not in tables.YIELDS[move.site]:
        return say("That does not come from there.")
    if move.blessed and (reason := seedless_reason(realm)):
        return reason
    if move.site == "farm" and (reason := crop_reason(state, realm, move.good, move.blessed)):
        return reason
    if move.goods > most_goods(state, move.site, move.good):
        return say("That is more than there can be.")
    return range_reason(state, move.site, move.good, move.range) or counters_reason(state, move.good, move.goods)


def inn_reason(realm: Realm) -> Message | None:
    """One food, a standing brewery, at most 16."""
    if reason := cart_reason(realm):
        return reason
    if not has_working(realm, "brewery"):
        return say("An inn needs an ungraved brewery.")
    if realm.inns >= tables.INNS:
        return say("You have built all your inns.")
    return afford_reason(stock(realm), tables.INN_COST, philosophy=True)


def found_reason(realm: Realm) -> Message | None:
    """One wood, one stone, one food, two different luxuries; four cities at most."""
    if reason := cart_reason(realm):
        return reason
    if len(realm.cities) >= tables.CITIES:
        return say("You have four cities.")
    return afford_reason(stock(realm), tables.CITY_COST, has_working(realm, "philosophy"))


def clear_reason(realm: Realm) -> Message | None:
    """Alchemy, once a turn, without a cart shop."""
    if not has_working(realm, "alchemy"):
        return say("Your faculty of alchemy does not work.")
    return say("Alchemy clears one place a turn.") if CLEARED in realm.used else None
