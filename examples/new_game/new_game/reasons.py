"""Why something is out of reach, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from companion.core.wording import Message, say_n
from new_game.state import State


def take_reason(state: State, coins: int) -> Message | None:
    if coins <= state.pot:
        return None
    return say_n("There is only {n} coin left.", "There are only {n} coins left.", state.pot)
