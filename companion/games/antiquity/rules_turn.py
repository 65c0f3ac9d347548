"""Set-up, All Rise and the order of play. Sections 2 and 8, phases 1 and 3."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, named, say
from companion.games.antiquity.agenda import Planning, SettingUp
from companion.games.antiquity.moves import LayCity, SetUp
from companion.games.antiquity.queries_city import has_working, ready_cart_shops
from companion.games.antiquity.reasons_phases import laying_reason, set_up_reason
from companion.games.antiquity.rules_planning import begin_planning
from companion.games.antiquity.state import State


def set_up(step: Step[State], move: SetUp) -> None:
    """Draw the order and begin the first turn, or begin a later one as the table says. Section 2."""
    step.owed(SettingUp)
    state = step.state
    step.require(set_up_reason(state, move))
    if move.order:
        state.order = list(move.order)
    else:
        _draw_order(step)
    state.turn = move.turn - 1
    state.famine = move.turn - 1 if move.famine is None else move.famine
    if move.turn == 1:
        state.laying = list(reversed(state.order))
        for seat in state.laying:
            step.tell(say("{who} lays the starting city next.", who=SeatName(seat)))
    else:
        step.tell(
            say("In the first plan each sets right the own city and sites. Other numbers: under corrections."), TABLE
        )
    begin_turn(step)


def lay_city(step: Step[State], _: LayCity) -> None:
    """The next starting city lies on the map: the last on the order track lays first. Section 2."""
    step.owed(Planning)
    step.require(laying_reason(step.state, step.seat))
    step.state.laying.remove(step.seat)
    step.tell(say("{who} has laid the starting city.", who=SeatName(step.seat)))


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
    """Phase 1: men in city buildings are idle again, those in the countryside stay; then phase 2."""
    state = step.state
    state.turn += 1
    state.cathedrals, state.fallen, state.conquered = 0, [], []
    for realm in state.realms:
        for building in realm.buildings:
            realm.idle += building.manned
            building.manned = 0
    step.tell(say("Turn {n}. All rise.", n=state.turn), TABLE)
    begin_planning(state)


def order_of_play(step: Step[State]) -> None:
    """Phase 3: sort seats by their manned ungraved cart shops and a working explorer, fewest first; equal ones keep
    their order. Section 8.
    """
    state = step.state
    for realm in state.realms:
        realm.actions = len(ready_cart_shops(realm)) + has_working(realm, "explorer")
    state.order.sort(key=lambda seat: state.realm(seat).actions)
    for seat in state.alive:
        step.tell(say("{who}: {n} in the order of play.", who=SeatName(seat), n=state.realm(seat).actions))
