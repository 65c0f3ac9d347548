"""From phase to phase. Sections 2, 3 and 8."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.questions import Option, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import Message, SeatName, named, say
from companion.games.antiquity.city import ready_carts, working
from companion.games.antiquity.countryside import begin_countryside, go_on
from companion.games.antiquity.hunger import begin_famine, begin_overflow, begin_pollution, raise_famine
from companion.games.antiquity.moves import SetUp
from companion.games.antiquity.planning import begin_planning
from companion.games.antiquity.reveal import reveal
from companion.games.antiquity.saints import begin_counting, begin_judging, end, last_left, settle_tie
from companion.games.antiquity.state import (
    Burying,
    Counting,
    Countryside,
    Driving,
    Exploring,
    Judging,
    Over,
    Planning,
    Polluting,
    Realm,
    SettingUp,
    State,
    Storing,
)
from companion.games.antiquity.upkeep import begin_exploring, begin_harvest, begin_storing


def set_up(step: Step[State], move: SetUp) -> None:
    """The order is drawn, and the first turn begins. Section 2. What a later turn begins with lies on the table."""
    state = step.state
    step.require(set_up_reason(state, move))
    if move.order:
        state.order = list(move.order)
    else:
        _draw_order(step)
    state.turn = move.turn - 1
    state.famine = move.turn - 1 if move.famine is None else move.famine
    if move.turn == 1:
        for seat in reversed(state.order):
            step.tell(say("{who} lays the starting city next.", who=SeatName(seat)))
    begin_turn(step)


def set_up_reason(state: State, move: SetUp) -> Message | None:
    """Turn 1 begins with a draw and without famine."""
    if move.turn == 1 and (move.famine or move.order):
        return say("Turn 1 begins without famine, in the order that is drawn.")
    if move.order and sorted(move.order) != sorted(state.order):
        return say("Every seat has one place in the order.")
    return None


def _draw_order(step: Step[State]) -> None:
    state = step.state
    left = list(state.order)
    state.order = []
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man comes next on the track?")
        seat = step.chance(Pick[int](key="order", prompt=prompt, options=options), TABLE)
        left.remove(seat)
        state.order.append(seat)
    state.order += left


def begin_turn(step: Step[State]) -> None:
    """Phase 1: all men in city buildings come back. Then everybody plans."""
    state = step.state
    state.turn += 1
    state.cathedrals, state.fallen, state.conquered = 0, [], []
    for realm in state.realms:
        rise(realm)
    step.tell(say("Turn {n}. All rise.", n=state.turn))
    begin_planning(state)


def rise(realm: Realm) -> None:
    """Men in the countryside stay."""
    for building in realm.buildings:
        realm.idle += building.manned
        building.manned = 0


def order_number(realm: Realm) -> int:
    """Manned ungraved cart shops, and one more for a working explorer. Phase 3."""
    return len(ready_carts(realm)) + working(realm, "explorer")


def order_of_play(step: Step[State]) -> None:
    """Fewest first; equals keep their order."""
    state = step.state
    for realm in state.realms:
        realm.actions = order_number(realm)
    state.order.sort(key=lambda seat: state.realm(seat).actions)
    for seat in state.alive:
        step.tell(say("{who}: {n} in the order of play.", who=SeatName(seat), n=state.realm(seat).actions))


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
