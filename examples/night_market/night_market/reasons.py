"""Why something is out of reach, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from companion.core.wording import Message, say_n
from night_market.state import State


def bid_reason(state: State, seat: int, coins: int) -> Message | None:
    short_of = coins - state.bidder(seat).coins
    return say_n("You are {n} coin short.", "You are {n} coins short.", short_of) if short_of > 0 else None
