"""Replacements: both sides make a secret plan of orders; then both plans are carried out. Section 11."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from companion.core.boxes import Fact
from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import moves, queries, seats, tables
from companion.games.athens_sparta.cities import (
    LOOK_FIRST,
    ask_cities,
    ask_facts,
    city_option,
    looked_up_facts,
    unless_look_up,
)
from companion.games.athens_sparta.moves import AddOrder, ConfirmPlan, Move, RemoveOrder
from companion.games.athens_sparta.pieces import instruct_bought, instruct_built, instruct_lost, instruct_plans
from companion.games.athens_sparta.places import capacity_reason
from companion.games.athens_sparta.queries import holder
from companion.games.athens_sparta.scoring import production_points
from companion.games.athens_sparta.seats import acting_side, owed_by_side, seat_of
from companion.games.athens_sparta.state import POOL, PlanningReplacements, PlanOrder, State
from companion.games.athens_sparta.tables import ICONS, KINDS, SIDE_NAMES, SIDES, CityField, Holder, Side
from companion.games.athens_sparta.words import OWN_BLOCK_MEANING, block_name, location_words, place_name

# -- what a plan costs -----------------------------------------------------------------------------------------------

MOST_ORDERS = 40
"""The most orders of a plan; more than any income pays for."""


def income(state: State, side: Side) -> int:
    """Points to spend: those of the cities that count, Miletus also under Persian support (section 18)."""
    return max(0, production_points(state, side))


def green_cities(state: State, side: Side) -> list[str]:
    """Cities printed as neutral that ``side`` holds and that are not besieged."""
    mine = (key for key, one in state.cities.items() if one.colour == "neutral" and one.holder == side)
    return [key for key in mine if queries.city_points(state, key) and not queries.is_besieged(state, key)]


def step_price(state: State, side: Side, kind: str) -> int:
    """Points for a step (section 11); Spartan ships are cheaper while Persia helps (section 14)."""
    if kind == "ship" and side == "sparta" and state.persia == "allied":
        return tables.PERSIAN_SHIP
    return tables.STEP_COST.get(kind, 1)  # type: ignore[call-overload, no-any-return]


class PlanAccount:
    """The account of a plan while orders are added: points left, points spent in each city, and strength and place of
    each block afterwards.

    A block that is disbanded can be built again at once. ``noted`` are facts that only this side has looked up.
    """

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        self.left = income(state, side)
        self.spent: dict[str, int] = {}
        self.green: dict[str, int] = {}
        self.own = queries.own_blocks(state, side)
        self.strength = {key: body.strength for key, body in self.own.items()}
        self.where = {key: body.at for key, body in self.own.items()}
        self.noted = {(one.city, one.field): one.value for one in looked_up_facts(state, side)}

    # -- cities, as far as the side knows them -----------------------------------------------------------------

    def fact(self, place: str, field: CityField) -> Fact | None:
        known = queries.city_fact(self.state, place, field)
        return self.noted.get((place, field)) if known is None else known

    def lacking(self, place: str) -> tuple[CityField, ...]:
        """The facts the side must look up before it spends points in a city that is or may be its own."""
        if place not in self.state.cities or self.holder(place) not in (self.side, None):
            return ()
        return tuple(field for field in tables.WORTH_FIELDS if self.fact(place, field) is None)

    def holder(self, place: str) -> Holder | None:
        """The holder of a city; None if the side does not know it."""
        if not queries.owner_unknown(self.state, place):
            return holder(self.state, place)
        return tables.HOLDER_BY_COLOUR.get(self.noted.get((place, "colour")))

    def cities(self) -> list[str]:
        """Cities that are or may be the side's own."""
        return [place for place in self.state.cities if self.holder(place) in (self.side, None)]

    def worth(self, place: str) -> int:
        noted = self.noted.get((place, "points"))
        return queries.city_points(self.state, place) or (noted if isinstance(noted, int) else 0)

    def cap(self, place: str) -> int:
        """The most points that may be spent in a city: twice its value, 1 in a minor one."""
        return 2 * self.worth(place) or 1

    # -- orders ------------------------------------------------------------------------------------------------

    def reason(self, order: PlanOrder) -> Message | None:
        """Why this is not possible as the next order, or None."""
        if not 0 <= order.steps <= 20 or (order.steps == 0) != (order.what == "disband"):
            return say("Nothing is bought by that.")
        if (order.what == "buy") == (self.state.level == "full"):
            return say("That is not how steps are bought here.")
        if order.what == "disband":
            able = order.of in queries.free_blocks(self.state, self.side) and self.strength[order.of]
            return None if able else say("That block cannot be disbanded.", short=N_("Cannot be disbanded"))
        if reason := self._city_reason(order.city) or self._block_reason(order):
            return reason
        return LOOK_FIRST if self.lacking(order.city) else self._money_reason(order)

    def price(self, order: PlanOrder) -> int:
        """Points that an order costs."""
        body = self.own.get(order.of)
        kind = order.of if order.what == "buy" else body.kind if body else "hoplite"
        return order.steps * self._step_price(kind)

    def _city_reason(self, place: str) -> Message | None:
        """Why nothing can be bought in a city, or None: it must be the side's own, neither besieged nor blockaded."""
        if place not in self.cities():
            return say("That city is not yours.", short=N_("Not yours"))
        return say("It is besieged.", short=N_("Besieged")) if queries.is_besieged(self.state, place) else None

    def _block_reason(self, order: PlanOrder) -> Message | None:
        if order.what == "buy":
            return None if order.of in tables.REGULAR_KINDS else say("That is no block.")
        body = self.own.get(order.of)
        if (
            body is None
            or body.kind in tables.REVOLT_KINDS
            or order.of in queries.committed_blocks(self.state, self.side)
        ):
            return say("That block is bound.", short=N_("It is bound"))
        if self.strength[order.of] + order.steps > queries.max_steps(body):
            return say_n(
                "A block has no more than {n} step.",
                "A block has no more than {n} steps.",
                queries.max_steps(body),
                short=N_("Too many steps"),
            )
        if order.what == "steps" and (not self.strength[order.of] or self.where[order.of] != order.city):
            return say("It does not stand there.")
        if order.what == "build" and (self.strength[order.of] or self.where[order.of] not in (POOL, order.city)):
            return say("It is not in the pool.")
        if order.what == "build" and not body.reserve and body.home and body.home != order.city:
            return say("It is built at home.")
        return self._athens_reason(order) if order.what == "build" else None

    def _athens_reason(self, order: PlanOrder) -> Message | None:
        """Why an order does not fit into Athens, or None: a block built there needs room after the orders so far
        (section 7.1).
        """
        if order.city != "athens" or self.holder("athens") != self.side or self.strength[order.of]:
            return None
        there = [key for key, place in self.where.items() if place == "athens" and self.strength[key]]
        kinds = [self.own[key].kind for key in there if self.own[key].kind not in tables.REVOLT_KINDS]
        on_land = sum(kind != "ship" for kind in kinds)
        return capacity_reason(len(kinds), on_land, self.own[order.of].kind)

    def _money_reason(self, order: PlanOrder) -> Message | None:
        price = self.price(order)
        if price > self.left:
            return say("That is more than is left.", short=N_("Too dear"))
        limit = self.cap(order.city)
        if self.spent.get(order.city, 0) + price > limit:
            return say_n(
                "Only {n} point may go there.", "Only {n} points may go there.", limit, short=N_("Too much for it")
            )
        return self._green_reason(order)

    def add(self, order: PlanOrder) -> None:
        """Add a valid order to the account."""
        price = self.price(order)
        self.left -= price
        self.spent[order.city] = self.spent.get(order.city, 0) + price
        home = self._green_home(order.of)
        self.green[home] = self.green.get(home, 0) + price
        if order.what == "disband":
            self.strength[order.of], self.where[order.of] = 0, POOL
        elif order.of in self.strength:
            self.strength[order.of] += order.steps
            self.where[order.of] = order.city

    # -- neutral cities: their points go first to their own blocks (section 9) ----------------------------------

    def _green_home(self, key: str) -> str:
        """The neutral city that a block belongs to, or ""; only at the level ``full``."""
        body = self.own.get(key)
        printed = self.state.box.get("block", {}).get(key, {}).get("colour")
        return body.home if body and printed == "green" else ""

    def _green_reason(self, order: PlanOrder) -> Message | None:
        """Why points cannot be spent there, or None: green blocks that still need points come first. Section 9."""
        waiting = next(self.still_due(), None)
        if waiting is None or self._after(order)._short_of(order.city) <= self._short_of(order.city):
            return None
        return say(
            "The points of {place} go to its own blocks first.",
            short=N_("Its own blocks first"),
            place=place_name(self.state, waiting[0]),
        )

    def _after(self, order: PlanOrder) -> PlanAccount:
        after = copy(self)
        after.spent, after.green = dict(self.spent), dict(self.green)
        after.strength, after.where = dict(self.strength), dict(self.where)
        after.add(order)
        return after

    def _short_of(self, place: str) -> int:
        """Points that green blocks need but would not get: points of all cities beyond the points left, plus points of
        this city beyond its limit.
        """
        due = list(self.still_due())
        there = sum(points for _, city, points in due if city == place)
        room = self.cap(place) - self.spent.get(place, 0)
        return max(0, sum(points for _, _, points in due) - self.left) + max(0, there - room)

    def still_due(self) -> Iterator[tuple[str, str, int]]:
        """For each green block: (its neutral city, the place where it gets steps, the points of that city it can still
        take). The most expensive blocks come first.
        """
        if self.state.level != "full":
            return
        dear_first = sorted(self.own.items(), key=lambda item: -self._step_price(item[1].kind))
        for city in green_cities(self.state, self.side):
            left = self.worth(city) - self.green.get(city, 0)
            for key, body in dear_first:
                place = self.where[key] if self.strength[key] else body.home
                steps = min(queries.max_steps(body) - self.strength[key], left // self._step_price(body.kind))
                if self._green_home(key) == city and steps > 0 and self._may_take(key, place):
                    left -= steps * self._step_price(body.kind)
                    yield city, place, steps * self._step_price(body.kind)

    def _may_take(self, key: str, place: str) -> bool:
        """Whether a step can be given to a block there."""
        one = PlanOrder("steps" if self.strength[key] else "build", key, place, 1)
        return not (self._city_reason(place) or self._block_reason(one) or self.lacking(place))

    def _step_price(self, kind: str) -> int:
        return step_price(self.state, self.side, kind)


def order_words(state: State, order: PlanOrder) -> Message:
    """An order of a plan, for its owner."""
    if order.what == "buy":
        kind = KINDS[order.of] if order.of in KINDS else say("Block")
        return say("{place}: {kind} +{n}", place=place_name(state, order.city), kind=kind, n=order.steps)
    block = state.blocks.get(order.of)
    what = block_name(block.body.value) if block and block.body.known else say("Block")
    if order.what == "disband":
        return say("disband {block}", block=what)
    return say("{place}: {block} +{n}", place=place_name(state, order.city), block=what, n=order.steps)


# -- the plan --------------------------------------------------------------------------------------------------------


def check_plan(state: State, side: Side, orders: list[PlanOrder]) -> tuple[PlanAccount, Message | None]:
    """The account of a plan, and why it is not valid, or None."""
    account = PlanAccount(state, side)
    if len(orders) > MOST_ORDERS:
        return account, say("The plan is too long.")
    for order in orders:
        if reason := account.reason(order):
            return account, reason
        account.add(order)
    return account, None


def add_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    return check_plan(state, side, [*state.plans[side].value, order])[1]


def remove_order_reason(state: State, side: Side, order: PlanOrder) -> Message | None:
    """Why an order cannot be removed, or None: the rest must be valid, unless the plan is invalid already."""
    orders = state.plans[side].value
    if order not in orders:
        return say("Your plan has no such line.")
    if check_plan(state, side, orders)[1]:
        return None
    rest = list(orders)
    rest.remove(order)
    return check_plan(state, side, rest)[1]


def add_order(step: Step[State], move: moves.AddOrder) -> None:
    """Add an order to the side's plan."""
    owed_by_side(step, PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(add_order_reason(state, side, move.order))
    state.plans[side].value.append(move.order)
    step.tell(seal(say("You plan: {order}.", order=order_words(state, move.order)), step.seat))


def remove_order(step: Step[State], move: moves.RemoveOrder) -> None:
    """Remove an order from the side's plan."""
    owed_by_side(step, PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(remove_order_reason(state, side, move.order))
    state.plans[side].value.remove(move.order)
    step.tell(seal(say("You plan no longer: {order}.", order=order_words(state, move.order)), step.seat))


def confirm_plan(step: Step[State], _: moves.ConfirmPlan) -> None:
    """Confirm the side's plan; once both sides have, carry both plans out."""
    owed_by_side(step, PlanningReplacements)
    state, side = step.state, acting_side(step.state, step.seat)
    step.require(check_plan(state, side, state.plans[side].value)[1])
    if seats.both_answered(state, side):
        instruct_plans(step)
        for one in SIDES:
            _carry_out_plan(step, one)


def _carry_out_plan(step: Step[State], side: Side) -> None:
    """Carry out the orders of a plan; leave out those that are no longer valid."""
    state = step.state
    account = PlanAccount(state, side)
    kept = []
    for order in step.reveal(state.plans[side], seat_of(state, side)):
        if account.reason(order) is None:
            account.add(order)
            kept.append(order)
    for order in kept:
        _carry_out_order(step, side, order)
    spent = income(state, side) - account.left
    state.plans[side] = seal([], seat_of(state, side))
    step.tell(
        say_n("{side} spends {n} point.", "{side} spends {n} points.", spent, side=SIDE_NAMES[side]),
        seat_of(state, side),
    )


def _carry_out_order(step: Step[State], side: Side, order: PlanOrder) -> None:
    state = step.state
    if order.what == "buy":
        told, seat = order_words(state, order), seat_of(state, side)
        step.tell(seal(say("You carry out: {order}.", order=told), seat))
        instruct_bought(step, seat, told)
        return
    body = state.blocks[order.of].body.value
    if order.what == "disband":
        instruct_lost(step, order.of, body, side, hidden=True)
        body.strength, body.at = 0, POOL
    else:
        body.at = order.city
        if not body.strength:
            instruct_built(step, order.of, body, side, n=order.steps)
        body.strength += order.steps
    step.part()


# -- the question ----------------------------------------------------------------------------------------------------

STEPS_MEANING = say(
    "A step costs {one} production point (PP) for hoplites and peltasts, {two} for cavalry and ships; a Spartan ship "
    "{persia} with the help of Persia. A block never has more steps than are printed on it.",
    one=tables.STEP_COST["hoplite"],
    two=tables.STEP_COST["ship"],
    persia=tables.PERSIAN_SHIP,
)

GREEN_HINT = say(
    "Points of neutral cities that are yours now go to their own green blocks first.", short=N_("Green blocks first")
)


def ask_replacements(state: State, side: Side) -> Asking[Move]:
    """Ask for the next change of the side's plan, on one form."""
    return together("plan", say("Plan your replacements"), _ask_change(state, side), layout="rows")


def _ask_change(state: State, side: Side) -> Asking[Move]:
    account, _ = check_plan(state, side, state.plans[side].value)
    first = _first_pick(state, side, account)
    dropping, again = _plan_lines(state, side), _looked_up_cities(state, side)
    look = say("Look a city up again", short=N_("Look up again"))
    todo = (
        Option("ready", say("My plan stands"), icon="check", act=say("My plan stands")),
        Option("add", say("Buy steps"), icon="plus", reason=first.blocked()),
        *(Option("drop", say("Take a line out"), icon="minus", reason=dropping.blocked()),) * bool(dropping.options),
        *(Option("look", look, icon="city"),) * bool(again.options),
    )
    prompt = say("Production points (PP) to spend: {n}", short=N_("{n} PP to spend"), n=account.left)
    hint = GREEN_HINT if green_cities(state, side) else None
    usual = "add" if account.left and not first.blocked() else None
    chosen = yield from Pick[str](
        key="plan",
        prompt=prompt,
        hint=hint,
        meaning=say(
            "After an Olympiad your cities give production points (PP), which buy steps. Besieged cities give none. "
            "Both sides plan in secret."
        ),
        options=todo,
        secret=True,
        default="ready",
        usual=usual,
    )
    if chosen == "ready":
        return ConfirmPlan()
    if chosen == "drop":
        number = yield from dropping
        return RemoveOrder(state.plans[side].value[int(number)])
    if chosen == "look":
        city = yield from again
        return (yield from ask_facts(state, city, queries.unknown_facts(state, city, tables.WORTH_FIELDS), secret=True))
    if state.level == "full":
        return (yield from _ask_block(state, side, account, first))
    return (yield from _ask_buy(state, side, account, first))


def _plan_lines(state: State, side: Side) -> Pick[str]:
    orders = state.plans[side].value
    options = tuple(
        Option(str(number), order_words(state, order), reason=remove_order_reason(state, side, order))
        for number, order in enumerate(orders)
    )
    act = say("Take the line out")
    return Pick[str](key="line", prompt=say("Which line?"), options=options, act=act, secret=True)


def _looked_up_cities(state: State, side: Side) -> Pick[str]:
    """The question for one of the cities that the side has looked up, to correct its facts."""
    facts = [one for one in looked_up_facts(state, side) if queries.unknown_facts(state, one.city, (one.field,))]
    options = tuple(city_option(state, city) for city in dict.fromkeys(one.city for one in facts))
    return Pick[str](key="city", prompt=say("Which city?"), options=options, secret=True)


def _first_pick(state: State, side: Side, account: PlanAccount) -> Pick[str]:
    """The first question about an order: at the level ``light`` for a city, at ``full`` for a block."""
    if state.level == "full":
        blocks = tuple(_block_option(state, side, key, account) for key in account.own)
        return Pick[str](
            key="block", prompt=say("Which block?"), meaning=OWN_BLOCK_MEANING, options=blocks, secret=True
        )
    reasons = {key: add_order_reason(state, side, PlanOrder("buy", "hoplite", key, 1)) for key in account.cities()}
    return ask_cities(
        say("In which city?"),
        state,
        reasons,
        meaning=say(
            "A major city takes up to twice its points, a minor one one point. Nothing is built in a city under siege "
            "or blockade."
        ),
        secret=True,
    )


def _block_option(state: State, side: Side, key: str, account: PlanAccount) -> Option[str]:
    """The option for a block, with its strength and place after the plan, and the reason why no order for it is
    possible, if any.
    """
    body, n, where = account.own[key], account.strength[key], location_words(state, account.where[key])
    block, most = block_name(body), queries.max_steps(body)
    label = say("{block}, {n}/{most}, {place}", block=block, n=n, most=most, place=where)
    return Option(key, label, reason=_block_orders(state, side, key, account).blocked(), icon=ICONS[body.kind])


def _ask_buy(state: State, side: Side, account: PlanAccount, first: Pick[str]) -> Asking[Move]:
    city = yield from first
    if add_order_reason(state, side, PlanOrder("buy", "hoplite", city, 1)) == LOOK_FIRST:
        return (yield from ask_facts(state, city, account.lacking(city), secret=True))
    kinds = tuple(
        Option[str](
            kind,
            KINDS[kind],
            price=(Amount(account.price(PlanOrder("buy", kind, city, 1)), "", say("PP a step")),),
            reason=add_order_reason(state, side, PlanOrder("buy", kind, city, 1)),
            icon=ICONS[kind],
        )
        for kind in tables.REGULAR_KINDS
    )
    kind = yield from Pick[str](
        key="kind", prompt=say("Steps for what?"), meaning=STEPS_MEANING, options=kinds, secret=True
    )
    return AddOrder((yield from _ask_steps(account, PlanOrder("buy", kind, city, 1))))


def _ask_steps(account: PlanAccount, one: PlanOrder) -> Asking[PlanOrder]:
    """Ask for the number of steps, at most as many as the plan allows."""
    most = 1
    while most < 2 * tables.MOST_STEPS and account.reason(PlanOrder(one.what, one.of, one.city, most + 1)) is None:
        most += 1
    prompt = say("How many steps?")
    act = say("Put it into the plan")
    steps = yield from Count(
        key="steps", prompt=prompt, meaning=STEPS_MEANING, low=1, high=most, start=1, act=act, secret=True, usual=1
    )
    return PlanOrder(one.what, one.of, one.city, steps)


def _block_orders(state: State, side: Side, key: str, account: PlanAccount) -> Pick[str]:
    """The question for an order about one block: disband it, add steps where it stands, or build it (reserves in any
    city, others at home).
    """
    body = account.own[key]
    reason = add_order_reason(state, side, PlanOrder("disband", key, "", 0))
    options = [Option("disband", say("Disband it"), reason=reason, act=say("Disband the block"))]
    at_home = [body.home] if body.home and not body.reserve else account.cities()
    for city in [account.where[key]] if account.strength[key] else at_home:
        reason = unless_look_up(add_order_reason(state, side, _one_step(account, key, city)))
        label = say("Steps in {place}", place=location_words(state, city))
        options.append(Option(f"in-{city}", label, reason=reason, icon="city"))
    return Pick[str](
        key="what",
        prompt=say("What do you do with it?"),
        meaning=say(
            "A block is disbanded, gets steps where it stands, or is built: at home, a reserve in any city of yours."
        ),
        options=tuple(options),
        secret=True,
    )


def _one_step(account: PlanAccount, key: str, city: str) -> PlanOrder:
    """An order for a single step of a block."""
    return PlanOrder("steps" if account.strength[key] else "build", key, city, 1)


def _ask_block(state: State, side: Side, account: PlanAccount, first: Pick[str]) -> Asking[Move]:
    key = yield from first
    chosen = yield from _block_orders(state, side, key, account)
    if chosen == "disband":
        return AddOrder(PlanOrder("disband", key, "", 0))
    city = chosen.removeprefix("in-")
    one = _one_step(account, key, city)
    if add_order_reason(state, side, one) == LOOK_FIRST:
        return (yield from ask_facts(state, city, account.lacking(city), secret=True))
    return AddOrder((yield from _ask_steps(account, one)))
