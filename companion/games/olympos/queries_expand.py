"""Where an expansion may end, what may be there, and the bounds of the way. Section 4."""

from __future__ import annotations

from companion.games.olympos import queries_prices
from companion.games.olympos.moves import Expand, Leaving
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource, Special

LEAST_FIGHT = 2
"""A land space and a fight with more swords: no attack is cheaper."""

MOST_SPACES = 40
"""More spaces of one kind than any way on the map has."""


# -- expansion ---------------------------------------------------------------------------------------------------


def targets(state: State, side: Side) -> list[str]:
    """Where a move may end. Section 4."""
    anywhere = ["own", "sea"] if state.options.end_anywhere else []
    return ["empty", "tribe", *(str(other.seat) for other in state.others(side)), *anywhere]


def specials(state: State, target: str, resource: Resource | None) -> list[Special]:
    """What the territory taken may have. A tribe's territory is a starred one anyway. Section 4."""
    stars, zeus, atlantis = state.open_stars, state.zeus_free, 1
    if target in ("own", "sea"):
        return []
    if target.isdecimal():
        other = state.side(int(target))
        stars, zeus, atlantis = other.stars, other.zeus, other.atlantis
    found: list[tuple[Special, bool]] = [
        ("star", stars > 0 and target != "tribe"),
        ("olympos", zeus > 0 and resource == "stone"),
        ("atlantis", atlantis > 0),
    ]
    return [special for special, there in found if there]


def own_specials(side: Side, resource: str) -> list[Special]:
    """What a territory that is left may have."""
    found: list[tuple[Special, bool]] = [
        ("star", side.stars > 0),
        ("olympos", side.zeus > 0 and resource == "stone"),
        ("atlantis", side.atlantis > 0),
    ]
    return [special for special, there in found if there and resource in RESOURCES]


def heirs(state: State, what: str) -> list[int]:
    """Whose settler may lie on top in a territory that is left: nobody's (0), or somebody's who was covered."""
    return [0, *(other.seat for other in state.sides if other.covered)] if what in RESOURCES else [0]


def least_cost(state: State, side: Side, source: Leaving, target: str) -> int:
    """The least that an expansion from here to there may cost."""
    if state.light:
        return LEAST_FIGHT if target == "tribe" or target.isdecimal() else 1
    at_sea = target == "sea"
    least = Expand(source, target, sea=int(at_sea), land=int(not at_sea), runs=int(not at_sea))
    return queries_prices.total(queries_prices.expansion(state, side, least))


def sea_bounds(state: State, side: Side, source: Leaving, target: str) -> tuple[int, int]:
    """How many sea spaces the way may have. Section 4 and, for the Siren, section 7."""
    low = int(target == "sea")
    if side.marks["siren"]:
        return low, low
    each = queries_prices.sea_space(side)
    left = queries_prices.budget(state, side) - least_cost(state, side, source, target)
    return low, low + (min(MOST_SPACES, left // each) if each > 0 else MOST_SPACES)


def land_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """How many land spaces the way may have once the sea is counted; the one taken is land itself."""
    low = int(move.target != "sea")
    if side.has("cavalry"):
        return low, MOST_SPACES
    least = Expand(move.source, move.target, sea=move.sea, land=low, runs=low)
    left = queries_prices.budget(state, side) - queries_prices.total(queries_prices.expansion(state, side, least))
    return low, low + max(0, min(MOST_SPACES - low, left))


def run_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """In how many unbroken runs the land lies: the sea divides it."""
    low = int(move.land > 0)
    least = Expand(move.source, move.target, sea=move.sea, land=move.land, runs=low)
    left = queries_prices.budget(state, side) - queries_prices.total(queries_prices.expansion(state, side, least))
    return low, max(low, min(move.land, move.sea + 1, low + max(0, left)))


def light_bounds(state: State, side: Side, least: int = 1) -> tuple[int, int]:
    """What users may enter as the price of an action."""
    return least, max(least, min(MOST_SPACES, queries_prices.budget(state, side)))
