"""Phases 5 to 7: storage, harvest, exploration. Section 8."""

from __future__ import annotations

from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import Message, SeatName, say, say_n
from companion.games.antiquity.city import blessed, capacity, held, stock, working
from companion.games.antiquity.moves import Discard, Drive, Explore
from companion.games.antiquity.payments import gained, moved
from companion.games.antiquity.state import Driving, Exploring, Realm, State, Storing, Works
from companion.games.antiquity.tables import FOODS, GOODS, LABOUR_TAKES, MARKERS, Good
from companion.games.antiquity.words import GOOD, ICON, SITE, basket

# -- storage -----------------------------------------------------------------------------------------------------


def excess(realm: Realm) -> int:
    """Goods beyond what the working stores keep. Phase 5."""
    room = capacity(realm)
    return 0 if room is None else max(0, sum(stock(realm).values()) - room)


def begin_storing(step: Step[State]) -> None:
    """With no working store everything is lost, and of a single good the excess, without a question."""
    state = step.state
    due: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        owned, room, over = sum(stock(realm).values()), capacity(realm), excess(realm)
        if not over:
            continue
        step.tell(
            say(
                "{who}: {owned} goods, stores for {room}: {over} to discard.",
                who=SeatName(seat),
                owned=owned,
                room=room or 0,
                over=over,
            )
        )
        if over == owned or len(at_hand(realm)) == 1:
            _lose(step, realm, {good: min(n, over) for good, n in at_hand(realm).items()})
        else:
            due[seat] = over
    state.due = Storing(due)


def to_discard(state: State, seat: int) -> int:
    """The excess, or as much as is still there after a correction."""
    return min(state.owed(Storing).excess[seat], sum(stock(state.realm(seat)).values()))


def _lose(step: Step[State], realm: Realm, goods: dict[Good, int]) -> None:
    moved(stock(realm), step.state.bank, goods)
    step.tell(say("{who} discards {goods}.", who=SeatName(realm.seat), goods=basket(goods)))


def discard_reason(realm: Realm, over: int, goods: dict[Good, int]) -> Message | None:
    """Exactly the excess, of what is there."""
    if any(held(realm, good) < n for good, n in goods.items()):
        return say("You do not have that many.")
    total = sum(goods.values())
    return None if total == over else say("Discard {over}, not {n}.", over=over, n=total)


def discard(step: Step[State], move: Discard) -> None:
    """Own choice."""
    due, realm = step.state.owed(Storing), step.state.realm(step.seat)
    step.require(discard_reason(realm, to_discard(step.state, step.seat), dict(move.goods)))
    _lose(step, realm, dict(move.goods))
    del due.excess[step.seat]


# -- harvest -----------------------------------------------------------------------------------------------------


def begin_harvest(step: Step[State]) -> None:
    """San Giorgio's fish first; then every site, at once unless somebody chooses which ones to drive. Phase 6."""
    state = step.state
    for seat in state.alive:
        realm = state.realm(seat)
        if state.cathedrals and blessed(realm, "giorgio"):
            fish = _gain(state, realm, "fish", state.cathedrals)
            step.tell(say("San Giorgio brings {who} {n} fish.", who=SeatName(seat), n=fish))
    by_choice = state.options["forced-labour"] == "choice"
    state.due = Driving([seat for seat in state.alive if by_choice and _may_drive(state.realm(seat))])
    for realm in state.realms:
        if realm.seat not in state.due.left:
            driven = [works.key for works in realm.works] if working(realm, "labour") and not by_choice else []
            harvest(step, realm, driven)


def _may_drive(realm: Realm) -> bool:
    return working(realm, "labour") and bool(realm.works)


def taken(left: int, driven: bool) -> tuple[int, int]:
    """Goods that leave a site and goods that are gained: one and one, or up to three with the first thrown away."""
    removed = min(LABOUR_TAKES if driven else 1, left)
    return removed, removed - 1 if driven and removed else removed


def harvest(step: Step[State], realm: Realm, driven: list[str]) -> None:
    """One counter of every site, or by forced labour up to three; whoever is done comes home."""
    state, got = step.state, dict[Good, int]()
    for works in list(realm.works):
        removed, gain = taken(works.left, works.key in driven)
        works.left -= removed
        state.bank[works.good] += removed
        if not realm.out:
            got[works.good] = got.get(works.good, 0) + _gain(state, realm, works.good, gain)
        if works.left == 0:
            _close(step, realm, works)
    if any(got.values()):
        step.tell(say("{who} harvests {goods}.", who=SeatName(realm.seat), goods=basket(got)))


def _gain(state: State, realm: Realm, good: Good, n: int) -> int:
    return gained(stock(realm), state.bank, good, n, bool(state.options["goods-limit"]))


def _close(step: Step[State], realm: Realm, works: Works) -> None:
    """The man is idle, usable from the next phase 2 on; the fishery piece goes back."""
    realm.works.remove(works)
    realm.idle += 1
    if works.site == "fishery":
        step.state.supply["fishery"] += 1
    step.tell(say("{who}: {site} exhausted, the man comes home.", who=SeatName(realm.seat), site=SITE[works.site]))


def drive_reason(realm: Realm, chosen: tuple[str, ...]) -> Message | None:
    """Own sites, each once."""
    known = {works.key for works in realm.works}
    if len(set(chosen)) != len(chosen) or not set(chosen) <= known:
        return say("That is not one of your sites.")
    return None


def drive(step: Step[State], move: Drive) -> None:
    """The chosen sites give three, the others one."""
    due, realm = step.state.owed(Driving), step.state.realm(step.seat)
    step.require(drive_reason(realm, move.works))
    due.left.remove(step.seat)
    harvest(step, realm, list(move.works))


# -- exploration -------------------------------------------------------------------------------------------------


def markers_left(state: State) -> int:
    """Markers that were not turned yet; some of them may have gone unseen."""
    return len(state.realms) * len(MARKERS) - sum(state.markers.values())


def begin_exploring(state: State) -> None:
    """In turn order, whoever has a working explorer. Phase 7."""
    able = [seat for seat in state.alive if working(state.realm(seat), "explorer")]
    state.due = Exploring(able if markers_left(state) > 0 else [])


def explore(step: Step[State], move: Explore) -> None:
    """A food raises famine; wine does not."""
    state, due, realm = step.state, step.state.owed(Exploring), step.state.realm(step.seat)
    due.left.remove(step.seat)
    if not move.turn:
        return
    each = len(state.realms)
    options = tuple(
        Option[Good](good, GOOD[good], icon=ICON[good], copies=max(0, each - state.markers.get(good, 0)))
        for good in MARKERS
    )
    good = step.chance(Pick[Good](key="marker", prompt=say("What does the marker show?"), options=options), step.seat)
    state.markers[good] = state.markers.get(good, 0) + 1
    _gain(state, realm, good, 1)
    step.tell(say("{who} explores: {good}.", who=SeatName(step.seat), good=GOOD[good]))
    if good in FOODS:
        state.famine += 1
        step.tell(say("New food: famine rises to {n}.", n=state.famine))
    if markers_left(state) <= 0:
        due.left.clear()


def at_hand(realm: Realm) -> dict[Good, int]:
    """What a realm owns, in the order of the goods table, without what it has none of."""
    return {good: held(realm, good) for good in GOODS if held(realm, good)}


def more_to_drive(works: Works) -> Message:
    """What forced labour would do to a site."""
    removed, gain = taken(works.left, driven=True)
    return say_n("{n} lost, {gain} gained", "{n} lost, {gain} gained", removed - gain, gain=gain)
