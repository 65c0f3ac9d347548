"""What the numbers of an entry are worth, and why. Arithmetic only; no state.

The sign in what is said is the multiplication sign, as on paper; ruff is told that it is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.wording import Message, say
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bonus,
    Majority,
    Number,
    Penalty,
    PerUnit,
    Rounding,
    SetCollection,
    Table,
)


class Worth(Struct, frozen=True):
    """Points and how they came about. ``place`` is the place among the others in a majority, 0 for none."""

    points: int
    why: Message


def worth(category: AnyCategory, numbers: Sequence[int]) -> Worth | None:
    """What an entry is worth by itself. None for a majority, which is only worth something beside the others."""
    match category:
        case Number():
            return Worth(numbers[0], say("{n} as written", n=numbers[0]))
        case PerUnit(points=points, each=each, rounding=rounding):
            return _units(numbers[0], points, each, rounding)
        case Penalty(points=points, each=each, rounding=rounding):
            return _units(numbers[0], -points, each, rounding)
        case Table():
            return _table(category, numbers[0])
        case SetCollection():
            return _sets(category, numbers)
        case Bonus(points=points):
            return Worth(points, say("has it")) if numbers[0] else Worth(0, say("does not have it"))
        case Majority():
            return None


def _units(number: int, points: int, each: int, rounding: Rounding) -> Worth:
    steps = number // each if rounding == "down" else -(-number // each)
    total = steps * points
    if each == 1:
        return Worth(total, say("{n} × {points} = {total}", n=number, points=points, total=total))  # noqa: RUF001
    why = say(
        "{n} in steps of {each}: {steps} × {points} = {total}",  # noqa: RUF001
        n=number,
        each=each,
        steps=steps,
        points=points,
        total=total,
    )
    return Worth(total, why)


def _table(category: Table, number: int) -> Worth:
    last, most = category.rows[-1]
    if number > last and isinstance(category.above, int):
        points = most + (number - last) * category.above
        why = say(
            "{last} in the table: {most}, {more} more × {each}: {points}",  # noqa: RUF001
            last=last,
            most=most,
            more=number - last,
            each=category.above,
            points=points,
        )
        return Worth(points, why)
    reached = [points for row, points in category.rows if row <= number]
    points = reached[-1] if reached else 0
    return Worth(points, say("{n} in the table: {points}", n=number, points=points))


def set_sizes(category: SetCollection, numbers: Sequence[int]) -> list[int]:
    """The sizes of the sets that numbers of each kind make, each set as large as it goes, largest first."""
    if category.of == "different":
        return [sum(number >= level for number in numbers) for level in range(1, max(numbers, default=0) + 1)]
    longest = len(category.points)
    sizes = [size for number in numbers for size in [longest] * (number // longest) + [number % longest]]
    return sorted((size for size in sizes if size), reverse=True)


def _sets(category: SetCollection, numbers: Sequence[int]) -> Worth:
    sizes = set_sizes(category, numbers)
    if not sizes:
        return Worth(0, say("no sets"))
    points = [category.points[size - 1] for size in sizes]
    why = say(
        "sets of {sizes}: {sum} = {total}",
        sizes=", ".join(str(size) for size in sizes),
        sum=" + ".join(str(one) for one in points),
        total=sum(points),
    )
    return Worth(sum(points), why)


class Standing(Struct, frozen=True):
    """A side's place in a majority: counted from 1, 0 for none; the other sides there, and the points."""

    number: int
    place: int
    shared_with: tuple[str, ...]
    points: int


def standings(category: Majority, numbers: Mapping[str, int]) -> dict[str, Standing]:
    """Places and points of all sides. Tied sides take up as many places as they are."""
    found: dict[str, Standing] = {}
    for side, number in numbers.items():
        place = 1 + sum(other > number for other in numbers.values())
        tied = tuple(key for key, other in numbers.items() if other == number and key != side)
        if number < category.least or place > len(category.places):
            found[side] = Standing(number, 0, tied, 0)
        else:
            found[side] = Standing(number, place, tied, _place_points(category, place, 1 + len(tied)))
    return found


def _place_points(category: Majority, place: int, sides: int) -> int:
    if sides == 1 or category.ties == "full":
        return category.places[place - 1]
    if category.ties == "none":
        return 0
    return sum(category.places[place - 1 : place - 1 + sides]) // sides
