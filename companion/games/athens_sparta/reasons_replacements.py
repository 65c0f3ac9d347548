"""Why a replacement plan cannot be changed or confirmed, or None. Section 11."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.queries_replacements import check_plan
from companion.games.athens_sparta.state import PlanOrder, State
from companion.games.athens_sparta.tables import Side


def add_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    return check_plan(state, side, [*state.plans[side].value, order])[1]


def remove_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    """The rest of the plan must be valid, unless the plan is invalid already."""
    orders = state.plans[side].value
    if order not in orders:
        return say("Your plan has no such line.")
    if check_plan(state, side, orders)[1]:
        return None
    rest = list(orders)
    rest.remove(order)
    return check_plan(state, side, rest)[1]


def confirm_plan_reason(state: State, side: Side) -> Message | None:
    """A plan that has become invalid must be changed first."""
    return check_plan(state, side, state.plans[side].value)[1]
