"""Phase 6: harvest, forced labour, San Giorgio's fish. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import ForcingLabour
from companion.games.antiquity.moves import ForceLabour
from companion.games.antiquity.queries_city import has_benefit, has_working
from companion.games.antiquity.queries_phases import harvested
from companion.games.antiquity.reasons_phases import forced_labour_reason
from companion.games.antiquity.rules_payments import gain_goods
from companion.games.antiquity.state import OpenedSite, Realm, State
from companion.games.antiquity.tables import Good
from companion.games.antiquity.words import SITE, basket

# -- harvest -----------------------------------------------------------------------------------------------------


def begin_harvest(step: Step[State]) -> None:
    """Begin phase 6: San Giorgio's fish, then every site, except where owners choose their forced labour."""
    state = step.state
    for seat in state.alive:
        realm = state.realm(seat)
        if state.cathedrals and has_benefit(realm, "giorgio"):
            fish = gain_goods(state, realm, "fish", state.cathedrals)
            step.tell(say("San Giorgio brings {who} {n} fish.", who=SeatName(seat), n=fish))
    by_choice = state.options["forced-labour"] == "choice"
    state.due = ForcingLabour([seat for seat in state.alive if by_choice and _may_force_labour(state.realm(seat))])
    for realm in state.realms:
        if realm.seat not in state.due.left:
            driven = [works.key for works in realm.works] if has_working(realm, "labour") and not by_choice else []
            harvest(step, realm, driven)


def _may_force_labour(realm: Realm) -> bool:
    return has_working(realm, "labour") and bool(realm.works)


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
    step.require(forced_labour_reason(realm, move.works))
    due.left.remove(step.seat)
    harvest(step, realm, list(move.works))
