"""What numbers are worth, form by form, against tables worked out by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from companion.core.wording import Speaker, verbatim
from companion.games.score_sheet.entries import rule_below
from companion.games.score_sheet.scoring import set_sizes, standings, worth
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bonus,
    Kind,
    Majority,
    Number,
    Penalty,
    PerUnit,
    SetCollection,
    Table,
    highest,
    lowest,
)
from tests.games.sheet_table import TIMES, English

NAME = verbatim("N")
KINDS = tuple(Kind(key, verbatim(key)) for key in "abc")
ROWS = ((1, 1), (2, 3), (4, 10))


def number() -> Number:
    return Number(key="n", name=NAME)


def units(points: int, each: int = 1, **rest: str) -> PerUnit:
    return PerUnit(key="n", name=NAME, points=points, each=each, rounding="up" if rest else "down")


def sets(points: tuple[int, ...], of: str = "different") -> SetCollection:
    return SetCollection(key="n", name=NAME, kinds=KINDS, points=points, of="same" if of == "same" else "different")


@pytest.mark.parametrize(
    ("category", "numbers", "points", "why"),
    [
        (number(), [-7], -7, ""),
        (units(3), [4], 12, f"4 {TIMES} 3 = 12"),
        (units(2, 3), [8], 4, f"8 in steps of 3: 2 {TIMES} 2 = 4"),
        (units(2, 3, rounding="up"), [7], 6, f"7 in steps of 3: 3 {TIMES} 2 = 6"),
        (units(2, 3, rounding="up"), [6], 4, f"6 in steps of 3: 2 {TIMES} 2 = 4"),
        (Penalty(key="n", name=NAME, points=5), [3], -15, f"3 {TIMES} -5 = -15"),
        (Table(key="n", name=NAME, rows=ROWS), [0], 0, "0 in the table: 0"),
        (Table(key="n", name=NAME, rows=ROWS), [3], 3, "3 in the table: 3"),
        (Table(key="n", name=NAME, rows=ROWS), [4], 10, "4 in the table: 10"),
        (Table(key="n", name=NAME, rows=ROWS), [9], 10, "9 in the table: 10"),
        (
            Table(key="n", name=NAME, rows=ROWS, above=5),
            [6],
            20,
            f"4 in the table: 10, 2 more {TIMES} 5: 20",
        ),
        (sets((1, 4, 9)), [2, 1, 2], 13, "sets of 3, 2: 9 + 4 = 13"),
        (sets((1, 4, 9)), [0, 0, 0], 0, "no sets: 0"),
        (sets((0, 0, 7)), [1, 1, 0], 0, "no sets: 0"),
        (sets((0, 0, 7)), [2, 1, 2], 7, "a set of 3: 7"),
        (sets((1, 3, 7), "same"), [7, 2, 0], 7 + 7 + 1 + 3, "sets of 3, 3, 2, 1: 7 + 7 + 3 + 1 = 18"),
        (Bonus(key="n", name=NAME, points=-4), [1], -4, "has it"),
        (Bonus(key="n", name=NAME, points=-4), [0], 0, "does not have it"),
    ],
)
def test_an_entry_is_worth(category: AnyCategory, numbers: list[int], points: int, why: str) -> None:
    found = worth(category, numbers)
    assert found is not None
    said = Speaker("en", English(), {}).say(found.why) if found.why is not None else ""
    assert (found.points, said) == (points, why)


def test_largest_sets_first_is_best_for_their_owner_while_steps_grow() -> None:
    """Against every other way of laying out the same things."""
    category = sets((1, 3, 6))
    for held in product(range(4), repeat=3):
        best = max(sum(category.points[size - 1] for size in sizes) for sizes in _layouts(held))
        mine = sum(category.points[size - 1] for size in set_sizes(category, held))
        assert mine == best


def _layouts(held: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The sizes of sets of different kinds that use up everything held: a size fits when no kind runs out."""
    total = sum(held)
    found = [()] if not total else []
    for sets_made in range(1, total + 1):
        for sizes in combinations_with_replacement((1, 2, 3), sets_made):
            if sum(sizes) == total and _can_be_laid(sizes, held):
                found.append(sizes)
    return found


def _can_be_laid(sizes: tuple[int, ...], held: tuple[int, ...]) -> bool:
    """Give every set, largest first, the kinds of which most is left."""
    left = list(held)
    for size in sorted(sizes, reverse=True):
        left.sort(reverse=True)
        if left[size - 1] == 0:
            return False
        left[:size] = [number - 1 for number in left[:size]]
    return not any(left)


def majority(ties: str, places: tuple[int, ...] = (8, 4, 2), least: int = 1) -> Majority:
    named = {"share": "share", "full": "full", "none": "none"}[ties]
    return Majority(key="n", name=NAME, places=places, ties=named, least=least)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ties", "numbers", "points"),
    [
        ("share", [5, 3, 1], [8, 4, 2]),
        ("share", [5, 5, 1], [6, 6, 2]),
        ("share", [5, 5, 5], [4, 4, 4]),  # 14 shared by three, rounded down
        ("share", [5, 3, 3], [8, 3, 3]),
        ("share", [5, 4, 3, 3], [8, 4, 1, 1]),  # nothing below third place to share
        ("full", [5, 5, 1], [8, 8, 2]),
        ("full", [5, 3, 3], [8, 4, 4]),
        ("none", [5, 5, 1], [0, 0, 2]),
        ("none", [5, 3, 3], [8, 0, 0]),
        ("share", [0, 3, 0], [0, 8, 0]),
    ],
)
def test_a_majority_gives_its_places(ties: str, numbers: list[int], points: list[int]) -> None:
    found = standings(majority(ties), {str(seat): number for seat, number in enumerate(numbers)})
    assert [standing.points for standing in found.values()] == points


def test_a_place_takes_the_least_number() -> None:
    assert [one.place for one in standings(majority("share", least=3), {"1": 3, "2": 2}).values()] == [1, 0]
    assert [one.place for one in standings(majority("share", least=0), {"1": 0, "2": 2}).values()] == [2, 1]


def test_bounds() -> None:
    assert (lowest(Number(key="n", name=NAME, low=-5)), highest(Number(key="n", name=NAME, high=7))) == (-5, 7)
    assert highest(Bonus(key="n", name=NAME, points=9)) == 1
    assert highest(Table(key="n", name=NAME, rows=ROWS, above="never", high=50)) == 4
    assert highest(Table(key="n", name=NAME, rows=ROWS, high=50)) == 50


def test_a_long_reminder_gives_way_to_the_made_rule_on_a_small_display() -> None:
    said = Speaker("en", English(), {})
    long = verbatim("All coins that lie in front of you, those on cards too.")
    made = rule_below(PerUnit(key="n", name=NAME, points=2, help=long))
    assert made is not None
    assert (said.say(made), said.short(made)) == (long.words[""], "2 points each")
    plain = rule_below(Number(key="n", name=NAME, help=long))
    assert plain is not None
    assert (said.say(plain), said.short(plain)) == (long.words[""], "See the rules")
    short = verbatim("Coins on cards too.")
    assert rule_below(Number(key="n", name=NAME, help=short)) == short
