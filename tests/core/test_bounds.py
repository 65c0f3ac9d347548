"""Bounds of stored states: what is within them, and each that is passed by one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.bounds import Bounds, OutOfBounds, check_bounds

FEW = Bounds(number=9, members=3, text=4, depth=2, parts=12)


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [9, -9, 1.5, True, None, "four", [1, 2, 3], {"a": 1, "b": [2], "c": {"d": 3}}, nested(2), [[1] * 3] * 2],
)
def test_what_is_within_its_bounds(value: object) -> None:
    check_bounds(value, FEW)


@pytest.mark.parametrize(
    "value",
    [
        10,
        -10,
        9.5,
        float("nan"),
        2**62,
        "fives",
        {"fives": 1},
        [1, 2, 3, 4],
        (1, 2, 3, 4),
        (["fives"],),
        {"a": 1, "b": 2, "c": 3, "d": 4},
        nested(3),
        [[1, 2, 3]] * 3,
        [{"a": [10]}],
    ],
)
def test_what_passes_one(value: object) -> None:
    with pytest.raises(OutOfBounds):
        check_bounds(value, FEW)


def test_what_is_nested_without_end_is_looked_at_no_deeper_than_its_bound() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(OutOfBounds):
        check_bounds(endless)
