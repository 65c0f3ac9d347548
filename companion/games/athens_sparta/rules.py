"""The rule for each kind of move, and what goes on by itself afterwards."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.athens_sparta import (
    moves,
    rules_attack,
    rules_attrition,
    rules_battle,
    rules_battle_end,
    rules_blocks,
    rules_cards,
    rules_city,
    rules_map,
    rules_movement,
    rules_replacements,
    rules_setup,
)
from companion.games.athens_sparta.agenda import (
    Attrition,
    BattleContinues,
    Dealing,
    Due,
    NeutralAttack,
    PlayerTurn,
    TurnEnd,
)
from companion.games.athens_sparta.rules_attack import begin_neutral_attack
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
    NeutralAttack: begin_neutral_attack,
    Attrition: roll_attrition,
    TurnEnd: end_game_turn,
}


RULES: Rules[State] = {
    moves.SetUp: rules_setup.set_up,
    moves.KeepHand: rules_cards.keep_hand,
    moves.Redeal: rules_cards.redeal,
    moves.ChooseCard: rules_cards.choose_card,
    moves.NeutralJoins: rules_cards.neutral_joins,
    moves.MoveBlock: rules_movement.move_block,
    moves.JoinSiege: rules_movement.join_siege,
    moves.LeaveSiege: rules_movement.leave_siege,
    moves.AcceptPersia: rules_movement.accept_persia,
    moves.EndMoves: rules_movement.end_moves,
    moves.Revolt: rules_movement.revolt,
    moves.Attack: rules_attack.attack,
    moves.PlaceBlock: rules_attack.place_block,
    moves.EndBattles: rules_attack.end_battles,
    moves.LookUpCity: rules_map.look_up_city,
    moves.CorrectHolder: rules_map.correct_holder,
    moves.AddCity: rules_map.add_city,
    moves.NamePlace: rules_map.name_place,
    moves.NameGreenBlocks: rules_city.name_green_blocks,
    moves.SetUpBattle: rules_attack.set_up_battle,
    moves.Muster: rules_attack.muster,
    moves.EndMuster: rules_attack.end_muster,
    moves.Assault: rules_battle.assault,
    moves.CombatAction: rules_battle.combat_action,
    moves.TakeHit: rules_blocks.take_hit,
    moves.ForcedRetreat: rules_battle_end.forced_retreat,
    moves.Besiege: rules_battle_end.besiege,
    moves.Sack: rules_battle_end.sack,
    moves.LoseHiddenStep: rules_attrition.lose_hidden_step,
    moves.Supply: rules_attrition.supply,
    moves.AddOrder: rules_replacements.add_order,
    moves.RemoveOrder: rules_replacements.remove_order,
    moves.ConfirmPlan: rules_replacements.confirm_plan,
}
