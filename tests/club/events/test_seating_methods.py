"""Seatings against the best there are, found by going through all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest

from companion.club.events.seating.seating_methods import by_lot, by_standing
from companion.club.events.seating.seating_search import settled
from companion.club.events.seating.table_exchange import SeatingCosts, TableExchange
from tests.club.events.brute_force import least

Met = list[dict[int, int]]


def meet(met: Met, tables: Sequence[Sequence[int]]) -> None:
    for table in tables:
        for one, other in combinations(table, 2):
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1


def rounds(
    way: Callable[[SeatingCosts, Sequence[int], Random], TableExchange], people: int, size: int, count: int, seed: int
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """For each round, the repeated meetings and distances of the seating, and those of the best one. Standings are
    drawn anew for each.
    """
    chance = Random(seed)
    met: Met = [{} for _ in range(people)]
    found = []
    for _ in range(count):
        levels = list(range(people))
        chance.shuffle(levels)
        seating = way(SeatingCosts(met, levels, [{} for _ in met]), [size] * (people // size), chance)
        distant = way is by_standing

        def pair(one: int, other: int, levels: list[int] = levels, distant: bool = distant) -> tuple[int, int]:
            return met[one].get(other, 0) ** 2, (levels[one] - levels[other]) ** 2 if distant else 0

        pairs = [pair(one, other) for table in seating.tables for one, other in combinations(table, 2)]
        mine = sum(heavy for heavy, _ in pairs), sum(light for _, light in pairs)
        found.append((mine, least(range(people), size, pair)))
        meet(met, seating.tables)
    return found


SMALL = [(8, 4, 3), (8, 2, 8), (9, 3, 5), (12, 4, 2), (12, 3, 4)]


@pytest.mark.parametrize("way", [by_lot, by_standing])
@pytest.mark.parametrize(("people", "size", "count"), SMALL)
@pytest.mark.parametrize("seed", range(2))
def test_no_seating_of_few_people_repeats_fewer_meetings(
    way: Callable[[SeatingCosts, Sequence[int], Random], TableExchange], people: int, size: int, count: int, seed: int
) -> None:
    for mine, best in rounds(way, people, size, count, seed):
        assert mine[0] == best[0]


@pytest.mark.parametrize(("people", "size", "count"), SMALL[:3])
def test_of_these_none_brings_few_people_of_similar_standing_nearer(people: int, size: int, count: int) -> None:
    for seed in range(3):
        for mine, best in rounds(by_standing, people, size, count, seed):
            assert mine == best


@pytest.mark.long
@pytest.mark.parametrize("way", [by_lot, by_standing])
def test_sixteen_people_at_tables_of_four_against_all_seatings(
    way: Callable[[SeatingCosts, Sequence[int], Random], TableExchange],
) -> None:
    assert all(mine[0] == best[0] for mine, best in rounds(way, 16, 4, 4, seed=1))


def repeats(people: int, size: int, count: int, seed: int) -> list[int]:
    chance = Random(seed)
    met: Met = [{} for _ in range(people)]
    found = []
    for _ in range(count):
        seating = by_lot(SeatingCosts(met, [0] * people, [{} for _ in met]), [size] * (people // size), chance)
        found.append(seating.repeats)
        meet(met, seating.tables)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_as_many_rounds_without_repetition_as_there_can_be(seed: int) -> None:
    """Nine people meet all others in four rounds of tables of 3, sixteen in five of tables of 4, eight in seven of
    pairs.
    """
    assert repeats(9, 3, 5, seed) == [0, 0, 0, 0, 9]
    assert repeats(16, 4, 5, seed) == [0, 0, 0, 0, 0]
    assert repeats(8, 2, 7, seed) == [0] * 7


def test_without_looking_ahead_sixteen_people_are_led_astray() -> None:
    """Which is why a small event looks one round ahead."""
    astray = 0
    for seed in range(10):
        chance = Random(seed)
        met: Met = [{} for _ in range(16)]
        for _ in range(4):
            people = list(range(16))
            chance.shuffle(people)
            tables = [people[start : start + 4] for start in range(0, 16, 4)]
            seating = settled(SeatingCosts(met, [0] * 16, [{} for _ in met]), tables, chance)
            meet(met, seating.tables)
        astray += seating.repeats > 0
    assert astray >= 3


@pytest.mark.long
def test_where_all_have_met_nobody_meets_a_third_time_before_a_second() -> None:
    """Eight people at tables of 2 for 14 rounds: each meets each twice."""
    chance = Random(3)
    met: Met = [{} for _ in range(8)]
    for _ in range(14):
        meet(met, by_lot(SeatingCosts(met, [0] * 8, [{} for _ in met]), [2] * 4, chance).tables)
    assert {times for each in met for times in each.values()} == {2}


def test_sizes_change_where_nothing_else_matters() -> None:
    """Of 7 people, 3 have had the table of 3 and nobody has met: now others have it."""
    for seed in range(5):
        had = [{3: 1} if person < 3 else {4: 1} for person in range(7)]
        seating = by_lot(SeatingCosts([{} for _ in range(7)], [0] * 7, had), [4, 3], Random(seed))
        small = next(table for table in seating.tables if len(table) == 3)
        assert not {0, 1, 2} & set(small)


def test_sizes_are_laid_out_along_the_standings_so_that_few_people_have_theirs_again() -> None:
    """Of a better and a worse half, one had tables of 3 five times, the other tables of 4: half of 600 is the average
    of layouts by lot, and some of them have 390.
    """
    people = 120
    had = [{3: 5} if person < 60 else {4: 5} for person in range(people)]
    costs = SeatingCosts([{} for _ in range(people)], list(range(people)), had)
    for seed in range(8):
        tables = by_standing(costs, [4] * 15 + [3] * 20, Random(seed)).tables
        assert sum(had[person].get(len(table), 0) for table in tables for person in table) < 300


def test_a_large_event_stays_near_the_standings() -> None:
    """Four hundred people who have met their neighbours by number: nobody meets again, nor somebody far away."""
    people = 400
    met: Met = [{} for _ in range(people)]
    meet(met, [range(start, start + 4) for start in range(0, people, 4)])
    meet(met, [range(start, start + 8, 2) for start in range(0, people, 8)])
    costs = SeatingCosts(met, list(range(people)), [{} for _ in met])
    seating = by_standing(costs, [4] * 100, Random(1))
    assert seating.repeats == 0
    assert max(max(table) - min(table) for table in seating.tables) <= 24
