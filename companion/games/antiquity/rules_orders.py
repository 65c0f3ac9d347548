"""Every order of a plan to its reason and its rule; a plan applied to a draft. Section 8, phase 2."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.wording import Message
from companion.games.antiquity.moves_orders import (
    Accepted,
    Heal,
    House,
    Man,
    Mend,
    Offered,
    Order,
    Raise,
    Raze,
    Shift,
    ShiftGrave,
    Swap,
)
from companion.games.antiquity.queries_plan import lines_of, trades_of
from companion.games.antiquity.reasons_building import house_reason, raise_reason
from companion.games.antiquity.reasons_city import (
    heal_reason,
    man_reason,
    raze_reason,
    shift_grave_reason,
    shift_reason,
)
from companion.games.antiquity.reasons_corrections import mend_reason
from companion.games.antiquity.reasons_market import accepted_reason, offered_reason, swap_reason
from companion.games.antiquity.rules_building import build_house, raise_building
from companion.games.antiquity.rules_city import heal, put_man, raze, shift, shift_grave
from companion.games.antiquity.rules_corrections import mend
from companion.games.antiquity.rules_market import accepted, offered, swap
from companion.games.antiquity.state import Line, State
from companion.games.antiquity.state_draft import Draft, begun

Broken = tuple[Line, Message]
"""An order that does not hold any more, and why."""


def order_reason(draft: Draft, order: Order) -> Message | None:  # noqa: C901  (one line an order)
    """Why an order does not hold on a draft."""
    match order:
        case House():
            return house_reason(draft, order)
        case Raise():
            return raise_reason(draft, order)
        case Man():
            return man_reason(draft, order)
        case Heal():
            return heal_reason(draft, order)
        case Swap():
            return swap_reason(draft, order)
        case Raze():
            return raze_reason(draft)
        case Shift():
            return shift_reason(draft, order)
        case ShiftGrave():
            return shift_grave_reason(draft, order)
        case Mend():
            return mend_reason(draft, order)
        case Offered():
            return offered_reason(draft, order)
        case Accepted():
            return accepted_reason(draft, order)


def carry_out(draft: Draft, line: Line) -> None:  # noqa: C901  (one line an order)
    """Put an order that holds into effect."""
    key = f"p{line.id}"
    match line.order:
        case House() as order:
            build_house(draft, order, key)
        case Raise() as order:
            raise_building(draft, order, key)
        case Man() as order:
            put_man(draft, order)
        case Heal() as order:
            heal(draft, order)
        case Swap() as order:
            swap(draft, order)
        case Raze():
            raze(draft)
        case Shift() as order:
            shift(draft, order)
        case ShiftGrave() as order:
            shift_grave(draft, order)
        case Mend() as order:
            mend(draft, order, key)
        case Offered() as order:
            offered(draft, order)
        case Accepted() as order:
            accepted(draft, order)


def folded(draft: Draft, lines: Sequence[Line]) -> list[Broken]:
    """Carry out every order that holds; those that do not, with the reason."""
    broken: list[Broken] = []
    for line in lines:
        reason = order_reason(draft, line.order)
        if reason is None:
            carry_out(draft, line)
        else:
            broken.append((line, reason))
    return broken


def draft_of(state: State, seat: int) -> Draft:
    """The realm as the plan of a seat would leave it."""
    draft = begun(state, seat, trades_of(state, seat))
    folded(draft, lines_of(state, seat))
    return draft


def broken_in(state: State, seat: int, without: int = 0) -> list[Broken]:
    """What does not hold in a plan, if one order is left out."""
    lines = [line for line in lines_of(state, seat) if line.id != without]
    return folded(begun(state, seat, trades_of(state, seat)), lines)
