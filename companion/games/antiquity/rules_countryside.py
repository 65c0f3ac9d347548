"""Phase 4: sites, inns, cities, alchemy. Section 7."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity import reasons_countryside
from companion.games.antiquity.agenda import Countryside
from companion.games.antiquity.moves import BuildInn, ClearPollution, FoundCity, OpenSite, Pass
from companion.games.antiquity.queries_city import has_working, ready_cart_shops, stock
from companion.games.antiquity.reasons_goods import paid_reason
from companion.games.antiquity.rules_goods import bill, pay_to_bank
from companion.games.antiquity.state import City, MountainRange, OpenedSite, Realm, State
from companion.games.antiquity.tables import CITY_COST, INN_COST, LATER_SIDE, Good
from companion.games.antiquity.words import SITE, basket, quantity


def can_act(state: State, seat: int) -> bool:
    """Whether a seat can do anything in this phase."""
    realm = state.realm(seat)
    return bool(ready_cart_shops(realm)) or reasons_countryside.clear_reason(realm) is None


def begin_countryside(state: State) -> None:
    """Begin phase 4, in turn order, for seats that can act."""
    for realm in state.realms:
        realm.used = []
    state.due = Countryside([seat for seat in state.alive if can_act(state, seat)])


def _acting(step: Step[State]) -> Realm:
    step.owed(Countryside)
    return step.state.realm(step.seat)


def _man_leaves(realm: Realm) -> None:
    """Empty the first ready cart shop; they are all alike."""
    ready_cart_shops(realm)[0].manned = 0


def open_site(step: Step[State], move: OpenSite) -> None:
    """Open a site: goods from the supply onto the map. The table lays its pollution."""
    state, realm = step.state, _acting(step)
    step.require(reasons_countryside.open_reason(state, realm, move))
    cost: dict[Good, int] = {"wood": 1} if move.site != "farm" else {} if move.blessed else {move.good: 1}
    pay_to_bank(stock(realm), state.bank, cost)
    if move.blessed:
        realm.used.append(reasons_countryside.SEEDLESS)
    if move.site == "fishery":
        state.supply["fishery"] -= 1
    if move.site == "mine" and move.range == 0:
        state.ranges.append(MountainRange(move.good, step.seat, state.turn))
    _man_leaves(realm)
    realm.serial += 1
    realm.works.append(OpenedSite(f"w{realm.serial}", move.site, move.good, move.goods))
    state.bank[move.good] -= move.goods
    who, site, goods = SeatName(step.seat), SITE[move.site], quantity(move.goods, move.good)
    if cost:
        step.tell(say("{who} pays {cost}: {site} with {goods}.", who=who, cost=basket(cost), site=site, goods=goods))
    else:
        step.tell(say("{who} pays nothing: {site} with {goods}.", who=who, site=site, goods=goods))


def build_inn(step: Step[State], move: BuildInn) -> None:
    """Build an inn; the man is idle at once."""
    state, realm = step.state, _acting(step)
    step.require(
        reasons_countryside.inn_reason(realm) or paid_reason(stock(realm), INN_COST, move.paid, philosophy=True)
    )
    pay_to_bank(stock(realm), state.bank, bill(INN_COST, move.paid))
    _man_leaves(realm)
    realm.idle += 1
    realm.inns += 1
    step.tell(say("{who} pays {cost}: an inn.", who=SeatName(step.seat), cost=basket(move.paid)))


def found_city(step: Step[State], move: FoundCity) -> None:
    """Found a city of 36 squares."""
    state, realm = step.state, _acting(step)
    philosophy = has_working(realm, "philosophy")
    step.require(reasons_countryside.found_reason(realm) or paid_reason(stock(realm), CITY_COST, move.paid, philosophy))
    cost = bill(CITY_COST, move.paid)
    pay_to_bank(stock(realm), state.bank, cost)
    _man_leaves(realm)
    realm.idle += 1
    realm.cities.append(City(LATER_SIDE))
    step.tell(say("{who} pays {cost}: city {n}.", who=SeatName(step.seat), cost=basket(cost), n=len(realm.cities)))


def clear_pollution(step: Step[State], _: ClearPollution) -> None:
    """Use alchemy once; the table takes the counters off."""
    realm = _acting(step)
    step.require(reasons_countryside.clear_reason(realm))
    realm.used.append(reasons_countryside.CLEARED)
    step.tell(say("{who} clears a hex and its neighbours of pollution.", who=SeatName(step.seat)))


def pass_countryside(step: Step[State], _: Pass) -> None:
    """Pass; men in unused cart shops stay until All Rise. It is told, so that an undo names it."""
    step.owed(Countryside).left.remove(step.seat)
    step.tell(say("{who} does nothing more in the countryside.", who=SeatName(step.seat)))


def skip_idle_seats(state: State) -> None:
    """Skip seats that can do nothing more."""
    if isinstance(state.due, Countryside):
        while state.due.left and not can_act(state, state.due.left[0]):
            state.due.left.pop(0)
