"""The two ways of seating a round: people of similar standing together, or by lot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from msgspec.structs import replace

from companion.club.events.seating.seating_search import ALL_COMPARED, PATIENCE, Tables, settled
from companion.club.events.seating.table_exchange import SeatingCosts, TableExchange

PERTURBATIONS, PERTURBED_PEOPLE = 40, 1200
"""Times that the best seating of a small event is perturbed and settled again, in search of a better one; the fewer the
more people there are, so that as many are moved in all.
"""

PERTURBED_PATIENCE = 50
"""Swaps after which a perturbed seating is given up that repeats more meetings than the best one."""

SIZE_ORDERS = 8
"""Ways of laying out tables of several sizes of which the one is taken where fewest get their size again."""

FEW = 32
"""Up to so many people a seating by lot looks one round ahead."""

DRAWS = 16
"""Seatings by lot of which the one is taken that leaves the next round the fewest repeated meetings."""

DRAWN_PATIENCE = 300
"""Swaps without fewer repeated meetings after which one of several draws is left as it is."""


def by_standing(costs: SeatingCosts, sizes: Sequence[int], chance: Random) -> TableExchange:
    """People in the order of their levels, by lot where these are the same, at one table after another; then swaps."""
    order = _shuffled(range(len(costs.levels)), chance)
    order.sort(key=lambda person: costs.levels[person])
    layouts = [
        tables_in_order(order, _shuffled(sizes, chance)) for _ in range(SIZE_ORDERS if len(set(sizes)) > 1 else 1)
    ]
    return _perturbed(settled(costs, min(layouts, key=lambda tables: _sizes_again(costs, tables)), chance), chance)


def by_lot(costs: SeatingCosts, sizes: Sequence[int], chance: Random) -> TableExchange:
    """Nobody's level counts. A small event looks one round ahead: of 16 people at tables of 4, three in four seatings
    of the third round that repeat no meeting would leave no such seating for the fourth.
    """
    alike = replace(costs, levels=(0,) * len(costs.levels))
    if len(costs.levels) > FEW or not any(costs.met):
        return _drawn(alike, sizes, chance, PATIENCE)
    draws = [_drawn(alike, sizes, chance, DRAWN_PATIENCE) for _ in range(DRAWS)]
    fewest = min(draw.repeats for draw in draws)
    kept = [draw for draw in draws if draw.repeats == fewest]
    return min(kept, key=lambda draw: (_drawn(_after(draw), sizes, chance, DRAWN_PATIENCE).repeats, draw.total))


def tables_in_order(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Fill tables of ``sizes`` one after another."""
    ends = list(accumulate(sizes))
    return [list(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _drawn(costs: SeatingCosts, sizes: Sequence[int], chance: Random, patience: int) -> TableExchange:
    order = _shuffled(range(len(costs.levels)), chance)
    return settled(costs, tables_in_order(order, _shuffled(sizes, chance)), chance, patience=patience)


def _after(seating: TableExchange) -> SeatingCosts:
    """What there will be to avoid after this seating; sizes left out, as they count for little."""
    met = [dict(each) for each in seating.costs.met]
    for table in seating.tables:
        for person in table:
            for other in table:
                if other != person:
                    met[person][other] = met[person].get(other, 0) + 1
    return SeatingCosts(met, seating.costs.levels, [{} for _ in met])


def _perturbed(best: TableExchange, chance: Random) -> TableExchange:
    """The best seating of a small event, perturbed and settled again and again in search of a better one."""
    if len(best.people) > ALL_COMPARED or len(best.tables) == 1 or not best.total:
        return best
    for _ in range(min(PERTURBATIONS, PERTURBED_PEOPLE // len(best.people))):
        trial = TableExchange(best.costs, best.tables)
        for _ in range(chance.randint(1, max(2, len(best.people) // 6))):
            one, other = (chance.choice(table) for table in chance.sample(trial.tables, 2))
            trial.swap(one, other)
        trial = settled(best.costs, trial.tables, chance, best.repeats, PERTURBED_PATIENCE)
        if trial.total <= best.total:
            best = trial
    return best


def _sizes_again(costs: SeatingCosts, tables: Tables) -> int:
    return sum(costs.sizes[person].get(len(table), 0) for table in tables for person in table)


def _shuffled(items: Sequence[int], chance: Random) -> list[int]:
    shuffled = list(items)
    chance.shuffle(shuffled)
    return shuffled
