"""The cost of a seating, which swaps change by running sums, against counting it anew."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.club.events.seating.table_exchange import SeatingCosts, TableExchange


def costs(people: int, chance: Random, sized: bool = True) -> SeatingCosts:
    met: list[dict[int, int]] = [{} for _ in range(people)]
    for one, other in combinations(range(people), 2):
        if chance.random() < 0.4:
            met[one][other] = met[other][one] = chance.randint(1, 3)
    sizes = [{2: chance.randint(0, 20), 3: chance.randint(0, 20), 4: 1} if sized else {} for _ in range(people)]
    return SeatingCosts(met, [chance.randint(0, 3) for _ in range(people)], sizes)


def counted(of: SeatingCosts, tables: list[list[int]]) -> tuple[int, int, int]:
    """Repeated meetings, distances and repeated sizes, counted anew."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    return (
        sum(of.met[one].get(other, 0) ** 2 for one, other in pairs),
        sum((of.levels[one] - of.levels[other]) ** 2 for one, other in pairs),
        sum(of.sizes[person].get(len(table), 0) for table in tables for person in table),
    )


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from((2, 3, 4)), min_size=2, max_size=4))
def test_after_any_swaps_the_sums_are_as_if_counted_anew(chance: Random, sizes: list[int]) -> None:
    people = list(range(sum(sizes)))
    chance.shuffle(people)
    of = costs(len(people), chance)
    exchange = TableExchange(of, [[people.pop() for _ in range(size)] for size in sizes])
    for _ in range(6):
        person = chance.choice(exchange.people)
        before, parts_before = exchange.total, counted(of, exchange.tables)
        found = exchange.best_swap(person, exchange.people)
        assert found is not None
        change, other = found
        exchange.swap(person, other)
        parts = counted(of, exchange.tables)
        assert exchange.total - before == change
        assert exchange.repeats == parts[0]
        assert (exchange.total > before) == (parts > parts_before), "the first part counts before the second"
        assert exchange.total == TableExchange(of, exchange.tables).total
        assert [exchange.table_of(p) for p in exchange.people] == [
            next(number for number, table in enumerate(exchange.tables) if p in table) for p in exchange.people
        ]
        for p in exchange.people:
            table = exchange.tables[exchange.table_of(p)]
            assert exchange.meets_again(p) == any(of.met[p].get(neighbour) for neighbour in table)
    assert Counter(person for table in exchange.tables for person in table) == Counter(exchange.people)
    assert [len(table) for table in exchange.tables] == sizes


@given(st.randoms(use_true_random=False))
def test_no_other_swap_is_better_than_the_best(chance: Random) -> None:
    of = costs(9, chance)
    start = [[0, 1, 2, 3], [4, 5, 6], [7, 8]]
    found = TableExchange(of, start).best_swap(0, range(9))
    assert found is not None
    changes = []
    for other in range(4, 9):
        exchange = TableExchange(of, start)
        before = exchange.total
        exchange.swap(0, other)
        changes.append(exchange.total - before)
    assert found[0] == min(changes)
    assert changes[found[1] - 4] == min(changes)


def test_there_is_no_swap_within_a_table() -> None:
    of = costs(4, Random(1))
    assert TableExchange(of, [[0, 1], [2, 3]]).best_swap(0, [0, 1]) is None
