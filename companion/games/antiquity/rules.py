"""Every move to its rule, and every phase to the next. Sections 3 and 8."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.antiquity import (
    agenda,
    moves,
    rules_countryside,
    rules_graves,
    rules_harvest,
    rules_in_turn,
    rules_planning,
    rules_reveal,
    rules_turn,
    rules_victory,
)
from companion.games.antiquity.queries_agenda import seats_left
from companion.games.antiquity.state import State

RULES: Rules[State] = {
    moves.SetUp: rules_turn.set_up,
    moves.AddOrder: rules_planning.add_order,
    moves.AddOrders: rules_planning.add_orders,
    moves.DropOrder: rules_planning.drop_order,
    moves.Offer: rules_planning.offer,
    moves.AnswerOffer: rules_planning.answer_offer,
    moves.Ready: rules_planning.get_ready,
    moves.Reconsider: rules_planning.reconsider,
    moves.PlanInTurn: rules_in_turn.play_in_turn,
    moves.LayCity: rules_turn.lay_city,
    moves.OpenSite: rules_countryside.open_site,
    moves.BuildInn: rules_countryside.build_inn,
    moves.FoundCity: rules_countryside.found_city,
    moves.ClearPollution: rules_countryside.clear_pollution,
    moves.Pass: rules_countryside.pass_countryside,
    moves.Discard: rules_harvest.discard,
    moves.ForceLabour: rules_harvest.force_labour,
    moves.Explore: rules_harvest.explore,
    moves.PlaceGraves: rules_graves.place_graves,
    moves.Pollute: rules_graves.pollute,
    moves.JudgeGiorgio: rules_victory.judge_giorgio,
    moves.CountHexes: rules_victory.count_hexes,
}


def is_phase_over(state: State) -> bool:
    """Whether nobody is awaited in this phase any more."""
    if isinstance(state.due, agenda.Planning):
        return set(state.alive) <= set(state.ready)
    return not isinstance(state.due, agenda.SettingUp | agenda.Over) and not seats_left(state.due)


def _after_planning(step: Step[State]) -> None:
    state = step.state
    rules_reveal.reveal(step, [seat for seat in state.alive if seat in state.plans])
    state.plans, state.trades, state.ready = {}, {}, []
    rules_planning.remember_workplaces(state)
    rules_turn.order_of_play(step)
    rules_countryside.begin_countryside(state)


def _after_graves(step: Step[State]) -> None:
    """Phase 8: raise famine, then pollution. Phase 9: victory."""
    due = step.owed(agenda.PlacingGraves)
    if rules_victory.last_left(step):
        return
    if due.polluted:
        rules_victory.begin_judging_giorgio(step)
        return
    if step.state.options["famine-rise"] == "after":
        rules_graves.raise_famine(step)
    rules_graves.begin_pollution(step)


def _after_counting(step: Step[State]) -> None:
    if step.state.winners:
        if step.state.hexes:
            rules_victory.settle_tie(step)
        rules_victory.end(step)
    else:
        rules_turn.begin_turn(step)


NEXT: dict[type, Callable[[Step[State]], None]] = {
    agenda.Planning: _after_planning,
    agenda.Countryside: rules_harvest.begin_storing,
    agenda.Storing: rules_harvest.begin_harvest,
    agenda.ForcingLabour: rules_harvest.begin_exploring,
    agenda.Exploring: rules_graves.begin_famine,
    agenda.PlacingGraves: _after_graves,
    agenda.Polluting: rules_graves.begin_overflow,
    agenda.JudgingGiorgio: rules_victory.begin_counting_hexes,
    agenda.CountingHexes: _after_counting,
}


def proceed(step: Step[State]) -> None:
    """Begin one phase after the other until somebody has to decide."""
    state = step.state
    if isinstance(state.due, agenda.Planning) and state.due.insisted:
        rules_reveal.reveal(step, [seat for seat in state.ready if seat in state.plans])
    rules_countryside.skip_idle_seats(state)
    while is_phase_over(step.state):
        NEXT[type(step.state.due)](step)
        rules_countryside.skip_idle_seats(step.state)
