"""Phase 6: harvest, forced labour, San Giorgio's fish. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Driving
from companion.games.antiquity.moves import Drive
from companion.games.antiquity.queries_city import blessed, working
from companion.games.antiquity.queries_phases import taken
from companion.games.antiquity.reasons_phases import drive_reason
from companion.games.antiquity.rules_payments import gain_from_bank
from companion.games.antiquity.state import Realm, State, Works
from companion.games.antiquity.tables import Good
from companion.games.antiquity.words import SITE, basket

# -- harvest -----------------------------------------------------------------------------------------------------


def begin_harvest(step: Step[State]) -> None:
    """San Giorgio's fish first; then every site, at once unless somebody chooses which ones to drive. Phase 6."""
    state = step.state
    for seat in state.alive:
        realm = state.realm(seat)
        if state.cathedrals and blessed(realm, "giorgio"):
            fish = gain_from_bank(state, realm, "fish", state.cathedrals)
            step.tell(say("San Giorgio brings {who} {n} fish.", who=SeatName(seat), n=fish))
    by_choice = state.options["forced-labour"] == "choice"
    state.due = Driving([seat for seat in state.alive if by_choice and _may_drive(state.realm(seat))])
    for realm in state.realms:
        if realm.seat not in state.due.left:
            driven = [works.key for works in realm.works] if working(realm, "labour") and not by_choice else []
            harvest(step, realm, driven)


def _may_drive(realm: Realm) -> bool:
    return working(realm, "labour") and bool(realm.works)


def harvest(step: Step[State], realm: Realm, driven: list[str]) -> None:
    """One counter of every site, or by forced labour up to three; whoever is done comes home."""
    state, got = step.state, dict[Good, int]()
    for works in list(realm.works):
        removed, gain = taken(works.left, works.key in driven)
        works.left -= removed
        state.bank[works.good] += removed
        if not realm.out:
            got[works.good] = got.get(works.good, 0) + gain_from_bank(state, realm, works.good, gain)
        if works.left == 0:
            _close(step, realm, works)
    if any(got.values()):
        step.tell(say("{who} harvests {goods}.", who=SeatName(realm.seat), goods=basket(got)))


def _close(step: Step[State], realm: Realm, works: Works) -> None:
    """The man is idle, usable from the next phase 2 on; the fishery piece goes back."""
    realm.works.remove(works)
    realm.idle += 1
    if works.site == "fishery":
        step.state.supply["fishery"] += 1
    step.tell(say("{who}: {site} exhausted, the man comes home.", who=SeatName(realm.seat), site=SITE[works.site]))


def drive(step: Step[State], move: Drive) -> None:
    """The chosen sites give three, the others one."""
    due, realm = step.state.owed(Driving), step.state.realm(step.seat)
    step.require(drive_reason(realm, move.works))
    due.left.remove(step.seat)
    harvest(step, realm, list(move.works))
