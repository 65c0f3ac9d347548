"""Points for ranks, by hand: shared ranks, void and open tables, and ranks that do not fit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.events.event_points import check_ranks, rank_points, ranks_by_points, table_points
from companion.club.events.event_rounds import StillOpen, TableRanks
from companion.club.events.event_rules import EventRules, check_rules
from companion.core.errors import Refused
from tests.club.events.sample_events import POINTS, POWER_CUT, rules, spoken, table

FOUR = (5, 3, 2, 1)


def test_each_rank_has_its_points() -> None:
    assert rank_points(FOUR, (3, 1, 4, 2), "mean") == (2, 5, 1, 3)


def test_shared_ranks_have_the_mean_of_their_places_exactly() -> None:
    assert rank_points(FOUR, (1, 2, 2, 4), "mean") == (5, Fraction(5, 2), Fraction(5, 2), 1)
    assert rank_points(FOUR, (1, 1, 1, 4), "mean") == (Fraction(10, 3),) * 3 + (1,)
    assert rank_points(FOUR, (1, 1, 1, 1), "mean") == (Fraction(11, 4),) * 4


def test_or_each_those_of_the_higher_place() -> None:
    assert rank_points(FOUR, (1, 2, 2, 4), "higher") == (5, 3, 3, 1)
    assert rank_points(FOUR, (1, 1, 1, 4), "higher") == (5, 5, 5, 1)


@given(st.lists(st.integers(-5, 5), min_size=2, max_size=8))
def test_the_mean_gives_out_all_points_of_a_table_and_no_more(game_points: list[int]) -> None:
    points = POINTS[len(game_points)]
    given_out = rank_points(points, ranks_by_points(game_points), "mean")
    assert sum(given_out) == sum(points)
    assert all(type(each) is Fraction for each in given_out)


def test_points_depend_on_the_size_of_the_table() -> None:
    of = rules(points={3: (4, 2, 0), 4: FOUR})
    assert table_points(of, table(1, "ABC")) == (4, 2, 0)
    assert table_points(of, table(1, "ABCD")) == FOUR


def test_a_void_table_gives_what_is_set_and_an_open_one_nothing_yet() -> None:
    assert table_points(rules(void=2), table(1, "ABC", POWER_CUT)) == (2, 2, 2)
    assert table_points(rules(void=2), table(1, "ABC", StillOpen())) == (0, 0, 0)


def test_game_points_make_ranks() -> None:
    assert ranks_by_points((30, 41, 30, 12)) == (2, 1, 2, 4)
    assert ranks_by_points((30, 41, 30, 12), highest=False) == (2, 4, 2, 1)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_the_ranks_of_game_points_are_accepted(points: list[int]) -> None:
    check_ranks(len(points), TableRanks(ranks_by_points(points), tuple(points)))


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (TableRanks((1, 2, 3)), "ranks-count"),
        (TableRanks((1, 2, 3, 4), (10, 9)), "game-points-count"),
        (TableRanks((1, 2, 2, 3)), "rank-gap"),
        (TableRanks((1, 3, 4, 5)), "rank-gap"),
        (TableRanks((2, 3, 4, 5)), "rank-gap"),
        (TableRanks((0, 1, 2, 3)), "rank-gap"),
    ],
)
def test_ranks_that_do_not_fit_are_refused(outcome: TableRanks, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_ranks(4, outcome)
    assert refusal.value.code == code


def test_a_wrong_rank_is_told_the_right_one() -> None:
    with pytest.raises(Refused) as refusal:
        check_ranks(4, TableRanks((1, 2, 2, 3)))
    assert spoken(refusal.value.message).startswith("Rank 3 does not fit: ahead of it are 3, so it is rank 4.")


@pytest.mark.parametrize(
    ("of", "code"),
    [
        (rules(points={4: FOUR}), "no-points"),
        (rules(points={3: (3, 2), 4: FOUR}), "points-count"),
        (rules(points={3: (3, 1, 2), 4: FOUR}), "points-rise"),
        (rules(tie_breaks=("wins", "direct", "wins")), "tie-break-twice"),
        (rules(least=5), "size-limits"),
    ],
)
def test_rules_by_which_a_table_could_not_be_counted_are_refused(of: EventRules, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_rules(of)
    assert refusal.value.code == code


def test_rules_may_give_the_same_points_to_several_ranks_and_to_sizes_that_are_not_used() -> None:
    check_rules(rules(points={3: (1, 0, 0), 4: (2, 0, 0, 0), 6: (1, 1, 1, 0, 0, 0)}, tie_breaks=("wins", "direct")))
