"""Whose turn it is; where an expansion may end; payments, bonuses and stars. Sections 3 to 5."""

from __future__ import annotations

from itertools import permutations

from companion.games.olympos import box_facts, queries_prices, tables
from companion.games.olympos.moves import Expand, Leaving
from companion.games.olympos.state import Side, State

LEAST_FIGHT = 2
"""A land space and a fight with more swords: no attack is cheaper."""

MOST_SPACES = 40
"""More spaces of one kind than any way on the map has."""


# -- expansion ---------------------------------------------------------------------------------------------------


def targets(state: State, side: Side) -> list[str]:
    """Where a move may end. Section 4."""
    anywhere = ["own", "sea"] if state.options.end_anywhere else []
    return ["empty", "tribe", *(str(other.seat) for other in state.others(side)), *anywhere]


def specials(state: State, target: str, resource: tables.Resource | None) -> list[tables.Special]:
    """What the territory taken may have. A tribe's territory is a starred one anyway. Section 4."""
    if target in ("own", "sea"):
        return []
    if target.isdecimal():
        other = state.side(int(target))
        return _specials(other.stars, other.zeus, other.atlantis, resource)
    return _specials(0 if target == "tribe" else state.open_stars, state.zeus_free, 1, resource)


def own_specials(side: Side, resource: str) -> list[tables.Special]:
    """What a territory that is left may have."""
    return _specials(side.stars, side.zeus, side.atlantis, resource) if resource in tables.RESOURCES else []


def _specials(stars: int, zeus: int, atlantis: int, resource: str | None) -> list[tables.Special]:
    found: list[tuple[tables.Special, bool]] = [
        ("star", stars > 0),
        ("olympos", zeus > 0 and resource == "stone"),
        ("atlantis", atlantis > 0),
    ]
    return [special for special, there in found if there]


def heirs(state: State, what: str) -> list[int]:
    """Whose settler may lie on top in a territory that is left: nobody's (0), or somebody's who was covered."""
    return [0, *(other.seat for other in state.sides if other.covered)] if what in tables.RESOURCES else [0]


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
    least = Expand(move.source, move.target, sea=move.sea, land=low, runs=low)
    left = queries_prices.budget(state, side) - queries_prices.total(queries_prices.expansion(state, side, least))
    if side.has("cavalry"):
        return low, MOST_SPACES if low or left >= tables.LAND else 0
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


# -- development: section 5 --------------------------------------------------------------------------------------


def needs(explicit: dict[tables.Resource, int], grey: tuple[int, ...]) -> list[dict[tables.Resource, int]]:
    """Every way to give each grey group a type of its own that is not among the explicit ones. Section 5.1."""
    free = [resource for resource in tables.RESOURCES if resource not in explicit]
    return [{**explicit, **dict(zip(types, grey, strict=True))} for types in permutations(free, len(grey))]


def payable(tokens: dict[tables.Resource, int], cubes: dict[tables.Resource, int], printed: box_facts.Pattern) -> bool:
    """Whether there is any payment: the largest group goes to the type there is most of, and so on. Section 5.1."""
    have = {resource: tokens[resource] + cubes[resource] for resource in tables.RESOURCES}
    if any(have[resource] < n for resource, n in printed.explicit.items()):
        return False
    free = sorted((n for resource, n in have.items() if resource not in printed.explicit), reverse=True)
    return len(printed.grey) <= len(free) and all(n <= most for n, most in zip(printed.grey, free, strict=False))


def lacking(
    tokens: dict[tables.Resource, int], cubes: dict[tables.Resource, int], printed: box_facts.Pattern
) -> box_facts.Pattern:
    """What is missing for a payment, in the same pairing of groups and types: nothing where it is payable."""
    have = {resource: tokens[resource] + cubes[resource] for resource in tables.RESOURCES}
    explicit = {resource: n - have[resource] for resource, n in printed.explicit.items() if n > have[resource]}
    free = sorted((n for resource, n in have.items() if resource not in printed.explicit), reverse=True)
    return box_facts.Pattern(explicit, tuple(n - most for n, most in zip(printed.grey, free, strict=False) if n > most))


def payments(
    tokens: dict[tables.Resource, int], cubes: dict[tables.Resource, int], printed: box_facts.Pattern
) -> list[dict[tables.Resource, int]]:
    """The cubes to spend in each feasible payment that spends the fewest; none when it cannot be paid. Section 5.1."""
    found: list[dict[tables.Resource, int]] = []
    for need in needs(printed.explicit, printed.grey):
        spent = {resource: n - tokens[resource] for resource, n in need.items() if n > tokens[resource]}
        if all(n <= cubes[resource] for resource, n in spent.items()) and spent not in found:
            found.append(spent)
    fewest = min((sum(spent.values()) for spent in found), default=0)
    return [spent for spent in found if sum(spent.values()) == fewest]


def free_bonuses(state: State, space: str) -> list[tuple[int, tables.Bonus]]:
    """The bonuses under a discovery that nobody has taken, with their numbers. Section 5.1."""
    letters = box_facts.bonus_letters(state.box, space, len(state.sides))
    taken = state.piles[space].taken
    return [(n, letter) for n, letter in enumerate(letters) if n < len(taken) and not taken[n]]


def won(state: State, tile: str, bonus: tables.Bonus) -> int:
    """Hourglasses that a discovery brings and that may pay for it. Option ``bonus-hourglasses``."""
    if not state.options.bonus_hourglasses:
        return 0
    brought = (tables.BONUS_HOURGLASSES if bonus == "B" else 0) + (
        tables.CAVALRY_HOURGLASSES if tile == "cavalry" else 0
    )
    return min(brought, queries_prices.hourglass_room(state))


def most_won(state: State, space: str) -> int:
    tile = state.piles[space].tile
    return max((won(state, tile, letter) for _, letter in free_bonuses(state, space)), default=won(state, tile, "none"))


def stars_here(state: State, side: Side, key: str) -> int:
    """The stars of a side for a wonder; in a light play those of its column are not known."""
    return (
        queries_prices.stars_for(side, state.wonders.index(key) + 1)
        if key in state.wonders
        else queries_prices.own_stars(side)
    )


# -- turns: section 3 --------------------------------------------------------------------------------------------


def in_order(state: State) -> list[Side]:
    """All sides in the order in which they would act now; those that are done for good at the end."""
    return sorted(state.sides, key=lambda side: (side.done, side.position, -side.height, side.seat))


def last(state: State) -> Side | None:
    """Whose turn it is; nobody's once all are done."""
    first = in_order(state)[0]
    return None if first.done else first


def may_play(state: State) -> tuple[int, ...]:
    """Whoever has acted holds cards and may still play them until somebody else acts. Section 6."""
    actor = next((side for side in state.sides if side.seat == state.actor), None)
    return (actor.seat,) if actor is not None and actor is not last(state) and actor.hand else ()
