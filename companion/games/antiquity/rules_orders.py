"""The orders of a plan: a table of their reasons and rules, and a plan applied to a draft. Section 8, phase 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.wording import Message
from companion.games.antiquity import (
    moves_orders,
    reasons_building,
    reasons_city,
    reasons_corrections,
    reasons_goods,
    rules_city,
    rules_goods,
)
from companion.games.antiquity.state import Line, State
from companion.games.antiquity.state_draft import Draft, new_draft

BrokenOrder = tuple[Line, Message]
"""An order that does not hold any more, and why."""


ORDERS: dict[type[moves_orders.Order], tuple[Callable[[Draft, Any], Message | None], Callable[[Draft, Any], None]]] = {
    moves_orders.BuildHouse: (reasons_building.house_reason, rules_city.build_house),
    moves_orders.BuildPiece: (reasons_building.build_reason, rules_city.build_piece),
    moves_orders.PlaceMan: (reasons_city.place_man_reason, rules_city.place_man),
    moves_orders.RemoveGrave: (reasons_city.remove_grave_reason, rules_city.remove_grave),
    moves_orders.SwapGoods: (reasons_goods.swap_reason, rules_goods.swap),
    moves_orders.RazeCathedral: (reasons_city.raze_reason, rules_city.raze_cathedral),
    moves_orders.MoveBuilding: (reasons_city.move_building_reason, rules_city.move_building),
    moves_orders.MoveGrave: (reasons_city.move_grave_reason, rules_city.move_grave),
    moves_orders.Correction: (reasons_corrections.correction_reason, rules_city.correct),
    moves_orders.EnterSite: (reasons_corrections.enter_site_reason, rules_city.enter_site),
    moves_orders.RemoveSite: (reasons_corrections.remove_site_reason, rules_city.remove_site),
    moves_orders.OfferedTrade: (reasons_goods.offered_reason, rules_goods.apply_offered),
    moves_orders.AcceptedTrade: (reasons_goods.accepted_reason, rules_goods.apply_accepted),
}
"""For every kind of order: why it does not hold on a draft, and how it is applied."""


def order_reason(draft: Draft, order: moves_orders.Order) -> Message | None:
    """Why an order does not hold on a draft."""
    return ORDERS[type(order)][0](draft, order)


def apply_order(draft: Draft, line: Line) -> None:
    """Put an order that holds into effect."""
    draft.line = line.id
    ORDERS[type(line.order)][1](draft, line.order)


def apply_orders(draft: Draft, lines: Sequence[Line]) -> list[BrokenOrder]:
    """Apply every order that holds; return those that do not."""
    broken: list[BrokenOrder] = []
    for line in lines:
        reason = order_reason(draft, line.order)
        if reason is None:
            apply_order(draft, line)
        else:
            broken.append((line, reason))
    return broken


def draft_of(state: State, seat: int) -> Draft:
    """The realm as a seat's plan would leave it."""
    draft = new_draft(state, seat, state.trades_of(seat))
    apply_orders(draft, state.lines(seat))
    return draft


def broken_orders(state: State, seat: int, without: int = 0) -> list[BrokenOrder]:
    """The orders of a plan that do not hold, with order ``without`` left out."""
    lines = [line for line in state.lines(seat) if line.id != without]
    return apply_orders(new_draft(state, seat, state.trades_of(seat)), lines)
