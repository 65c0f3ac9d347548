"""Picks the question for what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.athens_sparta.agenda import (
    Assaulting,
    AssigningHits,
    Besieging,
    CheckingHands,
    ChoosingBattle,
    ChoosingCards,
    CombatTurn,
    HiddenLosses,
    LookingUpCity,
    Moving,
    Mustering,
    NeutralJoining,
    PlanningReplacements,
    Redealing,
    Retreating,
    Sacking,
    SettingUp,
    SettingUpBattle,
    SupplyCheck,
    TableDue,
)
from companion.games.athens_sparta.asking_attrition import ask_loss, ask_supply
from companion.games.athens_sparta.asking_battle import (
    ask_assault,
    ask_besiege,
    ask_combat_action,
    ask_forced_retreat,
    ask_hit,
    ask_sack,
)
from companion.games.athens_sparta.asking_cards import ask_choose_card, ask_keep_hand, ask_neutral_joins, ask_redeal
from companion.games.athens_sparta.asking_map import ask_look_up_city, ask_map_correction
from companion.games.athens_sparta.asking_muster import ask_muster
from companion.games.athens_sparta.asking_replacements import ask_replacements
from companion.games.athens_sparta.asking_setup import ask_set_up, ask_set_up_battle
from companion.games.athens_sparta.asking_turn import ask_moving, ask_next_battle
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries import acting_side
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import Side


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    due = state.agenda[-1]
    if seat == TABLE and not isinstance(due, TableDue):
        return ask_map_correction(state)
    if secret := SECRET_QUESTIONS.get(type(due)):
        return secret(state, acting_side(state, seat))
    return QUESTIONS[type(due)](state, due)


SECRET_QUESTIONS: dict[type, Callable[[State, Side], Asking[Move]]] = {
    CheckingHands: ask_keep_hand,
    ChoosingCards: ask_choose_card,
    PlanningReplacements: ask_replacements,
}
"""What both sides are asked, each in secret."""

QUESTIONS: dict[type, Callable[[State, Any], Asking[Move]]] = {
    SettingUp: ask_set_up,
    SettingUpBattle: ask_set_up_battle,
    LookingUpCity: ask_look_up_city,
    Redealing: ask_redeal,
    NeutralJoining: ask_neutral_joins,
    Moving: ask_moving,
    ChoosingBattle: ask_next_battle,
    Mustering: ask_muster,
    Assaulting: ask_assault,
    CombatTurn: ask_combat_action,
    AssigningHits: ask_hit,
    Retreating: ask_forced_retreat,
    Besieging: ask_besiege,
    Sacking: ask_sack,
    HiddenLosses: ask_loss,
    SupplyCheck: ask_supply,
}
"""What one side or the table is asked."""
