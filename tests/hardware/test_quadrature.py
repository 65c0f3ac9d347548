"""Encoder contacts to detents: direction, bounces, turning back half-way, lost edges."""

from __future__ import annotations

from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Quadrature

Contact = tuple[Literal["a", "b"], bool]
CLOCKWISE: list[Contact] = [("a", True), ("b", True), ("a", False), ("b", False)]
BACK: list[Contact] = [("b", True), ("a", True), ("b", False), ("a", False)]


def steps(edges: list[Contact], *, half: bool = False) -> list[int]:
    encoder = Quadrature(half=half)
    return [step for line, level in edges if (step := encoder.edge(line, level))]


def test_a_full_cycle_is_one_detent() -> None:
    assert steps(CLOCKWISE * 3) == [1, 1, 1]
    assert steps(BACK * 2) == [-1, -1]


def test_the_detent_counts_at_its_last_edge() -> None:
    encoder = Quadrature()
    assert [encoder.edge(line, level) for line, level in CLOCKWISE] == [0, 0, 0, 1]


def test_a_half_cycle_encoder_clicks_twice() -> None:
    assert steps(CLOCKWISE, half=True) == [1, 1]
    assert steps(BACK, half=True) == [-1, -1]


def test_turned_half_way_and_back_is_nothing() -> None:
    assert steps([("a", True), ("b", True), ("b", False), ("a", False)]) == []


def test_a_lost_edge_is_put_right_at_the_next_rest() -> None:
    without_one = CLOCKWISE[1:]
    assert steps(without_one + CLOCKWISE) == [1]
    assert -1 not in steps(CLOCKWISE[:2] + CLOCKWISE[3:] + CLOCKWISE * 2)


@given(st.lists(st.booleans(), max_size=8), st.lists(st.integers(0, 5), min_size=32, max_size=32), st.booleans())
def test_bounces_never_add_or_lose_a_detent(turns: list[bool], bounces: list[int], half: bool) -> None:
    edges: list[Contact] = []
    for turn, clockwise in enumerate(turns):
        for quarter, (line, level) in enumerate(CLOCKWISE if clockwise else BACK):
            edges += [(line, level), (line, not level)] * bounces[turn * 4 + quarter] + [(line, level)]
    told = steps(edges, half=half)
    # A half-cycle encoder may really click forth and back while its contact bounces at the rest.
    assert sum(told) == (2 if half else 1) * sum(1 if clockwise else -1 for clockwise in turns)
    if not half:
        assert told == [1 if clockwise else -1 for clockwise in turns]
