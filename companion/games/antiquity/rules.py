"""Every move to its rule, and every phase to the next. Sections 3 and 8."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.antiquity import (
    moves,
    rules_countryside,
    rules_exploration,
    rules_graves,
    rules_harvest,
    rules_planning,
    rules_pollution,
    rules_storage,
    rules_turn,
    rules_victory,
)
from companion.games.antiquity.agenda import (
    CountingHexes,
    Countryside,
    Exploring,
    ForcingLabour,
    JudgingGiorgio,
    Over,
    PlacingGraves,
    Planning,
    Polluting,
    SettingUp,
    Storing,
)
from companion.games.antiquity.rules_countryside import begin_countryside, skip_idle_seats
from companion.games.antiquity.rules_exploration import begin_exploring
from companion.games.antiquity.rules_famine import begin_famine, raise_famine
from companion.games.antiquity.rules_harvest import begin_harvest
from companion.games.antiquity.rules_pollution import begin_overflow, begin_pollution
from companion.games.antiquity.rules_reveal import reveal
from companion.games.antiquity.rules_storage import begin_storing
from companion.games.antiquity.rules_turn import begin_turn, order_of_play
from companion.games.antiquity.rules_victory import (
    begin_counting_hexes,
    begin_judging_giorgio,
    end,
    last_left,
    settle_tie,
)
from companion.games.antiquity.state import State

RULES: Rules[State] = {
    moves.SetUp: rules_turn.set_up,
    moves.AddOrder: rules_planning.add_order,
    moves.DropOrder: rules_planning.drop_order,
    moves.Offer: rules_planning.offer,
    moves.AnswerOffer: rules_planning.answer_offer,
    moves.Ready: rules_planning.get_ready,
    moves.Reconsider: rules_planning.reconsider,
    moves.PlanInTurn: rules_planning.plan_in_turn,
    moves.OpenSite: rules_countryside.open_site,
    moves.BuildInn: rules_countryside.build_inn,
    moves.FoundCity: rules_countryside.found_city,
    moves.ClearPollution: rules_countryside.clear_pollution,
    moves.Pass: rules_countryside.pass_countryside,
    moves.Discard: rules_storage.discard,
    moves.ForceLabour: rules_harvest.force_labour,
    moves.Explore: rules_exploration.explore,
    moves.PlaceGraves: rules_graves.place_graves,
    moves.Pollute: rules_pollution.pollute,
    moves.JudgeGiorgio: rules_victory.judge_giorgio,
    moves.CountHexes: rules_victory.count_hexes,
}


def is_phase_over(state: State) -> bool:
    """Whether nobody is awaited in this phase any more."""
    match state.due:
        case Planning():
            return set(state.alive) <= set(state.ready)
        case Countryside(left=left) | ForcingLabour(left=left) | Exploring(left=left):
            return not left
        case JudgingGiorgio(left=left) | CountingHexes(left=left):
            return not left
        case Storing(excess=due) | PlacingGraves(graves=due) | Polluting(counters=due):
            return not due
        case SettingUp() | Over():
            return False


def _after_planning(step: Step[State]) -> None:
    state = step.state
    reveal(step, [seat for seat in state.alive if seat in state.plans])
    state.plans, state.trades, state.ready = {}, {}, []
    order_of_play(step)
    begin_countryside(state)


def _after_harvest(step: Step[State]) -> None:
    begin_exploring(step.state)


def _after_graves(step: Step[State]) -> None:
    """Phase 8: raise famine, then pollution. Phase 9: victory."""
    due = step.owed(PlacingGraves)
    if last_left(step):
        return
    if due.polluted:
        begin_judging_giorgio(step)
        return
    if step.state.options["famine-rise"] == "after":
        raise_famine(step)
    begin_pollution(step)


def _after_counting(step: Step[State]) -> None:
    if step.state.winners:
        if step.state.hexes:
            settle_tie(step)
        end(step)
    else:
        begin_turn(step)


NEXT: dict[type, Callable[[Step[State]], None]] = {
    Planning: _after_planning,
    Countryside: begin_storing,
    Storing: begin_harvest,
    ForcingLabour: _after_harvest,
    Exploring: begin_famine,
    PlacingGraves: _after_graves,
    Polluting: begin_overflow,
    JudgingGiorgio: begin_counting_hexes,
    CountingHexes: _after_counting,
}


def proceed(step: Step[State]) -> None:
    """Begin one phase after the other until somebody has to decide."""
    state = step.state
    if isinstance(state.due, Planning) and state.due.insisted:
        reveal(step, [seat for seat in state.ready if seat in state.plans])
    skip_idle_seats(state)
    while is_phase_over(step.state):
        NEXT[type(step.state.due)](step)
        skip_idle_seats(step.state)
