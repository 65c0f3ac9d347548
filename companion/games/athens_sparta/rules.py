"""Puts a move into effect: which rule takes which move, and what goes on by itself afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from companion.games.athens_sparta.agenda import (
    Clashing,
    Dealing,
    Due,
    PlayerTurn,
    TurnEnd,
    Wearing,
)
from companion.games.athens_sparta.moves import (
    Act,
    Arrange,
    Assault,
    Attack,
    Bring,
    Call,
    Choose,
    EndBattles,
    EndMoves,
    Fix,
    Found,
    Hit,
    Join,
    Keep,
    Leave,
    Lift,
    Look,
    March,
    Move,
    Muster,
    Mustered,
    Persia,
    Plan,
    Ready,
    Redeal,
    Regroup,
    Revolt,
    Sack,
    Settle,
    SetUp,
    Supply,
    Unplan,
    Wound,
)
from companion.games.athens_sparta.rules_attrition import wear
from companion.games.athens_sparta.rules_battle import clash
from companion.games.athens_sparta.rules_cards import deal
from companion.games.athens_sparta.rules_turn import _next_olympiad, begin_player_turn, end_turn
from companion.games.athens_sparta.state import State


def proceed(step: Step[State]) -> None:
    """Work off what goes on by itself, until somebody must decide or the play is over."""
    while step.state.ended is None and (rule := _automatic(step.state)):
        rule(step)


def _automatic(state: State) -> Callable[[Step[State]], None] | None:
    if not state.agenda:
        return _next_olympiad
    return AUTOMATIC.get(type(state.agenda[-1]))


AUTOMATIC: dict[type[Due], Callable[[Step[State]], None]] = {
    Dealing: deal,
    PlayerTurn: begin_player_turn,
    Clashing: clash,
    Wearing: wear,
    TurnEnd: end_turn,
}


def _put_into_effect(step: Step[State], move: Move) -> None:
    bare = BARE.get(type(move))
    if bare is not None:
        bare(step)
    else:
        RULES[type(move)](step, move)


BARE: dict[type, Callable[[Step[State]], None]] = {
    Persia: rules_movement.ask_persia,
    EndMoves: rules_movement.end_moves,
    EndBattles: rules_attack.end_battles,
    Mustered: rules_muster.mustered,
    Ready: rules_replacements.ready,
}
"""Moves that say nothing more than that they are made."""


RULES: dict[type, Callable[[Step[State], Any], None]] = {
    SetUp: rules_setup.set_up,
    Keep: rules_cards.keep,
    Redeal: rules_cards.redeal,
    Choose: rules_cards.choose,
    Join: rules_cards.join,
    March: rules_movement.march,
    Bring: rules_movement.bring,
    Lift: rules_movement.lift,
    Revolt: rules_revolt.revolt,
    Attack: rules_attack.attack,
    Regroup: rules_attack.regroup,
    Look: rules_map.look,
    Fix: rules_map.fix,
    Found: rules_map.found,
    Call: rules_map.call,
    Arrange: rules_attack.arrange,
    Muster: rules_muster.muster,
    Assault: rules_battle.assault,
    Act: rules_battle.act,
    Hit: rules_hits.hit,
    Leave: rules_battle_end.leave,
    Settle: rules_battle_end.settle,
    Sack: rules_battle_end.sack,
    Wound: rules_attrition.wound,
    Supply: rules_attrition.supply,
    Plan: rules_replacements.plan,
    Unplan: rules_replacements.unplan,
}
