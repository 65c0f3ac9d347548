"""Questions of a replacement plan, in secret from the first one on. Section 11."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import N_, say
from companion.games.athens_sparta.asking_blocks import ask_cities, city_option
from companion.games.athens_sparta.asking_map import ask_facts
from companion.games.athens_sparta.moves import AddOrder, ConfirmPlan, Move, RemoveOrder
from companion.games.athens_sparta.queries_blocks import max_steps
from companion.games.athens_sparta.queries_city import unknown_facts
from companion.games.athens_sparta.queries_replacements import (
    PlanAccount,
    add_order_reason,
    check_plan,
    green_cities,
    looked_up_facts,
    remove_order_reason,
)
from companion.games.athens_sparta.reasons_map import LOOK_FIRST, unless_look_up
from companion.games.athens_sparta.state import PlanOrder, State
from companion.games.athens_sparta.tables import ICONS, KINDS, MOST_STEPS, REGULAR_KINDS, WORTH_FIELDS, Side
from companion.games.athens_sparta.words import block_name, location_words, order_words

GREEN_HINT = say(
    "Points of neutral cities that are yours now go to their own green blocks first.", short=N_("Green blocks first")
)


def ask_replacements(state: State, side: Side) -> Asking[Move]:
    """Ask for the next change of the own plan, on one form."""
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
    usual = "add" if account.left and not first.blocked() else "ready"
    chosen = yield from Pick[str](
        key="plan", prompt=prompt, hint=hint, options=todo, secret=True, default="ready", usual=usual
    )
    if chosen == "ready":
        return ConfirmPlan()
    if chosen == "drop":
        number = yield from dropping
        return RemoveOrder(state.plans[side].value[int(number)])
    if chosen == "look":
        city = yield from again
        return (yield from ask_facts(state, city, unknown_facts(state, city, WORTH_FIELDS), secret=True))
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
    """Cities that the side has looked up for its plan, to be corrected."""
    facts = [one for one in looked_up_facts(state, side) if unknown_facts(state, one.city, (one.field,))]
    options = tuple(city_option(state, city) for city in dict.fromkeys(one.city for one in facts))
    return Pick[str](key="city", prompt=say("Which city?"), options=options, secret=True)


def _first_pick(state: State, side: Side, account: PlanAccount) -> Pick[str]:
    """Light: pick a city; full: pick one of the own blocks."""
    if state.level == "full":
        blocks = tuple(_block_option(state, side, key, account) for key in account.own)
        return Pick[str](key="block", prompt=say("Which block?"), options=blocks, secret=True)
    reasons = {key: add_order_reason(state, side, PlanOrder("buy", "hoplite", key, 1)) for key in account.cities()}
    return ask_cities(say("In which city?"), state, reasons, secret=True)


def _block_option(state: State, side: Side, key: str, account: PlanAccount) -> Option[str]:
    """One of the own blocks as the plan leaves it, with the reason why no order for it is possible."""
    body, n, where = account.own[key], account.strength[key], location_words(state, account.where[key])
    block, most = block_name(body), max_steps(body)
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
        for kind in REGULAR_KINDS
    )
    kind = yield from Pick[str](key="kind", prompt=say("Steps for what?"), options=kinds, secret=True)
    return AddOrder((yield from _ask_steps(account, PlanOrder("buy", kind, city, 1))))


def _ask_steps(account: PlanAccount, one: PlanOrder) -> Asking[PlanOrder]:
    """Ask for the number of steps, at most what the plan has room for."""
    most = 1
    while most < 2 * MOST_STEPS and account.reason(PlanOrder(one.what, one.of, one.city, most + 1)) is None:
        most += 1
    prompt = say("How many steps?")
    act = say("Put it into the plan")
    steps = yield from Count(key="steps", prompt=prompt, low=1, high=most, start=1, act=act, secret=True, usual=1)
    return PlanOrder(one.what, one.of, one.city, steps)


def _block_orders(state: State, side: Side, key: str, account: PlanAccount) -> Pick[str]:
    """The orders for one block: disband, add steps where it stands, or build: reserves in any city, others at home."""
    body = account.own[key]
    reason = add_order_reason(state, side, PlanOrder("disband", key, "", 0))
    options = [Option("disband", say("Disband it"), reason=reason, act=say("Disband it"))]
    at_home = [body.home] if body.home and not body.reserve else account.cities()
    for city in [account.where[key]] if account.strength[key] else at_home:
        reason = unless_look_up(add_order_reason(state, side, _one_step(account, key, city)))
        label = say("Steps in {place}", place=location_words(state, city))
        options.append(Option(f"in-{city}", label, reason=reason, icon="city"))
    return Pick[str](key="what", prompt=say("What do you do with it?"), options=tuple(options), secret=True)


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
