"""Why a replacement plan cannot be changed or confirmed like that, or None. Section 11."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.queries_replacements import ledger
from companion.games.athens_sparta.state import Order, State
from companion.games.athens_sparta.tables import Side


def plan_reason(state: State, side: Side, order: Order) -> Message | None:
    return ledger(state, side, [*state.plans[side].value, order])[1]


def unplan_reason(state: State, side: Side, order: Order) -> Message | None:
    """The rest must still hold, unless the plan is broken anyway."""
    orders = state.plans[side].value
    if order not in orders:
        return say("Your plan has no such line.")
    if ledger(state, side, orders)[1]:
        return None
    rest = list(orders)
    rest.remove(order)
    return ledger(state, side, rest)[1]


def ready_reason(state: State, side: Side) -> Message | None:
    """A plan that something has broken since must be mended first."""
    return ledger(state, side, state.plans[side].value)[1]
