"""Taps on names in the order in which people finished, as the address of the page keeps them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.events.event_points import ranks_by_points
from web.club.events.organiser.outcome_order import FinishOrder, order_of, read_order

NOBODY = FinishOrder()


def test_names_are_tapped_in_order_and_the_last_one_is_known() -> None:
    order = NOBODY.tapped(2, 4)
    assert (str(order), order.ranks()) == ("2", {2: 1})
    order = order.tapped(0, 4).tapped(3, 4)
    assert (str(order), order.ranks()) == ("2.0.3.1", {2: 1, 0: 2, 3: 3, 1: 4})
    assert str(NOBODY.tapped(1, 2)) == "1.0"


def test_a_second_tap_takes_somebody_out() -> None:
    order = read_order("2-0.3.1", 4)
    assert str(order.tapped(2, 4)) == "0.3.1", "who is first now is level with nobody"
    assert str(order.tapped(1, 4)) == "2-0.3"


def test_who_is_level_shares_the_rank_of_the_one_before() -> None:
    order = read_order("2.0.3.1", 4).levelled(3)
    assert (str(order), order.ranks()) == ("2.0-3.1", {2: 1, 0: 2, 3: 2, 1: 4})
    assert order.levelled(3).ranks() == {2: 1, 0: 2, 3: 3, 1: 4}
    assert str(order.levelled(2)) == str(order), "nobody is before the first"


@pytest.mark.parametrize("text", ["", "9", "0.0", "0.4", "0..1", "0.1.2.3.1", ".1", "0.", "a", "0.1\n", "0,1"])
def test_what_is_no_order_is_empty(text: str) -> None:
    assert read_order(text, 4) == NOBODY


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_ranks_come_back_from_their_order(points: list[int]) -> None:
    ranks = ranks_by_points(points)
    order = read_order(str(order_of(ranks)), len(ranks))
    assert order == order_of(ranks)
    assert tuple(order.ranks()[seat] for seat in range(len(ranks))) == ranks
