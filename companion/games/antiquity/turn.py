"""All Rise, the order of play, and one phase after the other. Sections 3 and 8."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, say
from companion.games.antiquity import (
    exploration,
    famine,
    harvest,
    pollution,
    reveal,
    storage,
    victory,
)
from companion.games.antiquity.countryside import begin_countryside, ready_cart_shops, skip_idle_seats
from companion.games.antiquity.in_turn import seats_left
from companion.games.antiquity.pieces import instruct_all_rise, instruct_order
from companion.games.antiquity.planning import begin_planning, remember_workplaces
from companion.games.antiquity.queries import has_working
from companion.games.antiquity.state import (
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
    State,
    Storing,
)


def begin_turn(step: Step[State]) -> None:
    """Phase 1: men in city buildings are idle again, those in the countryside stay; then phase 2."""
    state = step.state
    state.turn += 1
    state.cathedrals, state.fallen, state.conquered = 0, [], []
    for realm in state.realms:
        instruct_all_rise(step, realm)
        for building in realm.buildings:
            realm.idle += building.manned
            building.manned = 0
    step.announce(say("Turn {n}. All rise.", n=state.turn), TABLE)
    begin_planning(state)


def order_of_play(step: Step[State]) -> None:
    """Phase 3: sort seats by their manned ungraved cart shops and a working explorer, fewest first; equal ones keep
    their order. Section 8.
    """
    state = step.state
    for realm in state.realms:
        realm.actions = len(ready_cart_shops(realm)) + has_working(realm, "explorer")
    before = list(state.order)
    state.order.sort(key=lambda seat: state.realm(seat).actions)
    instruct_order(step, before)
    for seat in state.alive:
        step.tell(say("{who}: {n} (fewest goes first).", who=SeatName(seat), n=state.realm(seat).actions), TABLE)


# -- one phase after the other ---------------------------------------------------------------------------------------


def is_phase_over(state: State) -> bool:
    """Whether nobody has to act in this phase any more."""
    if isinstance(state.due, Planning):
        return set(state.alive) <= set(state.ready)
    return not isinstance(state.due, SettingUp | Over) and not seats_left(state.due)


def _after_planning(step: Step[State]) -> None:
    state = step.state
    reveal.reveal(step, [seat for seat in state.alive if seat in state.plans])
    state.plans, state.trades, state.ready = {}, {}, []
    remember_workplaces(state)
    order_of_play(step)
    begin_countryside(state)


def _after_graves(step: Step[State]) -> None:
    """After the graves of phase 8, raise famine and begin pollution; after those of phase 9, check victory."""
    due = step.owed(PlacingGraves)
    if victory.last_left(step):
        return
    if due.polluted:
        victory.begin_judging_giorgio(step)
        return
    if step.state.options["famine-rise"] == "after":
        famine.raise_famine(step)
    pollution.begin_pollution(step)


def _after_counting(step: Step[State]) -> None:
    if step.state.winners:
        if step.state.hexes:
            victory.settle_tie(step)
        victory.end(step)
    else:
        begin_turn(step)


NEXT: dict[type, Callable[[Step[State]], None]] = {
    Planning: _after_planning,
    Countryside: storage.begin_storing,
    Storing: harvest.begin_harvest,
    ForcingLabour: exploration.begin_exploring,
    Exploring: famine.begin_famine,
    PlacingGraves: _after_graves,
    Polluting: pollution.begin_overflow,
    JudgingGiorgio: victory.begin_counting_hexes,
    CountingHexes: _after_counting,
}


def proceed(step: Step[State]) -> None:
    """Begin one phase after the other until somebody has to decide."""
    state = step.state
    if isinstance(state.due, Planning) and state.due.insisted:
        reveal.reveal(step, [seat for seat in state.ready if seat in state.plans])
    skip_idle_seats(state)
    while is_phase_over(step.state):
        NEXT[type(step.state.due)](step)
        skip_idle_seats(step.state)
