"""Why a discovery or wonder is out of reach, or None. Section 5."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box_facts, queries_develop, queries_prices
from companion.games.olympos.queries_develop import most_won, stars_here, won
from companion.games.olympos.queries_facts import unknown_for
from companion.games.olympos.reasons import cost_reason
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import DISCOVERIES, WONDERS, Bonus, Resource

# -- development -------------------------------------------------------------------------------------------------


def printed_reason(state: State, side: Side, space: str) -> Message | None:
    """What stands in the way of a discovery whatever it costs. Section 5.1."""
    pile = state.piles.get(space)
    if pile is None:
        return say("There is no such space.")
    if side.has(pile.tile):
        return say("You own this discovery.", short=N_("You own it"))
    return say("No tile is left.", short=N_("No tile is left")) if pile.left == 0 else None


def discovery_reason(state: State, side: Side, space: str) -> Message | None:
    """Section 5.1: not owned, still there, payable, and not beyond the Cross."""
    if (reason := printed_reason(state, side, space)) or unknown_for(state, space):
        return reason
    found = box_facts.pattern(state.box, space) or box_facts.Pattern({}, ())
    if not queries_develop.payable(side.tokens, side.cubes, found):
        return say("You cannot pay the resources.", short=N_("Resources missing"))
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit)))
    return cost_reason(state, side, cost, most_won(state, space))


def bonus_reason(state: State, side: Side, space: str, bonus: Bonus) -> Message | None:
    found = box_facts.pattern(state.box, space)
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit if found else ())))
    return cost_reason(state, side, cost, won(state, state.piles[space].tile, bonus))


def shown_reason(state: State, tile: str, resource: Resource) -> Message | None:
    """Section 5.1: each of the two tiles shows another resource; the first to take one chooses."""
    key = queries_prices.cheaper_key(tile, resource)
    if any(side.cheaper[key] for side in state.sides):
        return say("That tile is taken.", short=N_("That tile is taken"))
    return None


def record_reason(state: State, side: Side, tile: str) -> Message | None:
    """A light play: what can be known of a discovery without its board."""
    if tile not in DISCOVERIES:
        return say("There is no such discovery.")
    if side.has(tile):
        return say("You own this discovery.", short=N_("You own it"))
    return cost_reason(state, side, 1)


def wonder_reason(state: State, side: Side, key: str) -> Message | None:
    """Section 5.2: each exists once and needs its stars; what is not known yet is looked up first."""
    if key not in WONDERS or (not state.light and key not in state.wonders):
        return say("There is no such wonder.")
    if owner := next((other for other in state.sides if other.wonders[key]), None):
        return say("{seat} has built it.", N_("{seat} has it"), seat=SeatName(owner.seat))
    if state.light:
        return cost_reason(state, side, 1)
    facts = box_facts.wonder(state.box, key)
    if facts is None:
        return None
    missing = facts[0] - stars_here(state, side, key)
    if missing > 0:
        return say_n("{n} star is missing.", "{n} stars are missing.", missing, N_("Stars missing: {n}"))
    return cost_reason(state, side, queries_prices.total(queries_prices.wonder(side)))
