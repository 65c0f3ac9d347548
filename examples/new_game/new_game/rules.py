"""Moves into effect."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.step import Step
from companion.core.wording import SeatName, say_n
from new_game.moves import Take
from new_game.reasons import take_reason
from new_game.state import State, Turn


def take(step: Step[State], move: Take) -> None:
    state, due = step.state, step.owed(Turn)
    step.require(take_reason(state, move.coins))
    state.pot -= move.coins
    state.player(due.seat).coins += move.coins
    step.tell(say_n("{who} takes {n} coin.", "{who} takes {n} coins.", move.coins, who=SeatName(due.seat)))
    state.agenda = [Turn(state.after(due.seat))]


RULES: Rules[State] = {Take: take}
