"""Picks the question for what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.athens_sparta import (
    agenda,
    asking_battle,
    asking_cards,
    asking_losses,
    asking_map,
    asking_muster,
    asking_setup,
)
from companion.games.athens_sparta.asking_replacements import ask_replacements
from companion.games.athens_sparta.asking_turn import ask_moving, ask_next_battle
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries import acting_side
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import Side


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    due = state.agenda[-1]
    if seat == TABLE and not isinstance(due, agenda.TableDue):
        return asking_map.ask_map_correction(state)
    if secret := SECRET_QUESTIONS.get(type(due)):
        return secret(state, acting_side(state, seat))
    return QUESTIONS[type(due)](state, due)


SECRET_QUESTIONS: dict[type, Callable[[State, Side], Asking[Move]]] = {
    agenda.CheckingHands: asking_cards.ask_keep_hand,
    agenda.ChoosingCards: asking_cards.ask_choose_card,
    agenda.PlanningReplacements: ask_replacements,
}
"""What both sides are asked, each in secret."""

QUESTIONS: dict[type, Callable[[State, Any], Asking[Move]]] = {
    agenda.SettingUp: asking_setup.ask_set_up,
    agenda.SettingUpBattle: asking_setup.ask_set_up_battle,
    agenda.LookingUpCity: asking_map.ask_look_up_city,
    agenda.NamingGreenBlocks: asking_map.ask_green_blocks,
    agenda.Redealing: asking_cards.ask_redeal,
    agenda.NeutralJoining: asking_cards.ask_neutral_joins,
    agenda.Moving: ask_moving,
    agenda.ChoosingBattle: ask_next_battle,
    agenda.Mustering: asking_muster.ask_muster,
    agenda.Assaulting: asking_battle.ask_assault,
    agenda.CombatTurn: asking_battle.ask_combat_action,
    agenda.AssigningHits: asking_battle.ask_hit,
    agenda.Retreating: asking_battle.ask_forced_retreat,
    agenda.Besieging: asking_battle.ask_besiege,
    agenda.Sacking: asking_battle.ask_sack,
    agenda.HiddenLosses: asking_losses.ask_loss,
    agenda.SupplyCheck: asking_losses.ask_supply,
}
"""What one side or the table is asked."""
