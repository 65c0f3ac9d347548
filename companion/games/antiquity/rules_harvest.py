"""Phases 5 to 7: storage, harvest with forced labour and San Giorgio's fish, exploration. Section 8."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.agenda import Exploring, ForcingLabour, Storing
from companion.games.antiquity.moves import Discard, Explore, ForceLabour
from companion.games.antiquity.queries_city import (
    excess_goods,
    has_benefit,
    has_working,
    owned_goods,
    stock,
    storage_capacity,
)
from companion.games.antiquity.queries_phases import goods_to_discard, harvested, markers_left
from companion.games.antiquity.reasons_in_turn import acting_reason
from companion.games.antiquity.reasons_phases import discard_reason, forced_labour_reason
from companion.games.antiquity.rules_goods import gain_goods, pay_to_bank
from companion.games.antiquity.state import OpenedSite, Realm, State
from companion.games.antiquity.tables import FOODS, MARKERS, Good
from companion.games.antiquity.words import GOOD, ICON, SITE, basket


def begin_storing(step: Step[State]) -> None:
    """Begin phase 5. Without a store, or with one kind of good, the excess is discarded unasked."""
    state = step.state
    due: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        owned, room, over = sum(stock(realm).values()), storage_capacity(realm) or 0, excess_goods(realm)
        if not over:
            continue
        step.tell(
            say(
                "{who}: {goods}, stores for {room}: {over} to discard.",
                who=SeatName(seat),
                goods=say_n("{n} good", "{n} goods", owned),
                room=room,
                over=over,
            )
        )
        if over == owned or len(owned_goods(realm)) == 1:
            _discard(step, realm, {good: min(n, over) for good, n in owned_goods(realm).items()})
        else:
            due[seat] = over
    state.due = Storing(due)


def _discard(step: Step[State], realm: Realm, goods: dict[Good, int]) -> None:
    pay_to_bank(stock(realm), step.state.bank, goods)
    step.tell(say("{who} discards {goods}.", who=SeatName(realm.seat), goods=basket(goods)))


def discard(step: Step[State], move: Discard) -> None:
    """Discard the chosen goods."""
    due, realm = step.owed(Storing), step.state.realm(step.seat)
    step.require(acting_reason(step.state, step.seat), "not-now")
    step.require(discard_reason(realm, goods_to_discard(due, realm), move.goods))
    _discard(step, realm, move.goods)
    del due.excess[step.seat]


# -- harvest -----------------------------------------------------------------------------------------------------


def begin_harvest(step: Step[State]) -> None:
    """Begin phase 6: San Giorgio's fish, then every site, except where owners choose their forced labour."""
    state = step.state
    for seat in state.alive:
        realm = state.realm(seat)
        if state.cathedrals and has_benefit(realm, "giorgio"):
            fish = gain_goods(state, realm, "fish", state.cathedrals)
            step.tell(say("San Giorgio brings {who} {n} fish.", who=SeatName(seat), n=fish))
    forcing = [realm.seat for realm in state.realms if realm.works and has_working(realm, "labour")]
    by_choice = state.options["forced-labour"] == "choice"
    state.due = ForcingLabour([seat for seat in state.alive if by_choice and seat in forcing])
    for realm in state.realms:
        if realm.seat not in state.due.left:
            driven = [works.key for works in realm.works] if realm.seat in forcing and not by_choice else []
            harvest(step, realm, driven)


def harvest(step: Step[State], realm: Realm, driven: list[str]) -> None:
    """Take goods from every site, more by forced labour; a man whose site is empty is idle."""
    state, got = step.state, dict[Good, int]()
    for works in list(realm.works):
        removed, gain = harvested(works.left, works.key in driven)
        works.left -= removed
        state.bank[works.good] += removed
        if not realm.out:
            got[works.good] = got.get(works.good, 0) + gain_goods(state, realm, works.good, gain)
        if works.left == 0:
            _close_site(step, realm, works)
    if any(got.values()):
        step.tell(say("{who} harvests {goods}.", who=SeatName(realm.seat), goods=basket(got)))


def _close_site(step: Step[State], realm: Realm, works: OpenedSite) -> None:
    """Close a site: its man is idle, a fishery goes back to the supply."""
    realm.works.remove(works)
    realm.idle += 1
    if works.site == "fishery":
        step.state.supply["fishery"] += 1
    step.tell(say("{who}: {site} exhausted, the man comes home.", who=SeatName(realm.seat), site=SITE[works.site]))


def force_labour(step: Step[State], move: ForceLabour) -> None:
    """Harvest with the chosen sites forced."""
    due, realm = step.owed(ForcingLabour), step.state.realm(step.seat)
    step.require(acting_reason(step.state, step.seat), "not-now")
    step.require(forced_labour_reason(realm, move.works))
    due.left.remove(step.seat)
    harvest(step, realm, list(move.works))


# -- exploration -------------------------------------------------------------------------------------------------


def begin_exploring(step: Step[State]) -> None:
    """Begin phase 7, in turn order, for seats with a working explorer."""
    state = step.state
    able = [seat for seat in state.alive if has_working(state.realm(seat), "explorer")]
    state.due = Exploring(able if markers_left(state) > 0 else [])


def explore(step: Step[State], move: Explore) -> None:
    """Turn a marker: gain its good. A food raises famine, wine does not."""
    state, due, realm = step.state, step.owed(Exploring), step.state.realm(step.seat)
    due.left.remove(step.seat)
    if not move.turn:
        step.tell(say("{who} turns no marker.", who=SeatName(step.seat)))
        return
    each = len(state.realms)
    options = tuple(
        Option[Good](good, GOOD[good], icon=ICON[good], copies=max(0, each - state.markers.get(good, 0)))
        for good in MARKERS
    )
    good = step.chance(Pick[Good](key="marker", prompt=say("What does the marker show?"), options=options), step.seat)
    state.markers[good] = state.markers.get(good, 0) + 1
    gain_goods(state, realm, good, 1)
    step.tell(say("{who} explores: {good}.", who=SeatName(step.seat), good=GOOD[good]))
    if good in FOODS:
        state.famine += 1
        step.tell(say("New food: famine rises to {n}.", n=state.famine), TABLE)
    if markers_left(state) <= 0:
        due.left.clear()
