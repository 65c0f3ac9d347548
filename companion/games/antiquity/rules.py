"""Every move to its phase and rule, and every phase to the next. Sections 3 and 8."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.step import Step
from companion.games.antiquity import (
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
    Burying,
    Counting,
    Countryside,
    Driving,
    Exploring,
    Judging,
    Over,
    Planning,
    Polluting,
    SettingUp,
    Storing,
)
from companion.games.antiquity.moves import (
    Again,
    Bury,
    Clear,
    Discard,
    Drive,
    Drop,
    Explore,
    Found,
    Give,
    Hexes,
    Inn,
    Insist,
    Judge,
    Offer,
    Open,
    Pass,
    Pollute,
    Ready,
    Reply,
    SetUp,
)
from companion.games.antiquity.rules_countryside import begin_countryside, go_on
from companion.games.antiquity.rules_exploration import begin_exploring
from companion.games.antiquity.rules_famine import begin_famine, raise_famine
from companion.games.antiquity.rules_harvest import begin_harvest
from companion.games.antiquity.rules_pollution import begin_overflow, begin_pollution
from companion.games.antiquity.rules_reveal import reveal
from companion.games.antiquity.rules_storage import begin_storing
from companion.games.antiquity.rules_turn import begin_turn, order_of_play
from companion.games.antiquity.rules_victory import begin_counting, begin_judging, end, last_left, settle_tie
from companion.games.antiquity.state import State

# -- one phase after the other -----------------------------------------------------------------------------------


def settled(state: State) -> bool:
    """Whether nobody is awaited in this phase any more."""
    match state.due:
        case Planning():
            return set(state.alive) <= set(state.ready)
        case Countryside(left=left) | Driving(left=left) | Exploring(left=left):
            return not left
        case Judging(left=left) | Counting(left=left):
            return not left
        case Storing(excess=due) | Burying(graves=due) | Polluting(counters=due):
            return not due
        case SettingUp() | Over():
            return False


def _after_planning(step: Step[State]) -> None:
    state = step.state
    reveal(step, [seat for seat in state.alive if seat in state.plans])
    state.plans, state.trades, state.ready = {}, {}, []
    order_of_play(step)
    begin_countryside(state)


def _after_driving(step: Step[State]) -> None:
    begin_exploring(step.state)


def _after_burying(step: Step[State]) -> None:
    """After the graves of phase 8 the level rises; after those of phase 9 comes victory."""
    due = step.state.owed(Burying)
    if last_left(step):
        return
    if due.polluted:
        begin_judging(step)
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
    Driving: _after_driving,
    Exploring: begin_famine,
    Burying: _after_burying,
    Polluting: begin_overflow,
    Judging: begin_counting,
    Counting: _after_counting,
}


def proceed(step: Step[State]) -> None:
    """Go on until somebody has to decide."""
    state = step.state
    if isinstance(state.due, Planning) and state.due.insisted:
        reveal(step, [seat for seat in state.ready if seat in state.plans])
    go_on(state)
    while settled(step.state):
        NEXT[type(step.state.due)](step)
        go_on(step.state)


CARRIED_OUT: dict[type, tuple[type, Callable[[Step[State], Any], None]]] = {
    SetUp: (SettingUp, rules_turn.set_up),
    Give: (Planning, rules_planning.give),
    Drop: (Planning, rules_planning.drop),
    Offer: (Planning, rules_planning.offer),
    Reply: (Planning, rules_planning.reply),
    Ready: (Planning, rules_planning.get_ready),
    Again: (Planning, rules_planning.think_again),
    Insist: (Planning, rules_planning.insist),
    Open: (Countryside, rules_countryside.open_site),
    Inn: (Countryside, rules_countryside.build_inn),
    Found: (Countryside, rules_countryside.found_city),
    Clear: (Countryside, rules_countryside.clear),
    Pass: (Countryside, rules_countryside.stop),
    Discard: (Storing, rules_storage.discard),
    Drive: (Driving, rules_harvest.drive),
    Explore: (Exploring, rules_exploration.explore),
    Bury: (Burying, rules_graves.bury),
    Pollute: (Polluting, rules_pollution.pollute),
    Judge: (Judging, rules_victory.judge),
    Hexes: (Counting, rules_victory.count_hexes),
}
"""For every kind of move: the phase it belongs to, and the rule."""
