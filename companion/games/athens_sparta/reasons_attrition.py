"""Why a hidden block cannot take the loss, or None. Section 7.7."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.agenda import HiddenLosses
from companion.games.athens_sparta.queries_attrition import has_undescribed, loss_candidates
from companion.games.athens_sparta.reasons import STRONGER_FIRST
from companion.games.athens_sparta.state import State


def loss_reason(state: State, due: HiddenLosses, key: str) -> Message | None:
    """One of the strongest; which of them is the owner's choice."""
    losses = loss_candidates(state, due)
    if not key:
        return None if has_undescribed(state, due) else say("Every block is described here.")
    if key not in losses:
        return say("That block is not there.")
    if due.why != "hellespont" and losses[key].strength < max(one.strength for one in losses.values()):
        return STRONGER_FIRST
    return None
