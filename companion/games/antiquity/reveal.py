"""The common reveal of all plans. Sections 8 and 10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.draft import Draft, new_draft
from companion.games.antiquity.goods import change_goods
from companion.games.antiquity.moves import AcceptedTrade, OfferedTrade
from companion.games.antiquity.orders import BrokenOrder, apply_orders, order_words
from companion.games.antiquity.pieces import instruct_famine, instruct_left_out, instruct_paid, instruct_screen
from companion.games.antiquity.queries import owned, stock
from companion.games.antiquity.state import Line, MountainRange, State, Trade
from companion.games.antiquity.tables import GOODS, Good
from companion.games.antiquity.tracked import tracked_numbers
from companion.games.antiquity.trades import trade_words

Handed = tuple[int, int, Good, int]
"""(giver, receiver, good, number): goods that one seat hands to another."""

Drafts = dict[int, tuple[Draft, list[BrokenOrder]]]


def reveal(step: Step[State], seats: Sequence[int]) -> None:
    """Open the plans of these seats, apply them in turn order and log them. Orders that no longer hold are left out.

    In turn order, the acceptances that seats outside ``seats`` owe to these trades are applied as well.
    """
    if not seats:
        return
    state = step.state
    plans = {seat: step.reveal(state.plans[seat]).lines for seat in seats}
    pairs = [key for key, sealed in state.trades.items() if set(sealed.to) & set(seats)]
    trades = [trade for key in pairs for trade in step.reveal(state.trades[key])]
    for trade in trades:
        if trade.state == "open":
            trade.state = "void"
    agreed = [trade for trade in trades if trade.state == "done"]
    drafts = _agreed_drafts(state, plans | _accepted_orders(state, seats), trades)
    for seat in seats:
        instruct_screen(step, seat)
    for seat, (draft, broken) in drafts.items():
        if seat in plans:
            _tell(step, seat, draft, plans[seat], broken)
    before = _lying(state)
    for draft, _ in drafts.values():
        _store_draft(state, draft)
    _update_supply(state, [draft for draft, _ in drafts.values()])
    handed = _handed_over(state, before, agreed)
    for trade in agreed:
        _hand_over(state, handed[trade.key], -1)
    _cover_planned(step, before)
    _settle(step, drafts, before)
    step.part()
    for trade in agreed:
        # each trade by itself, so that instructions tell people what to hand each other, apart from payments to the
        # bank
        _hand_over(state, handed[trade.key], 1)
        words = trade_words(trade)
        step.tell_all(words if trade.state == "done" else say("Not possible: {trade}", trade=words))
    state.cathedrals += sum(draft.cathedrals for draft, _ in drafts.values())
    _lower_famine(step, sum(draft.fountains for draft, _ in drafts.values()))
    _clear_plans(state, seats, pairs)


def _handed_over(state: State, before: Mapping[str, int], trades: Sequence[Trade]) -> dict[str, list[Handed]]:
    """What the two seats of each trade hand each other, by the key of the trade: for each good, at most what the giver
    has lost and the receiver has gained over the whole reveal. The rest is settled in their payments to the bank.
    """
    net = {
        (realm.seat, good): owned(realm, good) - before.get(f"{realm.seat}.{good}", 0)
        for realm in state.realms
        for good in GOODS
    }
    found = dict[str, list[Handed]]()
    for trade in trades:
        ways = ((trade.seller, trade.buyer, trade.give), (trade.buyer, trade.seller, trade.take))
        found[trade.key] = []
        for giver, getter, goods in ways if trade.state == "done" else ():
            for good, much in goods.items():
                n = max(0, min(much, -net[giver, good], net[getter, good]))
                net[giver, good] += n
                net[getter, good] -= n
                found[trade.key].append((giver, getter, good, n))
    return found


def _hand_over(state: State, handed: Sequence[Handed], sign: int) -> None:
    """Move goods from giver to receiver; with ``sign`` -1 back again."""
    for giver, getter, good, n in handed:
        change_goods(stock(state.realm(giver)), {good: n}, -sign)
        change_goods(stock(state.realm(getter)), {good: n}, sign)


def _settle(step: Step[State], seats: Iterable[int], before: Mapping[str, int]) -> None:
    """Instruct each seat to settle its plan with the bank."""
    for seat in seats:
        realm = step.state.realm(seat)
        changed = {good: owned(realm, good) - before.get(f"{seat}.{good}", 0) for good in GOODS}
        instruct_paid(step, seat, {good: n for good, n in changed.items() if n})


def _lying(state: State) -> dict[str, int]:
    """All tracked numbers that count pieces, by key."""
    return {one.key: one.value for one in tracked_numbers(state) if one.thing is not None}


def _cover_planned(step: Step[State], before: Mapping[str, int]) -> None:
    """Mark changed numbers of cities as already carried out, because players placed those pieces while planning. Left
    to instruct are the goods that change hands at the reveal.
    """
    state, now = step.state, _lying(step.state)
    covers = list[tuple[str, int]]()
    stocks = {f"{realm.seat}.{good}": good for realm in state.realms for good in GOODS}
    at_bank = dict.fromkeys(GOODS, 0)
    for key, value in now.items():
        change = value - before.get(key, value)
        if good := stocks.get(key):
            at_bank[good] += change
        elif key.startswith("bank."):
            at_bank[key.removeprefix("bank.")] += change  # type: ignore[index]
        elif change:
            covers.append((key, change))
    covers += [(f"bank.{good}", change) for good, change in at_bank.items() if change]
    if covers:
        step.instruct(TABLE, None, covers=covers)


def _accepted_orders(state: State, seats: Sequence[int]) -> dict[int, list[Line]]:
    """The acceptances in plans of seats outside ``seats``, by seat."""
    found = {
        seat: [line for line in plan.value.lines if isinstance(line.order, AcceptedTrade)]
        for seat, plan in state.plans.items()
        if seat not in seats
    }
    return {seat: lines for seat, lines in found.items() if lines}


def _clear_plans(state: State, seats: Sequence[int], pairs: Sequence[str]) -> None:
    """Remove applied plans, their trades, and acceptances in the remaining plans."""
    state.plans = {seat: plan for seat, plan in state.plans.items() if seat not in seats}
    state.trades = {key: sealed for key, sealed in state.trades.items() if key not in pairs}
    for plan in state.plans.values():
        plan.value.lines = [line for line in plan.value.lines if not isinstance(line.order, AcceptedTrade)]


def _agreed_drafts(state: State, plans: dict[int, list[Line]], trades: list[Trade]) -> Drafts:
    """All plans applied. A trade with a broken half is void for both."""
    while True:
        drafts = _all_drafts(state, plans, trades)
        failed = {
            line.order.trade
            for _, broken in drafts.values()
            for line, _ in broken
            if isinstance(line.order, OfferedTrade | AcceptedTrade)
        }
        undone = [trade for trade in trades if trade.key in failed and trade.state == "done"]
        if not undone:
            return drafts
        for trade in undone:
            trade.state = "void"


def _all_drafts(state: State, plans: dict[int, list[Line]], trades: list[Trade]) -> Drafts:
    """Apply plans in turn order, each with the supply and bank that the previous one left."""
    found: Drafts = {}
    bank, supply = dict(state.bank), dict(state.supply)
    for seat, lines in plans.items():
        known = [trade for trade in trades if seat in (trade.seller, trade.buyer)]
        draft = new_draft(state, seat, known)
        draft.bank = bank
        if state.options["shortage"] == "order":
            draft.supply = supply
        found[seat] = draft, apply_orders(draft, lines)
    return found


def _store_draft(state: State, draft: Draft) -> None:
    """Replace the realm by a draft. New pieces get new keys, since the keys of a draft would reveal how often its plan
    was changed.
    """
    realm = draft.realm
    for letter, pieces in (("b", realm.buildings), ("w", realm.works)):
        for piece in pieces:
            if piece.key in draft.keys:
                realm.serial += 1
                piece.key = f"{letter}{realm.serial}"
    state.ranges += [MountainRange(good, realm.seat, 0) for good in draft.mined]
    state.realms = [realm if old.seat == realm.seat else old for old in state.realms]


def _update_supply(state: State, drafts: list[Draft]) -> None:
    """Set the supply and bank after the reveal; with the option that all may build despite a shortage, the supply is 0
    at least.
    """
    state.bank = dict(drafts[-1].bank)
    if state.options["shortage"] == "order":
        state.supply = dict(drafts[-1].supply)
    else:
        state.supply = {
            shared: max(0, n - sum(n - draft.supply[shared] for draft in drafts)) for shared, n in state.supply.items()
        }


def _tell(step: Step[State], seat: int, draft: Draft, lines: list[Line], broken: list[BrokenOrder]) -> None:
    """Log every order of a seat, or why it was left out."""
    who = SeatName(seat)
    reasons = {line.id: reason for line, reason in broken}
    told = [line for line in lines if not isinstance(line.order, OfferedTrade | AcceptedTrade)]
    if not told:
        step.tell_all(say("{who} builds nothing.", who=who))
    for line in told:
        words = order_words(line.order, draft.realm)
        if line.id in reasons:
            instruct_left_out(step, seat, line.order, draft.realm)
            step.tell_all(say("{who}, not possible: {order} ({why})", who=who, order=words, why=reasons[line.id]))
        else:
            step.tell_all(say("{who}: {order}", who=who, order=words))


def _lower_famine(step: Step[State], fountains: int) -> None:
    """Set famine to ``max(0, famine - fountains)``. A fountain counts in the turn it is built. Section 8, phase 2."""
    state = step.state
    if not fountains:
        return
    before = state.famine
    state.famine = max(0, before - fountains)
    instruct_famine(step, before)
    step.tell(
        say_n(
            "Famine {before} - {n} fountain = {after}.",
            "Famine {before} - {n} fountains = {after}.",
            fountains,
            before=before,
            after=state.famine,
        ),
        TABLE,
    )
