"""Payments, bonuses and stars of a development. Section 5."""

from __future__ import annotations

from itertools import permutations

from companion.games.olympos import box_facts, queries_prices
from companion.games.olympos.box_facts import Pattern
from companion.games.olympos.queries_prices import hourglass_room
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import BONUS_HOURGLASSES, CAVALRY_HOURGLASSES, RESOURCES, Bonus, Resource


def needs(explicit: dict[Resource, int], grey: tuple[int, ...]) -> list[dict[Resource, int]]:
    """Every way to give each grey group a type of its own that is not among the explicit ones. Section 5.1."""
    free = [resource for resource in RESOURCES if resource not in explicit]
    return [{**explicit, **dict(zip(types, grey, strict=True))} for types in permutations(free, len(grey))]


def payable(tokens: dict[Resource, int], cubes: dict[Resource, int], printed: Pattern) -> bool:
    """Whether there is any payment: the largest group goes to the type there is most of, and so on. Section 5.1."""
    have = {resource: tokens[resource] + cubes[resource] for resource in RESOURCES}
    if any(have[resource] < n for resource, n in printed.explicit.items()):
        return False
    free = sorted((n for resource, n in have.items() if resource not in printed.explicit), reverse=True)
    return len(printed.grey) <= len(free) and all(n <= most for n, most in zip(printed.grey, free, strict=False))


def payments(tokens: dict[Resource, int], cubes: dict[Resource, int], printed: Pattern) -> list[dict[Resource, int]]:
    """The cubes to spend in each feasible payment that spends the fewest; none when it cannot be paid. Section 5.1."""
    found: list[dict[Resource, int]] = []
    for need in needs(printed.explicit, printed.grey):
        spent = {resource: n - tokens[resource] for resource, n in need.items() if n > tokens[resource]}
        if all(n <= cubes[resource] for resource, n in spent.items()) and spent not in found:
            found.append(spent)
    fewest = min((sum(spent.values()) for spent in found), default=0)
    return [spent for spent in found if sum(spent.values()) == fewest]


def free_bonuses(state: State, space: str) -> list[tuple[int, Bonus]]:
    """The bonuses under a discovery that nobody has taken, with their numbers. Section 5.1."""
    letters = box_facts.bonus_letters(state.box, space, len(state.sides))
    taken = state.piles[space].taken
    return [(n, letter) for n, letter in enumerate(letters) if n < len(taken) and not taken[n]]


def won(state: State, tile: str, bonus: Bonus) -> int:
    """Hourglasses that a discovery brings and that may pay for it. Option ``bonus-hourglasses``."""
    if not state.options.bonus_hourglasses:
        return 0
    brought = (BONUS_HOURGLASSES if bonus == "B" else 0) + (CAVALRY_HOURGLASSES if tile == "cavalry" else 0)
    return min(brought, hourglass_room(state))


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
