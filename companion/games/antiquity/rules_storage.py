"""Phase 5: discard what the stores do not hold. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Storing
from companion.games.antiquity.moves import Discard
from companion.games.antiquity.queries_city import at_hand, capacity, excess, stock
from companion.games.antiquity.queries_phases import to_discard
from companion.games.antiquity.reasons_phases import discard_reason
from companion.games.antiquity.rules_payments import moved
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import Good
from companion.games.antiquity.words import basket


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


def _lose(step: Step[State], realm: Realm, goods: dict[Good, int]) -> None:
    moved(stock(realm), step.state.bank, goods)
    step.tell(say("{who} discards {goods}.", who=SeatName(realm.seat), goods=basket(goods)))


def discard(step: Step[State], move: Discard) -> None:
    """Own choice."""
    due, realm = step.state.owed(Storing), step.state.realm(step.seat)
    step.require(discard_reason(realm, to_discard(step.state, step.seat), dict(move.goods)))
    _lose(step, realm, dict(move.goods))
    del due.excess[step.seat]
