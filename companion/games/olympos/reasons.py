"""Why an action costs too much, or None. Section 9."""

from __future__ import annotations

from companion.core.wording import N_, Message, say_n
from companion.games.olympos import queries_prices
from companion.games.olympos.state import Side, State


def too_far(over: int) -> Message:
    return say_n(
        "That goes {n} space beyond the Cross.",
        "That goes {n} spaces beyond the Cross.",
        over,
        N_("Beyond the Cross: {n}"),
    )


def cost_reason(state: State, side: Side, cost: int, hourglasses: int = 0) -> Message | None:
    """Section 9: no action may carry the token past the Cross."""
    over = cost - queries_prices.budget(state, side, hourglasses)
    return too_far(over) if over > 0 else None
