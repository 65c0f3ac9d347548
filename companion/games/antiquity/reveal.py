"""The common reveal that ends phase 2: all plans at once, shortages settled, famine lowered. Sections 8 and 10."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.draft import Draft, begun
from companion.games.antiquity.orders import Accepted, Line, Offered, Trade
from companion.games.antiquity.planning import Broken, folded
from companion.games.antiquity.state import State
from companion.games.antiquity.telling import order_words, trade_words

Folded = dict[int, tuple[Draft, list[Broken]]]


def reveal(step: Step[State]) -> None:
    """Open everything, carry it out in turn order, and say it. What does not hold any more is left out."""
    state = step.state
    plans = {seat: step.reveal(state.plans[seat]).lines for seat in state.alive}
    trades = [trade for sealed in state.trades.values() for trade in step.reveal(sealed)]
    for trade in trades:
        if trade.state == "open":
            trade.state = "void"
    drafts = _settled(state, plans, trades)
    fountains = 0
    for seat, (draft, broken) in drafts.items():
        _tell(step, seat, draft, plans[seat], broken)
        _keep(state, draft)
        fountains += draft.fountains
    _take_pieces(state, [draft for draft, _ in drafts.values()])
    for trade in trades:
        if trade.state == "done":
            step.tell(trade_words(trade))
    state.cathedrals = sum(draft.cathedrals for draft, _ in drafts.values())
    _lower_famine(step, fountains)
    state.plans, state.trades, state.ready = {}, {}, []


def _settled(state: State, plans: dict[int, list[Line]], trades: list[Trade]) -> Folded:
    """All plans folded. A trade of which one half does not hold is void for both, so that none is ever half done."""
    while True:
        drafts = _all_folded(state, plans, trades)
        failed = {
            line.order.trade
            for _, broken in drafts.values()
            for line, _ in broken
            if isinstance(line.order, Offered | Accepted)
        }
        undone = [trade for trade in trades if trade.key in failed and trade.state == "done"]
        if not undone:
            return drafts
        for trade in undone:
            trade.state = "void"


def _all_folded(state: State, plans: dict[int, list[Line]], trades: list[Trade]) -> Folded:
    """In turn order, each taking from what the ones before have left of the shared pieces and of the bank."""
    found: Folded = {}
    bank, supply = dict(state.bank), dict(state.supply)
    for seat, lines in plans.items():
        known = [trade for trade in trades if seat in (trade.seller, trade.buyer)]
        draft = begun(state, seat, known)
        draft.bank = bank
        if state.options["shortage"] == "order":
            draft.supply = supply
        found[seat] = draft, folded(draft, lines)
    return found


def _keep(state: State, draft: Draft) -> None:
    """The draft becomes the realm; its new pieces get numbers that do not tell how often a plan was changed."""
    realm = draft.realm
    for building in realm.buildings:
        if building.key in draft.keys:
            realm.serial += 1
            building.key = f"b{realm.serial}"
    place = next(place for place, old in enumerate(state.realms) if old.seat == realm.seat)
    state.realms[place] = realm


def _take_pieces(state: State, drafts: list[Draft]) -> None:
    """What lies beside the map after the reveal. Where everybody could build once more, it may be overdrawn: none."""
    if state.options["shortage"] == "order":
        state.supply, state.bank = dict(drafts[-1].supply), dict(drafts[-1].bank)
        return
    before = dict(state.supply)
    for shared in before:
        used = sum(before[shared] - draft.supply[shared] for draft in drafts)
        state.supply[shared] = max(0, before[shared] - used)
    state.bank = dict(drafts[-1].bank)


def _tell(step: Step[State], seat: int, draft: Draft, lines: list[Line], broken: list[Broken]) -> None:
    """Every order as it was carried out, or why it was not."""
    who = SeatName(seat)
    reasons = {line.id: reason for line, reason in broken}
    told = [line for line in lines if not isinstance(line.order, Offered | Accepted)]
    if not told:
        step.tell(say("{who} builds nothing.", who=who))
    for line in told:
        words = order_words(line.order, draft.realm)
        if line.id in reasons:
            step.tell(say("{who}, not possible: {order} ({why})", who=who, order=words, why=reasons[line.id]))
        else:
            step.tell(say("{who}: {order}", who=who, order=words))


def _lower_famine(step: Step[State], fountains: int) -> None:
    """``max(0, famine - fountains)``: a fountain counts only in the turn it is built. Section 8, phase 2."""
    state = step.state
    if not fountains:
        return
    before = state.famine
    state.famine = max(0, before - fountains)
    step.tell(
        say_n(
            "Famine {before} - {n} fountain = {after}.",
            "Famine {before} - {n} fountains = {after}.",
            fountains,
            before=before,
            after=state.famine,
        )
    )
