"""Points of an entry and their explanation, from its numbers alone. The × in texts is meant."""  # noqa: RUF002

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.wording import Message, say
from companion.games.score_sheet import sheet as forms


class Worth(Struct, frozen=True):
    """Points and their explanation."""

    points: int
    why: Message


def worth(category: forms.AnyCategory, numbers: Sequence[int]) -> Worth | None:
    """The points of an entry; None for a majority, which depends on the other sides."""
    match category:
        case forms.Number():
            return Worth(numbers[0], say("{n} as written", n=numbers[0]))
        case forms.PerUnit(points=points, each=each, rounding=rounding):
            return _units(numbers[0], points, each, rounding)
        case forms.Penalty(points=points, each=each, rounding=rounding):
            return _units(numbers[0], -points, each, rounding)
        case forms.Table():
            return _table(category, numbers[0])
        case forms.SetCollection():
            return _sets(category, numbers)
        case forms.Bonus(points=points):
            return Worth(points, say("has it")) if numbers[0] else Worth(0, say("does not have it"))
        case forms.Majority():
            return None


def _units(number: int, points: int, each: int, rounding: forms.Rounding) -> Worth:
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


def _table(category: forms.Table, number: int) -> Worth:
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


def set_sizes(category: forms.SetCollection, numbers: Sequence[int]) -> list[int]:
    """Sizes of the sets made of ``numbers`` by kind, each as large as possible, largest first."""
    if category.of == "different":
        return [sum(number >= level for number in numbers) for level in range(1, max(numbers, default=0) + 1)]
    longest = len(category.points)
    sizes = [size for number in numbers for size in [longest] * (number // longest) + [number % longest]]
    return sorted((size for size in sizes if size), reverse=True)


def _sets(category: forms.SetCollection, numbers: Sequence[int]) -> Worth:
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
    """A side's number in a majority, its place from 1 (0 for none), the other sides on that place, and the points."""

    number: int
    place: int
    shared_with: tuple[str, ...]
    points: int


def standings(category: forms.Majority, numbers: Mapping[str, int]) -> dict[str, Standing]:
    """The standing of every side. Tied sides take up as many places as they are."""
    found: dict[str, Standing] = {}
    for side, number in numbers.items():
        place = 1 + sum(other > number for other in numbers.values())
        tied = tuple(key for key, other in numbers.items() if other == number and key != side)
        if number < category.least or place > len(category.places):
            found[side] = Standing(number, 0, tied, 0)
        else:
            found[side] = Standing(number, place, tied, _place_points(category, place, 1 + len(tied)))
    return found


def _place_points(category: forms.Majority, place: int, sides: int) -> int:
    if sides == 1 or category.ties == "full":
        return category.places[place - 1]
    if category.ties == "none":
        return 0
    return sum(category.places[place - 1 : place - 1 + sides]) // sides
