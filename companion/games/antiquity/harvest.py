"""Phase 6, harvest and forced labour. Section 8."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, PickMany
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity.goods import gain_goods
from companion.games.antiquity.in_turn import acting_reason
from companion.games.antiquity.moves import ForceLabour, Move
from companion.games.antiquity.pieces import Taken, instruct_harvest
from companion.games.antiquity.queries import has_benefit, has_working
from companion.games.antiquity.state import ForcingLabour, OpenedSite, Realm, State
from companion.games.antiquity.tables import LABOUR_TAKES, Good
from companion.games.antiquity.words import ICON, SITE, basket, site_words


def harvested(left: int, driven: bool) -> tuple[int, int]:
    """How many goods leave a site, and how many its owner gains: 1 and 1; by forced labour (``driven``) up to 3 leave
    and one of them is lost.
    """
    removed = min(LABOUR_TAKES if driven else 1, left)
    return removed, removed - 1 if driven and removed else removed


def forced_labour_reason(realm: Realm, chosen: tuple[str, ...]) -> Message | None:
    """Why these are not different own sites."""
    known = {works.key for works in realm.works}
    if len(set(chosen)) != len(chosen) or not set(chosen) <= known:
        return say("That is not one of your sites.")
    return None


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
    state, got, taken = step.state, dict[Good, int](), list[Taken]()
    for works in realm.works:
        removed, gain = harvested(works.left, works.key in driven)
        works.left -= removed
        state.bank[works.good] += removed
        gained = 0 if realm.out else gain_goods(state, realm, works.good, gain)
        got[works.good] = got.get(works.good, 0) + gained
        taken.append(Taken(works, removed - gained, gained))
    instruct_harvest(step, realm, taken)
    closed = [works for works in realm.works if works.left == 0]
    realm.works = [works for works in realm.works if works.left]
    realm.idle += len(closed)
    for works in closed:
        _close_site(step, realm, works)
    if any(got.values()):
        step.tell(say("{who} harvests {goods}.", who=SeatName(realm.seat), goods=basket(got)))


def _close_site(step: Step[State], realm: Realm, works: OpenedSite) -> None:
    """Announce that a site is empty; return a fishery to the supply."""
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


def ask_forced_labour(state: State, _due: ForcingLabour, seat: int) -> Asking[Move]:
    """Ask which sites are put to forced labour. All are preselected, and forced for a seat that is away."""
    works = state.realm(seat).works
    every: list[int | str] = [one.key for one in works]
    options = tuple(Option(one.key, site_words(one), hint=_drive_hint(one), icon=ICON[one.good]) for one in works)
    prompt = say("Forced labour where?")
    chosen = yield from PickMany[str](
        key="works",
        prompt=prompt,
        act=say("Choose these sites", short=N_("These sites")),
        options=options,
        most=len(options),
        default=every,
        usual=every,
        meaning=say(
            "Forced labour takes up to {n} goods from a site instead of one. The first of them is thrown away.",
            n=LABOUR_TAKES,
        ),
    )
    return ForceLabour(tuple(chosen))


def _drive_hint(works: OpenedSite) -> Message:
    """Goods lost and gained by forced labour."""
    removed, gain = harvested(works.left, driven=True)
    return say("{n} lost, {gain} gained", n=removed - gain, gain=gain)
