"""Replacements: both plan in secret, line after line, and what the plan costs. Section 11."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.aftermath import step_price
from companion.games.athens_sparta.dues import Replacing
from companion.games.athens_sparta.ground import (
    arg_name,
    described,
    free_blocks,
    holder,
    is_cut,
    own_blocks,
    seat_of,
    staged,
    tally,
    value,
)
from companion.games.athens_sparta.moves import Plan, Unplan
from companion.games.athens_sparta.owing import acting_side, owed
from companion.games.athens_sparta.state import POOL, Body, Order, State
from companion.games.athens_sparta.tables import KINDS, REGULAR, REVOLTING, SIDE_NAMES, SIDES, Side

MOST_ORDERS = 40
"""More lines than any income pays for."""


def cap(state: State, place: str) -> int:
    """What may be spent in a city: twice its value, 1 in a minor one."""
    return 2 * value(state, place) or 1


def income(state: State, side: Side) -> int:
    """Points of the cities that count, Miletus among them also under Persian support (section 18)."""
    return max(0, tally(state, side))


def cost(state: State, side: Side, order: Order, held: Body | None = None) -> int:
    """What a line costs."""
    if order.what == "disband":
        return 0
    kind = order.of if order.what == "buy" else held.kind if held else "hoplite"
    return order.steps * step_price(state, side, kind)


class Ledger:
    """A plan as far as it holds: what is left, what each city has taken, how strong each block has become, and where
    it stands then: what is disbanded can be built again at once.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        self.left = income(state, side)
        self.spent: dict[str, int] = {}
        self.strength = {key: held.strength for key, held in own_blocks(state, side).items()}
        self.where = {key: held.at for key, held in own_blocks(state, side).items()}

    def reason(self, order: Order) -> Message | None:
        """Why the next line does not hold."""
        if not 0 <= order.steps <= 20 or (order.steps == 0) != (order.what == "disband"):
            return say("Nothing is bought by that.")
        if (order.what == "buy") == (self.state.level == "full"):
            return say("That is not how steps are bought here.")
        if order.what == "disband":
            return self._disband_reason(order)
        return (
            city_reason(self.state, self.side, order.city)
            or (self._kind_reason(order) if order.what == "buy" else self._block_reason(order))
            or self._money_reason(order)
        )

    def _disband_reason(self, order: Order) -> Message | None:
        if order.of not in free_blocks(self.state, self.side) or not self.strength[order.of]:
            return say("That block cannot be disbanded.")
        return None

    def _kind_reason(self, order: Order) -> Message | None:
        return None if order.of in REGULAR else say("That is no block.")

    def _block_reason(self, order: Order) -> Message | None:
        held = own_blocks(self.state, self.side).get(order.of)
        if held is None or held.kind in REVOLTING or order.of in staged(self.state, self.side):
            return say("That block is bound.", short=N_("It is bound"))
        if self.strength[order.of] + order.steps > held.most:
            return say("A block has no more than {n} steps.", short=N_("Too many steps"), n=held.most)
        if order.what == "steps" and (not self.strength[order.of] or self.where[order.of] != order.city):
            return say("It does not stand there.")
        if order.what == "build" and (self.strength[order.of] or self.where[order.of] not in (POOL, order.city)):
            return say("It is not in the pool.")
        if order.what == "build" and not held.reserve and held.home and held.home != order.city:
            return say("It is built at home.")
        return None

    def _money_reason(self, order: Order) -> Message | None:
        held = own_blocks(self.state, self.side).get(order.of)
        price = cost(self.state, self.side, order, held)
        if price > self.left:
            return say("That is more than is left.", short=N_("Too dear"))
        if self.spent.get(order.city, 0) + price > cap(self.state, order.city):
            limit = cap(self.state, order.city)
            return say_n(
                "Only {n} point may go there.", "Only {n} points may go there.", limit, short=N_("Too much for it")
            )
        return None

    def add(self, order: Order) -> None:
        """Count a line that holds."""
        held = own_blocks(self.state, self.side).get(order.of)
        price = cost(self.state, self.side, order, held)
        self.left -= price
        self.spent[order.city] = self.spent.get(order.city, 0) + price
        if order.what == "disband":
            self.strength[order.of], self.where[order.of] = 0, POOL
        elif order.of in self.strength:
            self.strength[order.of] += order.steps
            self.where[order.of] = order.city


def city_reason(state: State, side: Side, place: str) -> Message | None:
    """Only in an own city that nobody besieges or blockades."""
    if holder(state, place) != side:
        return say("That city is not yours.", short=N_("Not yours"))
    return say("It is besieged.", short=N_("Besieged")) if is_cut(state, place) else None


def ledger(state: State, side: Side, orders: list[Order]) -> tuple[Ledger, Message | None]:
    """The plan folded over the state, and why it does not hold."""
    account = Ledger(state, side)
    if len(orders) > MOST_ORDERS:
        return account, say("The plan is too long.")
    for order in orders:
        if reason := account.reason(order):
            return account, reason
        account.add(order)
    return account, None


def plan_reason(state: State, side: Side, order: Order) -> Message | None:
    return ledger(state, side, [*state.plans[side].value, order])[1]


def unplan_reason(state: State, side: Side, order: Order) -> Message | None:
    """The rest must still hold, unless the plan is broken anyway."""
    orders = state.plans[side].value
    if order not in orders:
        return say("Your plan has no such line.")
    if ledger(state, side, orders)[1]:
        return None
    rest = list(orders)
    rest.remove(order)
    return ledger(state, side, rest)[1]


def ready_reason(state: State, side: Side) -> Message | None:
    """A plan that something has broken since must be mended first."""
    return ledger(state, side, state.plans[side].value)[1]


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


def order_words(state: State, order: Order) -> Message:
    """A line of a plan in words, for its owner."""
    if order.what == "buy":
        kind = KINDS[order.of] if order.of in KINDS else say("Block")
        return say("{place}: {kind} +{n}", place=arg_name(state, order.city), kind=kind, n=order.steps)
    block = state.blocks.get(order.of)
    what = described(block.body.value) if block and block.body.known else say("Block")
    if order.what == "disband":
        return say("disband {block}", block=what)
    return say("{place}: {block} +{n}", place=arg_name(state, order.city), block=what, n=order.steps)


def _carry_out(step: Step[State], side: Side) -> None:
    """Line by line; a line that no longer holds is left out."""
    state = step.state
    account = Ledger(state, side)
    kept = []
    for order in step.reveal(state.plans[side], seat_of(state, side)):
        if account.reason(order) is None:
            account.add(order)
            kept.append(order)
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
