"""Every move to its rule. Section 3."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import (
    rules_actions,
    rules_armies,
    rules_free_actions,
    rules_gains,
    rules_prepare,
    rules_round_end,
    rules_scoring,
)
from companion.games.ancient_world.agenda import Spending, Turn
from companion.games.ancient_world.moves import (
    Attack,
    Begin,
    BoardAction,
    Build,
    CardAction,
    ClaimFirst,
    CoinEffect,
    Confront,
    CountPoints,
    Damage,
    Decline,
    Disband,
    EnterFact,
    Expand,
    Explore,
    Feed,
    GainGoods,
    LoseCard,
    Move,
    NameTitan,
    Pass,
    Place,
    PlaceAgain,
    Prepare,
    Rebuild,
    Recruit,
    Repair,
    Roll,
    Spend,
    StopSpending,
    TakeCard,
    Train,
    Upgrade,
)
from companion.games.ancient_world.rules_agenda import next_stage, settle
from companion.games.ancient_world.rules_attack import attack
from companion.games.ancient_world.rules_damage import answer_roll, coin_effect, damage
from companion.games.ancient_world.rules_gains import acting_player, end_turn, owed
from companion.games.ancient_world.rules_place import place
from companion.games.ancient_world.state import State
from companion.games.ancient_world.words import who


def apply(step: Step[State], move: Move) -> None:
    """Put a move into effect, then work the agenda off until somebody must decide again."""
    _carry_out(step, move)
    proceed(step)


def _carry_out(step: Step[State], move: Move) -> None:  # noqa: C901  (one line a move)
    match move:
        case Begin():
            rules_prepare.begin(step, move)
        case Prepare():
            rules_prepare.prepare(step, move)
        case Place() | PlaceAgain():
            place(step, move)
        case Decline():
            rules_actions.decline(step)
        case BoardAction():
            rules_actions.board_action(step, move)
        case Build():
            rules_actions.build(step, move)
        case Explore():
            rules_actions.explore(step, move)
        case Expand():
            rules_actions.expand(step, move)
        case Rebuild():
            rules_actions.rebuild(step, move)
        case CardAction():
            rules_actions.card_action(step, move)
        case Recruit():
            rules_armies.recruit(step, move)
        case Train():
            rules_armies.train(step, move)
        case Disband():
            rules_armies.disband(step, move)
        case Attack():
            attack(step, move)
        case Roll():
            answer_roll(step, move)
        case Damage():
            damage(step, move)
        case CoinEffect():
            coin_effect(step, move)
        case Pass():
            pass_turn(step)
        case _:
            _carry_out_more(step, move)


def _carry_out_more(step: Step[State], move: Move) -> None:  # noqa: C901  (one line a move)
    match move:
        case Spend():
            rules_free_actions.spend(step, move)
        case GainGoods():
            rules_free_actions.gain_by_card(step, move)
        case ClaimFirst():
            rules_free_actions.claim_first(step, move)
        case NameTitan():
            rules_free_actions.name_titan(step, move)
        case TakeCard():
            rules_free_actions.take_card(step, move)
        case LoseCard():
            rules_free_actions.lose_card(step, move)
        case Upgrade():
            rules_gains.upgrade(step, move)
        case Confront():
            rules_round_end.confront(step, move)
        case Repair():
            rules_round_end.repair(step, move)
        case Feed():
            rules_round_end.feed(step, move)
        case StopSpending():
            owed(step, Spending)
            step.state.agenda.pop()
        case EnterFact():
            rules_scoring.enter_fact(step, move)
        case CountPoints():
            rules_scoring.count_points(step, move)


def pass_turn(step: Step[State]) -> None:
    """Pass: no more actions this round."""
    owed(step, Turn)
    player = acting_player(step)
    player.passed = 1
    end_turn(step)
    step.tell(say("{who} passes.", short=N_("{who} passes"), who=who(player)))


def proceed(step: Step[State]) -> None:
    """Settle dues without a choice, stage by stage, until somebody must decide or the play is over."""
    state = step.state
    settle(step)
    while not state.agenda and state.stage != "over":
        next_stage(step)
        settle(step)
