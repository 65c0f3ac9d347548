"""Replacements: both sides plan in secret, order by order, and carry out together. Section 11."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import say, say_n
from companion.games.athens_sparta import agenda, moves, queries_replacements, rules_cards, rules_map
from companion.games.athens_sparta.queries import acting_side, seat_of
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import POOL, PlanOrder, State
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import order_words


def add_order(step: Step[State], move: moves.AddOrder) -> None:
    """Add an order to the own plan."""
    owed_by_side(step, agenda.PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(queries_replacements.add_order_reason(state, side, move.order))
    state.plans[side].value.append(move.order)
    step.tell(seal(say("You plan: {order}.", order=order_words(state, move.order)), step.seat))


def remove_order(step: Step[State], move: moves.RemoveOrder) -> None:
    """Remove an order from the own plan."""
    owed_by_side(step, agenda.PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(queries_replacements.remove_order_reason(state, side, move.order))
    state.plans[side].value.remove(move.order)
    step.tell(seal(say("You plan no longer: {order}.", order=order_words(state, move.order)), step.seat))


def confirm_plan(step: Step[State], _: moves.ConfirmPlan) -> None:
    """Confirm the own plan; the second one carries both out."""
    owed_by_side(step, agenda.PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(queries_replacements.check_plan(state, side, state.plans[side].value)[1])
    if rules_cards.both_answered(state, side):
        for one in SIDES:
            _carry_out_plan(step, one)


def _carry_out_plan(step: Step[State], side: Side) -> None:
    """Carry the orders out; one that is not valid any more is left out."""
    state = step.state
    account = queries_replacements.PlanAccount(state, side)
    kept = []
    for order in step.reveal(state.plans[side], seat_of(state, side)):
        if account.reason(order) is None:
            account.add(order)
            kept.append(order)
    if state.level != "full":
        rules_map.publish_looked_up(step, side, {order.city for order in kept})
    for order in kept:
        _carry_out_order(step, side, order)
    spent = queries_replacements.income(state, side) - account.left
    state.plans[side] = seal([], seat_of(state, side))
    step.tell(
        say_n("{side} has spent {n} point.", "{side} has spent {n} points.", spent, side=SIDE_NAMES[side]),
        seat_of(state, side),
    )


def _carry_out_order(step: Step[State], side: Side, order: PlanOrder) -> None:
    state = step.state
    if order.what == "buy":
        told = order_words(state, order)
        step.tell(say("{side}: {order}.", side=SIDE_NAMES[side], order=told), seat_of(state, side))
        return
    body = state.blocks[order.of].body.value
    body.strength = 0 if order.what == "disband" else body.strength + order.steps
    body.at = POOL if order.what == "disband" else order.city
