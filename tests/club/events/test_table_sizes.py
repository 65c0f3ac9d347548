"""Sizes of tables: worked by hand, and against all divisions of small numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.events.table_sizes import SizeRule, TableSizes, check_sizes, table_sizes
from companion.core.errors import Refused


@pytest.mark.parametrize(
    ("people", "rule", "sizes", "out"),
    [
        (16, SizeRule(3, 4, 4), (4, 4, 4, 4), 0),
        (15, SizeRule(3, 4, 4), (4, 4, 4, 3), 0),
        (9, SizeRule(3, 4, 4), (3, 3, 3), 0),
        (5, SizeRule(3, 4, 4), (4,), 1),
        (5, SizeRule(3, 4, 3), (4,), 1),
        (7, SizeRule(4, 4, 4), (4,), 3),
        (11, SizeRule(5, 6, 6), (6, 5), 0),
        (13, SizeRule(3, 5, 4), (5, 4, 4), 0),
        (6, SizeRule(2, 6, 4), (3, 3), 0),
        (2, SizeRule(3, 4, 4), (), 2),
        (0, SizeRule(3, 4, 4), (), 0),
    ],
)
def test_everybody_is_seated_where_the_rule_allows(
    people: int, rule: SizeRule, sizes: tuple[int, ...], out: int
) -> None:
    assert table_sizes(people, rule) == TableSizes(sizes, out)


def test_some_at_the_preferred_size_are_better_than_none() -> None:
    assert table_sizes(10, SizeRule(3, 5, 4)).sizes == (4, 3, 3)


def test_of_equal_divisions_the_smaller_tables_are_taken() -> None:
    assert 12 * (5 - 4) ** 2 == 12 * (6 - 5) ** 2
    assert table_sizes(12, SizeRule(4, 6, 5)).sizes == (4, 4, 4)


def divisions(people: int, most: int, least: int) -> Iterator[tuple[int, ...]]:
    if people == 0:
        yield ()
    for size in range(min(most, people), least - 1, -1):
        yield from ((size, *rest) for rest in divisions(people - size, size, least))


@st.composite
def size_rules(draw: st.DrawFn) -> SizeRule:
    least = draw(st.integers(2, 8))
    most = draw(st.integers(least, 8))
    return SizeRule(least, most, draw(st.integers(least, most)))


@given(st.integers(0, 26), size_rules())
def test_no_other_division_is_better(people: int, rule: SizeRule) -> None:
    found = table_sizes(people, rule)
    seated = next(
        number for number in range(people, -1, -1) if any(divisions(number, rule.most, rule.least)) or not number
    )
    assert (found.out, sum(found.sizes)) == (people - seated, seated)

    def cost(sizes: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return sum(size * (size - rule.preferred) ** 2 for size in sizes), sizes

    assert found.sizes == min(divisions(seated, rule.most, rule.least), key=cost)


@given(st.integers(0, 1000), size_rules())
def test_sizes_keep_to_the_rule(people: int, rule: SizeRule) -> None:
    found = table_sizes(people, rule)
    assert sum(found.sizes) + found.out == people
    assert all(rule.least <= size <= rule.most for size in found.sizes)
    assert not found.sizes or found.out < rule.least


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (SizeRule(1, 4, 4), "size-limits"),
        (SizeRule(3, 9, 4), "size-limits"),
        (SizeRule(5, 4, 4), "size-limits"),
        (SizeRule(3, 4, 5), "preferred-size"),
        (SizeRule(3, 4, 2), "preferred-size"),
    ],
)
def test_sizes_that_cannot_be_are_refused(rule: SizeRule, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_sizes(rule)
    assert (refusal.value.code, refusal.value.field) == (code, "sizes")
    with pytest.raises(Refused):
        table_sizes(12, rule)
