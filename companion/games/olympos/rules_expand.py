"""An expansion into effect. Section 4."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import queries, queries_prices, reasons, rules_gains, rules_turn
from companion.games.olympos.moves import Expand, Left
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource, Special


def expand(step: Step[State], move: Expand) -> None:
    """Check it in the order in which it is asked, carry it out, and pay."""
    state, side = step.state, rules_turn.on_turn(step)
    step.require(reasons.source_reason(state, side, move.source))
    step.require(reasons.target_reason(state, side, move.source, move.target))
    _check_place(step, move)
    _check_left(step, side, move)
    _check_way(step, side, move)
    parts = queries_prices.expansion(state, side, move)
    step.require(reasons.cost_reason(state, side, queries_prices.total(parts)))
    if move.source == "new":
        side.stock -= 1
    else:
        rules_gains.leave(step, side, move.left or Left("covered"))
    _arrive(step, side, move)
    rules_turn.finish(step, side, parts)


def _check_place(step: Step[State], move: Expand) -> None:
    """The territory taken must be there, with what is said of it."""
    if move.target in ("own", "sea"):
        if move.resource is not None or move.special:
            step.refuse("not-there", rules_gains.NOT_LIKE_THAT)
        return
    if move.resource is None:
        step.refuse("no-resource", say("Which resource does the territory give?"))
    step.require(reasons.resource_reason(step.state, move.source, move.target, move.resource))
    if not set(move.special) <= set(queries.specials(step.state, move.target, move.resource)):
        step.refuse("not-there", rules_gains.NOT_LIKE_THAT)


def _check_left(step: Step[State], side: Side, move: Expand) -> None:
    from_territory = move.source in RESOURCES
    if (move.left is not None) != from_territory or (move.left is not None and move.left.what != move.source):
        step.refuse("not-there", rules_gains.NOT_LIKE_THAT)
    if move.left is not None:
        taken = None if move.target.isdecimal() else move.resource
        rules_gains.check_left(step, side, move.left, taken)


def _check_way(step: Step[State], side: Side, move: Expand) -> None:
    state = step.state
    if state.light:
        least = queries.least_cost(state, side, move.source, move.target)
        within(step, move.points, queries.light_bounds(state, side, least))
        return
    within(step, move.sea, queries.sea_bounds(state, side, move.source, move.target))
    within(step, move.land, queries.land_bounds(state, side, move))
    if side.has("cavalry"):
        within(step, move.runs, queries.run_bounds(state, side, move))


def within(step: Step[State], number: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= number <= bounds[1]:
        told = say("{n} is not between {low} and {high}.", n=number, low=bounds[0], high=bounds[1])
        step.refuse("out-of-bounds", told)


def _arrive(step: Step[State], side: Side, move: Expand) -> None:
    """The settler ends its move. Section 4."""
    if move.resource is None:
        side.covered += 1
        step.tell(say("{seat} moves a settler.", N_("{seat} moves"), seat=SeatName(side.seat)))
    elif move.target.isdecimal():
        conquer(step, side, step.state.side(int(move.target)), move.resource, set(move.special))
    else:
        settle(step, side, move.resource, set(move.special), tribe=move.target == "tribe")


def settle(step: Step[State], side: Side, resource: Resource, special: set[Special], *, tribe: bool) -> None:
    """An empty territory, or one with a tribe, whose token becomes a Star. Section 4."""
    state = step.state
    rules_gains.take_over(state, side, resource, special)
    if tribe:
        state.tribes -= 1
        side.stars += 1
    step.tell(_takes(side, resource, tribe=tribe, star="star" in special))
    _tell_zeus(step, side, special)


def _takes(side: Side, resource: Resource, *, tribe: bool, star: bool) -> Message:
    short, who, what = N_("{seat}: {resource}"), SeatName(side.seat), RESOURCES[resource]
    if tribe:
        return say("{seat} defeats a tribe: {resource} territory and a Star.", short, seat=who, resource=what)
    if star:
        return say("{seat} takes a {resource} territory and its Star.", short, seat=who, resource=what)
    return say("{seat} takes a {resource} territory.", short, seat=who, resource=what)


def conquer(step: Step[State], side: Side, loser: Side, resource: Resource, special: set[Special]) -> None:
    """The attacker always wins; the loser stays underneath and takes an hourglass. Section 4."""
    state = step.state
    found = rules_gains.give_up(state, loser, resource, special)
    rules_gains.take_over(state, side, resource, found)
    loser.covered += 1
    text = say(
        "{seat} conquers a {resource} territory of {loser}.",
        N_("{seat} beats {loser}"),
        seat=SeatName(side.seat),
        resource=RESOURCES[resource],
        loser=SeatName(loser.seat),
    )
    step.tell(text)
    if "star" in found:
        step.tell(say("{seat} takes the Star token.", N_("{seat}: Star"), seat=SeatName(side.seat)))
    _tell_zeus(step, side, found)
    rules_gains.hourglasses(step, loser, 1)


def _tell_zeus(step: Step[State], side: Side, special: set[Special]) -> None:
    if "olympos" in special and side.zeus:
        step.tell(say("{seat} takes the Zeus token.", N_("{seat}: Zeus token"), seat=SeatName(side.seat)))
