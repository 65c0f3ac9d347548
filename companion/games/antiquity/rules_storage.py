"""Phase 5: discard what the stores do not hold. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Storing
from companion.games.antiquity.moves import Discard
from companion.games.antiquity.queries_city import excess_goods, owned_goods, stock, storage_capacity
from companion.games.antiquity.queries_phases import goods_to_discard
from companion.games.antiquity.reasons_phases import discard_reason
from companion.games.antiquity.rules_payments import pay_to_bank
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import Good
from companion.games.antiquity.words import basket


def begin_storing(step: Step[State]) -> None:
    """Begin phase 5. Without a store, or with one kind of good, the excess is discarded unasked."""
    state = step.state
    due: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        owned, room, over = sum(stock(realm).values()), storage_capacity(realm), excess_goods(realm)
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
    step.require(discard_reason(realm, goods_to_discard(due, realm), dict(move.goods)))
    _discard(step, realm, dict(move.goods))
    del due.excess[step.seat]
