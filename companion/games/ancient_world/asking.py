"""The question of every kind of due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.games.ancient_world import (
    agenda,
    asking_actions,
    asking_attack,
    asking_free_actions,
    asking_round,
    asking_turn,
)
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import State

QUESTIONS: dict[type[agenda.Due], Callable[[State, Any], Asking[Move]]] = {
    agenda.SettingUp: asking_round.ask_set_up,
    agenda.Preparing: asking_round.ask_prepare,
    agenda.Turn: asking_turn.ask_turn,
    agenda.Acting: asking_actions.ask_acting,
    agenda.Upgrading: asking_actions.ask_upgrade,
    agenda.Rolling: asking_attack.ask_roll,
    agenda.TakingDamage: asking_attack.ask_damaged_cards,
    agenda.TakingCoinEffect: asking_attack.ask_coin_effect,
    agenda.Disbanding: asking_attack.ask_disband,
    agenda.Confronting: asking_round.ask_confront,
    agenda.Repairing: asking_round.ask_repairs,
    agenda.Feeding: asking_round.ask_feed,
    agenda.Spending: asking_free_actions.ask_spending,
    agenda.EnteringFact: asking_round.ask_fact,
    agenda.CountingPoints: asking_round.ask_points,
}


def ask(state: State) -> Asking[Move]:
    """Ask for what is due."""
    return QUESTIONS[type(state.agenda[-1])](state, state.agenda[-1])
