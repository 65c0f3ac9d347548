"""The orders of a plan: a table of their reasons and rules, and a plan applied to a draft. Section 8, phase 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.wording import Message
from companion.games.antiquity.moves_orders import (
    AcceptedTrade,
    BuildHouse,
    BuildPiece,
    Correction,
    MoveBuilding,
    MoveGrave,
    OfferedTrade,
    Order,
    PlaceMan,
    RazeCathedral,
    RemoveGrave,
    SwapGoods,
)
from companion.games.antiquity.queries_plan import lines_of, trades_of
from companion.games.antiquity.reasons_building import build_reason, house_reason
from companion.games.antiquity.reasons_city import (
    move_building_reason,
    move_grave_reason,
    place_man_reason,
    raze_reason,
    remove_grave_reason,
)
from companion.games.antiquity.reasons_corrections import correction_reason
from companion.games.antiquity.reasons_market import accepted_reason, offered_reason, swap_reason
from companion.games.antiquity.rules_building import build_house, build_piece
from companion.games.antiquity.rules_city import move_building, move_grave, place_man, raze_cathedral, remove_grave
from companion.games.antiquity.rules_corrections import correct
from companion.games.antiquity.rules_market import apply_accepted, apply_offered, swap
from companion.games.antiquity.state import Line, State
from companion.games.antiquity.state_draft import Draft, new_draft

BrokenOrder = tuple[Line, Message]
"""An order that does not hold any more, and why."""


ORDERS: dict[type[Order], tuple[Callable[[Draft, Any], Message | None], Callable[[Draft, Any], None]]] = {
    BuildHouse: (house_reason, build_house),
    BuildPiece: (build_reason, build_piece),
    PlaceMan: (place_man_reason, place_man),
    RemoveGrave: (remove_grave_reason, remove_grave),
    SwapGoods: (swap_reason, swap),
    RazeCathedral: (raze_reason, raze_cathedral),
    MoveBuilding: (move_building_reason, move_building),
    MoveGrave: (move_grave_reason, move_grave),
    Correction: (correction_reason, correct),
    OfferedTrade: (offered_reason, apply_offered),
    AcceptedTrade: (accepted_reason, apply_accepted),
}
"""For every kind of order: why it does not hold on a draft, and how it is applied."""


def order_reason(draft: Draft, order: Order) -> Message | None:
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
    draft = new_draft(state, seat, trades_of(state, seat))
    apply_orders(draft, lines_of(state, seat))
    return draft


def broken_orders(state: State, seat: int, without: int = 0) -> list[BrokenOrder]:
    """The orders of a plan that do not hold, with order ``without`` left out."""
    lines = [line for line in lines_of(state, seat) if line.id != without]
    return apply_orders(new_draft(state, seat, trades_of(state, seat)), lines)
