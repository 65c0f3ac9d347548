"""Every move to its rule, and what goes on by itself. Section 3."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.ancient_world import (
    moves,
    rules_actions,
    rules_attack,
    rules_free_actions,
    rules_gains,
    rules_place,
    rules_prepare,
    rules_round_end,
)
from companion.games.ancient_world.rules_agenda import next_stage, settle
from companion.games.ancient_world.state import State

RULES: Rules[State] = {
    moves.Begin: rules_prepare.begin,
    moves.Prepare: rules_prepare.prepare,
    moves.Place: rules_place.place,
    moves.PlaceAgain: rules_place.place,
    moves.Decline: rules_actions.decline,
    moves.BoardAction: rules_actions.board_action,
    moves.Build: rules_actions.build,
    moves.Explore: rules_actions.explore,
    moves.Expand: rules_actions.expand,
    moves.Rebuild: rules_actions.rebuild,
    moves.CardAction: rules_actions.card_action,
    moves.Recruit: rules_actions.recruit,
    moves.Train: rules_actions.train,
    moves.Disband: rules_actions.disband,
    moves.Attack: rules_attack.attack,
    moves.Roll: rules_attack.answer_roll,
    moves.Damage: rules_attack.damage,
    moves.CoinEffect: rules_attack.coin_effect,
    moves.Pass: rules_place.pass_turn,
    moves.Spend: rules_free_actions.spend,
    moves.GainGoods: rules_free_actions.gain_by_card,
    moves.ClaimFirst: rules_free_actions.claim_first,
    moves.NameTitan: rules_free_actions.name_titan,
    moves.TakeCard: rules_free_actions.take_card,
    moves.LoseCard: rules_free_actions.lose_card,
    moves.Upgrade: rules_gains.upgrade,
    moves.Confront: rules_round_end.confront,
    moves.Repair: rules_round_end.repair,
    moves.Feed: rules_round_end.feed,
    moves.StopSpending: rules_free_actions.stop_spending,
    moves.EnterFact: rules_round_end.enter_fact,
    moves.CountPoints: rules_round_end.count_points,
}


def proceed(step: Step[State]) -> None:
    """Settle dues without a choice, stage by stage, until somebody must decide or the play is over."""
    state = step.state
    settle(step)
    while not state.agenda and state.stage != "over":
        next_stage(step)
        settle(step)
