"""Phase 4: men go from their cart shops into the countryside. Section 7."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import Message, SeatName, say, say_n
from companion.games.antiquity.city import ready_carts, stock, working
from companion.games.antiquity.moves import Clear, Found, Inn, Open, Pass
from companion.games.antiquity.payments import afford_reason, bill, lacking, moved, paid_reason
from companion.games.antiquity.state import City, Countryside, Range, Realm, State, Works
from companion.games.antiquity.tables import (
    CATCH,
    CITIES,
    CITY_COST,
    CROPS,
    INN_COST,
    INNS,
    LARGEST_FISHERY,
    LARGEST_SITE,
    LATER_SIDE,
    ORE,
    SITE_COST,
    Good,
    Site,
)
from companion.games.antiquity.words import GOOD, SITE, basket

YIELDS: dict[Site, tuple[Good, ...]] = {"woodcutter": ("wood",), "mine": ORE, "farm": CROPS, "fishery": CATCH}
SEEDLESS, CLEARED = "biology", "alchemy"


def has_to_act(state: State, seat: int) -> bool:
    """Whether there is anything a seat could do in this phase."""
    realm = state.realm(seat)
    return bool(ready_carts(realm)) or clear_reason(realm) is None


def begin_countryside(state: State) -> None:
    """In turn order; whoever has no cart shop at work and no alchemy is passed over."""
    for realm in state.realms:
        realm.used = []
    state.due = Countryside([seat for seat in state.alive if has_to_act(state, seat)])


def cart_reason(realm: Realm) -> Message | None:
    """Each item takes one manned, ungraved cart shop."""
    return None if ready_carts(realm) else say("You have no cart shop left to use.")


def site_reason(state: State, realm: Realm, site: Site) -> Message | None:
    """Why a site cannot be opened, whatever it yields."""
    if reason := cart_reason(realm):
        return reason
    if site == "farm":
        reasons = [crop_reason(state, realm, good, seedless_reason(realm) is None) for good in CROPS]
        return None if None in reasons else say("You have nothing to sow.")
    if site == "fishery":
        if state.options["piece-limits"] and state.supply["fishery"] < 1:
            return say("No fishery is left in the supply.")
        if state.options["fishery-harbour"] and not working(realm, "harbour"):
            return say("A fishery needs a working harbour.")
    return afford_reason(stock(realm), SITE_COST[site], philosophy=True) or _yield_reason(state, site)


def _yield_reason(state: State, site: Site) -> Message | None:
    """Where the number of goods is a limit, there must be a counter to lay."""
    reasons = [counters_reason(state, good, 1) for good in YIELDS[site]]
    return None if None in reasons else reasons[0]


def seedless_reason(realm: Realm) -> Message | None:
    """Biology: one farm a turn without seed."""
    if not working(realm, "biology"):
        return say("Your faculty of biology does not work.")
    return say("One farm a turn needs no seed.") if SEEDLESS in realm.used else None


def crop_reason(state: State, realm: Realm, good: Good, blessed: bool) -> Message | None:
    """One good of the type to be grown is sown."""
    if not blessed and stock(realm).get(good, 0) < 1:
        return lacking(good)
    return counters_reason(state, good, 1)


def counters_reason(state: State, good: Good, goods: int) -> Message | None:
    """Where the number of goods is a limit."""
    if state.options["goods-limit"] and state.bank[good] < goods:
        return say_n("The supply has only {n} of it.", "The supply has only {n} of it.", max(0, state.bank[good]))
    return None


def most_goods(state: State, site: Site, good: Good) -> int:
    """The most counters a site can be given."""
    most = LARGEST_FISHERY if site == "fishery" else LARGEST_SITE
    return max(1, min(most, state.bank[good])) if state.options["goods-limit"] else most


def range_reason(state: State, site: Site, good: Good, number: int) -> Message | None:
    """The first mine in a range settles for all what it yields. Section 7, mines."""
    if site != "mine":
        return say("Only a mine has a range.") if number else None
    if number > len(state.ranges):
        return say("There is no such range.")
    if number and state.ranges[number - 1].good != good:
        return say("That range yields {good}.", good=GOOD[state.ranges[number - 1].good])
    return None


def open_reason(state: State, realm: Realm, move: Open) -> Message | None:
    """Everything that can be said against a site."""
    if reason := site_reason(state, realm, move.site):
        return reason
    if move.good not in YIELDS[move.site]:
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
    if not working(realm, "brewery"):
        return say("An inn needs an ungraved brewery.")
    if realm.inns >= INNS:
        return say("You have built all your inns.")
    return afford_reason(stock(realm), INN_COST, philosophy=True)


def found_reason(realm: Realm) -> Message | None:
    """One wood, one stone, one food, two different luxuries; four cities at most."""
    if reason := cart_reason(realm):
        return reason
    if len(realm.cities) >= CITIES:
        return say("You have four cities.")
    return afford_reason(stock(realm), CITY_COST, working(realm, "philosophy"))


def clear_reason(realm: Realm) -> Message | None:
    """Alchemy, once a turn, without a cart shop."""
    if not working(realm, "alchemy"):
        return say("Your faculty of alchemy does not work.")
    return say("Alchemy clears one place a turn.") if CLEARED in realm.used else None


# -- moves -------------------------------------------------------------------------------------------------------


def _acting(step: Step[State]) -> Realm:
    return step.state.realm(step.seat)


def _man_leaves(realm: Realm) -> None:
    """From the cart shop: the first that is ready; they are all alike."""
    ready_carts(realm)[0].manned = 0


def open_site(step: Step[State], move: Open) -> None:
    """The goods come from the supply onto the map; pollution is laid at once by the table."""
    state, realm = step.state, _acting(step)
    step.require(open_reason(state, realm, move))
    cost: dict[Good, int] = {"wood": 1} if move.site != "farm" else {} if move.blessed else {move.good: 1}
    moved(stock(realm), state.bank, cost)
    if move.blessed:
        realm.used.append(SEEDLESS)
    if move.site == "fishery":
        state.supply["fishery"] -= 1
    if move.site == "mine" and move.range == 0:
        state.ranges.append(Range(move.good, step.seat, state.turn))
    _man_leaves(realm)
    realm.serial += 1
    realm.works.append(Works(f"w{realm.serial}", move.site, move.good, move.goods))
    state.bank[move.good] -= move.goods
    step.tell(
        say(
            "{who} pays {cost}: {site}, {n} {good}.",
            who=SeatName(step.seat),
            cost=basket(cost),
            site=SITE[move.site],
            n=move.goods,
            good=GOOD[move.good],
        )
    )


def build_inn(step: Step[State], move: Inn) -> None:
    """The man comes home at once, usable from the next turn on."""
    state, realm = step.state, _acting(step)
    step.require(inn_reason(realm) or paid_reason(stock(realm), INN_COST, move.paid, philosophy=True))
    moved(stock(realm), state.bank, bill(INN_COST, move.paid))
    _man_leaves(realm)
    realm.idle += 1
    realm.inns += 1
    step.tell(say("{who} pays {cost}: an inn.", who=SeatName(step.seat), cost=basket(move.paid)))


def found_city(step: Step[State], move: Found) -> None:
    """A new map of 36 squares."""
    state, realm = step.state, _acting(step)
    philosophy = working(realm, "philosophy")
    step.require(found_reason(realm) or paid_reason(stock(realm), CITY_COST, move.paid, philosophy))
    cost = bill(CITY_COST, move.paid)
    moved(stock(realm), state.bank, cost)
    _man_leaves(realm)
    realm.idle += 1
    realm.cities.append(City(LATER_SIDE))
    step.tell(say("{who} pays {cost}: city {n}.", who=SeatName(step.seat), cost=basket(cost), n=len(realm.cities)))


def clear(step: Step[State], move: Clear) -> None:
    """The table takes the counters off; nothing of it is kept here."""
    del move
    realm = _acting(step)
    step.require(clear_reason(realm))
    realm.used.append(CLEARED)
    step.tell(say("{who} clears a hex and its neighbours of pollution.", who=SeatName(step.seat)))


def stop(step: Step[State], move: Pass) -> None:
    """Men in cart shops that were not used stay there until All Rise."""
    del move
    due = step.state.owed(Countryside)
    due.left.remove(step.seat)


def go_on(state: State) -> None:
    """Whoever has nothing left to do is done."""
    if isinstance(state.due, Countryside):
        while state.due.left and not has_to_act(state, state.due.left[0]):
            state.due.left.pop(0)
