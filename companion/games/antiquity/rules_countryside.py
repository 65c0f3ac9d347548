"""Phase 4: sites, inns, cities, alchemy. Section 7."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Countryside
from companion.games.antiquity.moves import Clear, Found, Inn, Open, Pass
from companion.games.antiquity.queries_city import ready_carts, stock, working
from companion.games.antiquity.reasons_countryside import (
    CLEARED,
    SEEDLESS,
    clear_reason,
    found_reason,
    inn_reason,
    open_reason,
)
from companion.games.antiquity.reasons_payments import paid_reason
from companion.games.antiquity.rules_payments import bill, moved
from companion.games.antiquity.state import City, Range, Realm, State, Works
from companion.games.antiquity.tables import CITY_COST, INN_COST, LATER_SIDE, Good
from companion.games.antiquity.words import GOOD, SITE, basket


def has_to_act(state: State, seat: int) -> bool:
    """Whether there is anything a seat could do in this phase."""
    realm = state.realm(seat)
    return bool(ready_carts(realm)) or clear_reason(realm) is None


def begin_countryside(state: State) -> None:
    """In turn order; whoever has no cart shop at work and no alchemy is passed over."""
    for realm in state.realms:
        realm.used = []
    state.due = Countryside([seat for seat in state.alive if has_to_act(state, seat)])


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
