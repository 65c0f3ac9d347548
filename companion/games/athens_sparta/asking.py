"""Picks the question for what is due."""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.athens_sparta import (
    asking_attrition,
    asking_battle,
    asking_cards,
    asking_map,
    asking_muster,
    asking_replacements,
    asking_setup,
    asking_turn,
)
from companion.games.athens_sparta.agenda import (
    Assaulting,
    AssigningHits,
    Besieging,
    CheckingHands,
    ChoosingBattle,
    ChoosingCards,
    CombatTurn,
    Due,
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
)
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries import side_at
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import NOT_AWAITED


def ask(state: State, seat: int) -> Asking[Move]:
    """The dialogue of a seat that is awaited."""
    due = state.agenda[-1]
    if isinstance(due, NeutralJoining | Moving | ChoosingBattle) and seat == TABLE:
        return asking_map.ask_map_correction(state)
    match due:
        case SettingUp():
            return asking_setup.ask_set_up(state)
        case SettingUpBattle():
            return asking_setup.ask_set_up_battle(state)
        case LookingUpCity():
            return asking_map.ask_look_up_city(state, due)
        case CheckingHands() | ChoosingCards() | PlanningReplacements():
            return _ask_in_secret(state, due, seat)
        case Moving():
            return asking_turn.ask_moving(state, due)
        case ChoosingBattle():
            return asking_turn.ask_next_battle(state, due)
        case Redealing():
            return asking_cards.ask_redeal()
        case NeutralJoining():
            return asking_cards.ask_neutral_joins(state, due)
    return _ask_in_battle(state, due)


def _ask_in_secret(state: State, due: Due, seat: int) -> Asking[Move]:
    side = side_at(state, seat)
    if side is None:
        raise Refused("not-awaited", NOT_AWAITED)
    if isinstance(due, CheckingHands):
        return asking_cards.ask_keep_hand(state, side)
    if isinstance(due, ChoosingCards):
        return asking_cards.ask_choose_card(state, side)
    return asking_replacements.ask_replacements(state, side)


def _ask_in_battle(state: State, due: Due) -> Asking[Move]:
    match due:
        case Mustering():
            return asking_muster.ask_muster(state, due)
        case Assaulting():
            return asking_battle.ask_assault(state, due)
        case CombatTurn():
            return asking_battle.ask_combat_action(state, due)
        case AssigningHits():
            return asking_battle.ask_hit(state, due)
        case Retreating():
            return asking_battle.ask_forced_retreat(state, due)
        case Besieging():
            return asking_battle.ask_besiege(state, due)
        case Sacking():
            return asking_battle.ask_sack(state, due)
        case HiddenLosses():
            return asking_attrition.ask_loss(state, due)
        case SupplyCheck():
            return asking_attrition.ask_supply()
    raise AssertionError("every kind of due is above")
