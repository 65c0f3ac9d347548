"""Replacements: both plan in secret, line after line, and carry out together. Section 11."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import say, say_n
from companion.games.athens_sparta.agenda import Replacing
from companion.games.athens_sparta.moves import Plan, Unplan
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import acting_side, seat_of
from companion.games.athens_sparta.queries_replacements import Ledger, income
from companion.games.athens_sparta.reasons_replacements import plan_reason, ready_reason, unplan_reason
from companion.games.athens_sparta.rules_map import tell_notes
from companion.games.athens_sparta.state import POOL, Order, State
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import order_words


def plan(step: Step[State], move: Plan) -> None:
    state, side = step.state, acting_side(step.state, step.seat)
    owed(step, Replacing)
    step.require(plan_reason(state, side, move.order))
    state.plans[side].value.append(move.order)
    step.tell(seal(say("You plan: {order}.", order=order_words(state, move.order)), step.seat))


def unplan(step: Step[State], move: Unplan) -> None:
    state, side = step.state, acting_side(step.state, step.seat)
    owed(step, Replacing)
    step.require(unplan_reason(state, side, move.order))
    state.plans[side].value.remove(move.order)
    step.tell(seal(say("You plan no longer: {order}.", order=order_words(state, move.order)), step.seat))


def ready(step: Step[State]) -> None:
    state, side = step.state, acting_side(step.state, step.seat)
    owed(step, Replacing)
    step.require(ready_reason(state, side))
    if side not in state.answered:
        state.answered.append(side)
    if len(state.answered) == len(SIDES):
        state.agenda.pop()
        for one in SIDES:
            _carry_out(step, one)


def _carry_out(step: Step[State], side: Side) -> None:
    """Line by line; a line that no longer holds is left out."""
    state = step.state
    account = Ledger(state, side)
    kept = []
    for order in step.reveal(state.plans[side], seat_of(state, side)):
        if account.reason(order) is None:
            account.add(order)
            kept.append(order)
    if state.level != "full":
        tell_notes(step, side, {order.city for order in kept})
    for order in kept:
        _put(step, side, order)
    spent = income(state, side) - account.left
    state.plans[side] = seal([], seat_of(state, side))
    step.tell(say_n("{side} has spent {n} point.", "{side} has spent {n} points.", spent, side=SIDE_NAMES[side]))


def _put(step: Step[State], side: Side, order: Order) -> None:
    state = step.state
    if order.what == "buy":
        told = order_words(state, order)
        step.tell(say("{side}: {order}.", side=SIDE_NAMES[side], order=told))
        return
    held = state.blocks[order.of].body.value
    held.strength = 0 if order.what == "disband" else held.strength + order.steps
    held.at = POOL if order.what == "disband" else order.city
