"""The rule for each kind of move, and what goes on by itself afterwards."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.athens_sparta import (
    rules_attack,
    rules_attrition,
    rules_battle,
    rules_battle_end,
    rules_cards,
    rules_hits,
    rules_map,
    rules_movement,
    rules_muster,
    rules_replacements,
    rules_revolt,
    rules_setup,
)
from companion.games.athens_sparta.agenda import Attrition, BattleContinues, Dealing, Due, PlayerTurn, TurnEnd
from companion.games.athens_sparta.moves import (
    AcceptPersia,
    AddCity,
    AddOrder,
    Assault,
    Attack,
    Besiege,
    ChooseCard,
    CombatAction,
    ConfirmPlan,
    CorrectHolder,
    EndBattles,
    EndMoves,
    EndMuster,
    ForcedRetreat,
    JoinSiege,
    KeepHand,
    LeaveSiege,
    LookUpCity,
    LoseHiddenStep,
    MoveBlock,
    Muster,
    NamePlace,
    NeutralJoins,
    PlaceBlock,
    Redeal,
    RemoveOrder,
    Revolt,
    Sack,
    SetUp,
    SetUpBattle,
    Supply,
    TakeHit,
)
from companion.games.athens_sparta.rules_attrition import roll_attrition
from companion.games.athens_sparta.rules_battle import continue_battle
from companion.games.athens_sparta.rules_cards import deal
from companion.games.athens_sparta.rules_turn import begin_olympiad, begin_player_turn, end_game_turn
from companion.games.athens_sparta.state import State


def proceed(step: Step[State]) -> None:
    """Carry out what goes on by itself, until somebody must decide or the play is over."""
    while step.state.ended is None and (rule := _automatic(step.state)):
        rule(step)


def _automatic(state: State) -> Callable[[Step[State]], None] | None:
    if not state.agenda:
        return begin_olympiad
    return AUTOMATIC.get(type(state.agenda[-1]))


AUTOMATIC: dict[type[Due], Callable[[Step[State]], None]] = {
    Dealing: deal,
    PlayerTurn: begin_player_turn,
    BattleContinues: continue_battle,
    Attrition: roll_attrition,
    TurnEnd: end_game_turn,
}


RULES: Rules[State] = {
    SetUp: rules_setup.set_up,
    KeepHand: rules_cards.keep_hand,
    Redeal: rules_cards.redeal,
    ChooseCard: rules_cards.choose_card,
    NeutralJoins: rules_cards.neutral_joins,
    MoveBlock: rules_movement.move_block,
    JoinSiege: rules_movement.join_siege,
    LeaveSiege: rules_movement.leave_siege,
    AcceptPersia: rules_movement.accept_persia,
    EndMoves: rules_movement.end_moves,
    Revolt: rules_revolt.revolt,
    Attack: rules_attack.attack,
    PlaceBlock: rules_attack.place_block,
    EndBattles: rules_attack.end_battles,
    LookUpCity: rules_map.look_up_city,
    CorrectHolder: rules_map.correct_holder,
    AddCity: rules_map.add_city,
    NamePlace: rules_map.name_place,
    SetUpBattle: rules_attack.set_up_battle,
    Muster: rules_muster.muster,
    EndMuster: rules_muster.end_muster,
    Assault: rules_battle.assault,
    CombatAction: rules_battle.combat_action,
    TakeHit: rules_hits.take_hit,
    ForcedRetreat: rules_battle_end.forced_retreat,
    Besiege: rules_battle_end.besiege,
    Sack: rules_battle_end.sack,
    LoseHiddenStep: rules_attrition.lose_hidden_step,
    Supply: rules_attrition.supply,
    AddOrder: rules_replacements.add_order,
    RemoveOrder: rules_replacements.remove_order,
    ConfirmPlan: rules_replacements.confirm_plan,
}
