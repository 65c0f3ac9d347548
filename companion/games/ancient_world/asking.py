"""The question of every kind of due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.games.ancient_world import (
    agenda,
    asking_actions,
    asking_damage,
    asking_free_actions,
    asking_prepare,
    asking_round_end,
    asking_turn,
)
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import State

QUESTIONS: dict[type[agenda.Due], Callable[[State, Any], Asking[Move]]] = {
    agenda.SettingUp: asking_prepare.ask_set_up,
    agenda.Preparing: asking_prepare.ask_prepare,
    agenda.Turn: asking_turn.ask_turn,
    agenda.Acting: asking_actions.ask_acting,
    agenda.Upgrading: asking_actions.ask_upgrade,
    agenda.Rolling: asking_damage.ask_roll,
    agenda.TakingDamage: asking_damage.ask_damaged_cards,
    agenda.TakingCoinEffect: asking_damage.ask_coin_effect,
    agenda.Disbanding: asking_damage.ask_disband,
    agenda.Confronting: asking_round_end.ask_confront,
    agenda.Repairing: asking_round_end.ask_repairs,
    agenda.Feeding: asking_round_end.ask_feed,
    agenda.Spending: asking_free_actions.ask_spending,
    agenda.EnteringFact: asking_round_end.ask_fact,
    agenda.CountingPoints: asking_round_end.ask_points,
}


def ask(state: State) -> Asking[Move]:
    """Ask for what is due."""
    return QUESTIONS[type(state.agenda[-1])](state, state.agenda[-1])
