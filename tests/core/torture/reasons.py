"""Why something is out of reach, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.wording import Message, say, say_n
from tests.core.torture.state import Order, Side, State
from tests.core.torture.tables import ORDERS_A_PLAN, RONDEL, Piece, Where

NOBODY = "nobody"


def first_reason(state: State, seat: int) -> Message | None:
    return None if seat in state.seats else say("Nobody sits there.")


def plan_reason(state: State, seat: int, orders: Sequence[Order]) -> Message | None:
    """Folds a whole plan over the state at the start of the phase, so that each order may rest on those before it."""
    if len(orders) > ORDERS_A_PLAN:
        return say("A plan has room for {n} orders.", n=ORDERS_A_PLAN)
    gold = {side.key: side.gold for side in state.of(seat)}
    for order in orders:
        if order.side not in gold:
            return say("That side is not yours.")
        gold[order.side] += 1 if order.what == "tax" else -1
        if gold[order.side] < 0:
            return say("The plan spends more gold than there is.")
    return None


def add_reason(state: State, seat: int, order: Order) -> Message | None:
    return plan_reason(state, seat, [*state.plans[seat].value, order])


def drop_reason(state: State, seat: int, order: Order) -> Message | None:
    """The rest must still hold. Out of a plan that a correction broke, anything may go: it could not be mended else."""
    plan = state.plans[seat].value
    if order not in plan:
        return say("Your plan has no such order.")
    if plan_reason(state, seat, plan):
        return None
    rest = list(plan)
    rest.remove(order)
    return plan_reason(state, seat, rest)


def ready_reason(state: State, seat: int) -> Message | None:
    return say("You are ready already.") if seat in state.ready else None


def sail_price(side: Side, to: Where) -> int:
    """The first step is free, every further one costs a gold; a whole circle has four."""
    spaces = list(RONDEL)
    return (spaces.index(to) - spaces.index(side.space) - 1) % len(spaces)


def sail_reason(side: Side, to: Where) -> Message | None:
    short_of = sail_price(side, to) - side.gold
    return say_n("You are {n} gold short.", "You are {n} gold short.", short_of) if short_of > 0 else None


def attack_reason(state: State, side: Side, target: str) -> Message | None:
    found = [other for other in state.sides if other.key == target]
    if not found or found[0].seat == side.seat:
        return say("There is no enemy.")
    if side.fleets == 0:
        return say("You have no fleet to attack with.")
    return say("Nothing is left there.") if found[0].fleets + found[0].forts == 0 else None


def lose_reason(side: Side, piece: Piece) -> Message | None:
    return None if (side.fleets if piece == "fleet" else side.forts) else say("There is none left.")


def vote_reason(state: State, choice: str) -> Message | None:
    return None if choice == NOBODY or any(choice == side.key for side in state.sides) else say("Nobody of that name.")


def play_reason(side: Side, handle: str) -> Message | None:
    return None if any(card.handle == handle for card in side.hand) else say("That card is not in your hand.")
