"""Points of an entry, majorities, and the score of every side. The × in texts is intended."""  # noqa: RUF002

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from msgspec import Struct

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import N_, Message, Wording, listed, say, say_n
from companion.games.score_sheet import sheet
from companion.games.score_sheet.sheet import (
    AnyCategory,
    Bid,
    Bonus,
    Category,
    LadderRung,
    Majority,
    Pairs,
    Product,
    Sheet,
    counted,
    dealt,
    highest,
    lowest,
    wanted_sum,
)
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, in_round, label, lost_words

# -- points of an entry ----------------------------------------------------------------------------------------------


class Worth(Struct, frozen=True):
    """The points of an entry and their explanation; None if the number itself is the points."""

    points: int
    why: Message | None = None


def worth(category: sheet.AnyCategory, numbers: Sequence[int]) -> Worth | None:
    """The points of an entry; None for a majority or a product, which depend on other entries."""
    match category:
        case sheet.Number():
            return Worth(numbers[0])
        case sheet.PerUnit(points=points, each=each, rounding=rounding):
            return _units(numbers[0], points, each, rounding)
        case sheet.Penalty(points=points, each=each, rounding=rounding):
            return _units(numbers[0], -points, each, rounding)
        case sheet.Table():
            return _table(category, numbers[0])
        case sheet.SetCollection():
            return _sets(category, numbers)
        case sheet.Pairs():
            return _pairs(numbers)
        case sheet.Bonus(points=points):
            return Worth(points, say("has it")) if numbers[0] else Worth(0, say("does not have it"))
        case sheet.Majority() | sheet.Product() | sheet.Bid():
            return None


def _units(number: int, points: int, each: int, rounding: sheet.Rounding) -> Worth:
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


def _table(category: sheet.Table, number: int) -> Worth:
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


def set_sizes(category: sheet.SetCollection, numbers: Sequence[int]) -> list[int]:
    """The sizes of the sets that ``numbers`` by kind make, as large as possible, largest first."""
    if category.of == "different":
        return [sum(number >= level for number in numbers) for level in range(1, max(numbers, default=0) + 1)]
    longest = len(category.points)
    sizes = [size for number in numbers for size in [longest] * (number // longest) + [number % longest]]
    return sorted((size for size in sizes if size), reverse=True)


def _sets(category: sheet.SetCollection, numbers: Sequence[int]) -> Worth:
    sizes = [size for size in set_sizes(category, numbers) if category.points[size - 1]]
    if not sizes:
        return Worth(0, say("no sets: {total}", total=0))
    points = [category.points[size - 1] for size in sizes]
    total = sum(points)
    if len(sizes) == 1:
        return Worth(total, say("a set of {n}: {total}", n=sizes[0], total=total))
    why = say(
        "sets of {sizes}: {sum} = {total}",
        sizes=", ".join(str(size) for size in sizes),
        sum=" + ".join(str(one) for one in points),
        total=total,
    )
    return Worth(total, why)


def _pairs(numbers: Sequence[int]) -> Worth:
    pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    total = sum(first * second for first, second in pairs)
    if not pairs:
        return Worth(0, say("nothing"))
    sums = " + ".join(f"{first} × {second}" for first, second in pairs)  # noqa: RUF001
    return Worth(total, say("{times} = {total}", times=sums, total=total))


def written_words(side: Side, category: AnyCategory, numbers: list[int]) -> Message:
    """The words for an entry, with its points if they depend on it alone."""
    found = worth(category, numbers)
    if found is None or found.why is None:
        return say("{who}: {n} in {category}", who=called(side), n=numbers[0], category=category.name)
    return say("{who}: {category}, {why}", who=called(side), category=category.name, why=found.why)


# -- majorities ------------------------------------------------------------------------------------------------------


class Standing(Struct, frozen=True):
    """A side in a majority: its number, its place from 1 (0 for none), the other sides on it, and its points."""

    number: int
    place: int
    shared_with: tuple[str, ...]
    points: int


def standings(category: sheet.Majority, numbers: Mapping[str, int]) -> dict[str, Standing]:
    """The standing of every side. Tied sides together take up as many places as there are of them."""
    found: dict[str, Standing] = {}
    level = category.all_level == "none" and len(set(numbers.values())) == 1 < len(numbers)
    for side, number in numbers.items():
        place = 1 + sum(_ahead(category, other, number) for other in numbers.values())
        tied = tuple(key for key, other in numbers.items() if other == number and key != side)
        if level or number < category.least or place > len(category.places):
            found[side] = Standing(number, 0, tied, 0)
        else:
            found[side] = Standing(number, place, tied, _place_points(category, place, 1 + len(tied)))
    return found


def _ahead(category: sheet.Majority, one: int, other: int) -> bool:
    return one > other if category.most == "most" else one < other


def _place_points(category: sheet.Majority, place: int, sides: int) -> int:
    if sides == 1 or category.ties == "full":
        return category.places[place - 1]
    if category.ties == "none":
        return 0
    if category.ties == "split":
        points = category.places[place - 1]
        return points // sides if points >= 0 else -(-points // sides)
    return sum(category.places[place - 1 : place - 1 + sides]) // sides


# -- the score of every side -----------------------------------------------------------------------------------------

_PLACES = (say("most"), say("second"), say("third"), say("fourth"))
_TIE_BREAKS = {
    ("points", "highest"): say("most points in {category}"),
    ("points", "lowest"): say("fewest points in {category}"),
    ("number", "highest"): say("highest number in {category}"),
    ("number", "lowest"): say("lowest number in {category}"),
    ("largest", "highest"): say("largest in {category}"),
    ("largest", "lowest"): say("smallest maximum in {category}"),
}


def score(sheet: Sheet, state: SheetState) -> ScoreSheet:
    """The score of all sides; sealed entries have no points."""
    sides = tuple(_side_score(sheet, state, side) for side in state.sides)
    if sheet.together:
        ended = next((one for one in sheet.outcome if one.key == state.outcome), None)
        lost = lost_words(ended) if ended is not None and not ended.won else None
        return ScoreSheet(sides, final=state.phase == "over", counted=False, lost=lost)
    return ScoreSheet(
        sides,
        final=state.phase == "over",
        highest_wins=sheet.wins == "highest",
        ladder=tuple(_rung(sheet, rung) for rung in sheet.ladder),
    )


def line(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory, number: int) -> Line | None:
    """The line of ``side`` in ``category`` of round ``number``; None if nothing is written."""
    category = category.in_round(number)
    if isinstance(category, Product):
        return _product(sheet, state, side, category, number)
    if isinstance(category, Bid):
        return _bid(sheet, state, side, category, number)
    if not state.written(entry_key(side, category.source, number)):
        return None
    title = in_round(category.name, number, category.brief)
    numbers = numbers_of(state, side, category, number)
    if numbers is None:
        return Line(category.key, None, title, say("sealed"), category.name)
    if isinstance(category, Majority):
        return Line(category.key, *_majority(state, side, category, number, title), category.name)
    found = worth(category, numbers)
    return Line(category.key, found.points, title, found.why, category.name) if found else None


def numbers_of(state: SheetState, side: Side, category: AnyCategory, number: int) -> list[int] | None:
    """The numbers that ``category`` counts, its own or those it ``uses``; None if they are not known."""
    known = state.known(entry_key(side, category.source, number))
    return known if known is None or not category.uses else counted(category, known)


def rounds_begun(sheet: Sheet, state: SheetState) -> tuple[int, ...]:
    """The rounds so far, with the present one, then 0 if the sheet has entries of the end."""
    end = (0,) if any(category.when == "end" for category in sheet.category) else ()
    return (*range(1, (state.round or state.rounds) + 1), *end)


def categories_of(sheet: Sheet, number: int) -> tuple[AnyCategory, ...]:
    """The categories of a round; of the end for 0."""
    found = (category for category in sheet.category if (category.when == "round") == bool(number))
    return tuple(category.in_round(number) for category in found)


def round_points(sheet: Sheet, state: SheetState, side: Side, number: int) -> int | None:
    """The known points of a round; None if nothing is known."""
    return _known(
        line(sheet, state, side, category, number) for category in categories_of(sheet, number) if category.gives_points
    )


def category_points(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory) -> int | None:
    """The known points of a category over all rounds; None if nothing is known."""
    return _known(line(sheet, state, side, category, number) for number in rounds_begun(sheet, state))


class WrongSum(Struct, frozen=True):
    """Numbers of all sides in a category of a round with a wrong sum."""

    category: AnyCategory
    round: int
    sum: int
    wanted: int


def wrong_sums(sheet: Sheet, state: SheetState) -> tuple[WrongSum, ...]:
    """The complete entries, of all rounds, whose sum is wrong."""
    found: list[WrongSum] = []
    for number in rounds_begun(sheet, state):
        for category in categories_of(sheet, number):
            wanted = wanted_sum(sheet, category, number)
            if wanted is None:
                continue
            numbers = _summed(state, category, number)
            known = [each[0] for each in numbers if each is not None]
            if len(known) == len(numbers) and sum(known) != wanted:
                found.append(WrongSum(category, number, sum(known), wanted))
    return tuple(found)


def what_is_left(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory, number: int) -> int | None:
    """What ``side`` must write so that the sum is right; None unless all others have written."""
    wanted = wanted_sum(sheet, category, number)
    if wanted is None:
        return None
    others = _summed(state, category, number, side)
    known = [each[0] for each in others if each is not None]
    if len(known) < len(others):
        return None
    return min(max(wanted - sum(known), lowest(category)), highest(category))


def _summed(state: SheetState, category: Category, number: int, but: Side | None = None) -> list[list[int] | None]:
    """The entries of all sides in a category of a round, except that of ``but``; without those of sides that were out
    by then.
    """
    found = ((side, state.entries.get(entry_key(side, category.key, number))) for side in state.sides if side != but)
    return [numbers for side, numbers in found if numbers is not None or side.key not in state.out]


def _known(lines: Iterable[Line | None]) -> int | None:
    points = [one.points for one in lines if one is not None and one.points is not None]
    return sum(points) if points else None


def _side_score(sheet: Sheet, state: SheetState, side: Side) -> SideScore:
    lines = [
        line(sheet, state, side, category, number)
        for number in rounds_begun(sheet, state)
        for category in categories_of(sheet, number)
        if category.gives_points
    ]
    lines += [
        Line("back-in", one.points, say("Back in, in round {n}", short=N_("Back in"), n=one.round))
        for one in state.back
        if one.side == side.key
    ]
    ties = tuple(_tie(sheet, state, side, rung) for rung in sheet.ladder)
    won = _outright_why(sheet, state) if state.outright == side.key else None
    return SideScore(
        side.key,
        side.seats,
        label(side),
        tuple(one for one in lines if one is not None),
        ties,
        side.key in state.out,
        won,
    )


def _bid(sheet: Sheet, state: SheetState, side: Side, category: Bid, number: int) -> Line | None:
    """The line of a bid; None until both numbers are written."""
    numbers: list[int] = []
    for key in category.parts:
        other = sheet.find(key)
        if other is None or not state.written(entry_key(side, other.source, number)):
            return None
        known = numbers_of(state, side, other, number)
        if known is None:
            return Line(
                category.key, None, in_round(category.name, number, category.brief), say("sealed"), category.name
            )
        numbers.append(sum(known))
    bid, took, *extra = numbers
    title, off = in_round(category.name, number, category.brief), abs(bid - took)
    if not bid and category.zero_card:
        points = category.zero_card * dealt(sheet, number) * (-1 if off else 1)
        why = say("bid 0 of {cards}, took {took}: {total}", cards=dealt(sheet, number), took=took, total=points)
        if off or not sum(extra):
            return Line(category.key, points, title, why, category.name)
        total = points + sum(extra)
        why = say(
            "bid 0 of {cards}: {points} + {extra} = {total}",
            cards=dealt(sheet, number),
            points=points,
            extra=sum(extra),
            total=total,
        )
        return Line(category.key, total, title, why, category.name)
    if off:
        points = category.miss_each * off
        why = say(
            "bid {bid}, took {took}: {off} × {points} = {total}",  # noqa: RUF001
            bid=bid,
            took=took,
            off=off,
            points=category.miss_each,
            total=points,
        )
        return Line(category.key, points, title, why, category.name)
    points = category.hit + category.hit_each * took
    if not sum(extra):
        return Line(category.key, points, title, say("exactly {bid}: {total}", bid=bid, total=points), category.name)
    total = points + sum(extra)
    why = say("exactly {bid}: {points} + {extra} = {total}", bid=bid, points=points, extra=sum(extra), total=total)
    return Line(category.key, total, title, why, category.name)


def _product(sheet: Sheet, state: SheetState, side: Side, category: Product, number: int) -> Line | None:
    """The line of a product; None until everything it depends on is written."""
    factors: list[int] = []
    for part in category.of:
        added = 0
        for key in part:
            other = sheet.find(key)
            found = line(sheet, state, side, other, number) if other is not None else None
            if found is None:
                return None
            if found.points is None:
                return Line(
                    category.key, None, in_round(category.name, number, category.brief), found.why, category.name
                )
            added += found.points
        factors.append(added)
    points = prod(factors)
    times = " × ".join(str(factor) for factor in factors)  # noqa: RUF001
    why = say("{times} = {total}", times=times, total=points)
    return Line(category.key, points, in_round(category.name, number, category.brief), why, category.name)


def _majority(
    state: SheetState, side: Side, category: Majority, number: int, title: Wording
) -> tuple[int | None, Wording, Message]:
    numbers: dict[str, int] = {}
    for other in state.sides:
        known = numbers_of(state, other, category, number)
        if known is None:
            # the points could still go to another side, so they must not end the play yet
            return None, title, say("counts once everybody has written")
        numbers[other.key] = known[0]
    standing = standings(category, numbers)[side.key]
    return standing.points, title, _standing_why(state, category, standing)


def _standing_why(state: SheetState, category: Majority, standing: Standing) -> Message:
    if not standing.place:
        return say("{n}: no place", n=standing.number)
    place = _PLACES[standing.place - 1] if standing.place <= len(_PLACES) else say("place {n}", n=standing.place)
    if standing.place == 1 and category.most == "fewest":
        place = say("fewest")
    others = Side("", tuple(seat for side in state.sides if side.key in standing.shared_with for seat in side.seats))
    if not others.seats:
        return say("{place}: {n}", place=place, n=standing.number)
    return say("{place}: {n}, shared with {others}", place=place, n=standing.number, others=called(others))


def _tie(sheet: Sheet, state: SheetState, side: Side, rung: LadderRung) -> int:
    return sum(_one_tie(sheet, state, side, rung, category) for category in map(sheet.find, rung.category) if category)


def _one_tie(sheet: Sheet, state: SheetState, side: Side, rung: LadderRung, category: AnyCategory) -> int:
    if rung.by == "points":
        return category_points(sheet, state, side, category) or 0
    found = (numbers_of(state, side, category, number) for number in rounds_begun(sheet, state))
    known = [numbers for numbers in found if numbers is not None]
    if rung.by == "largest":
        return max((max(_firsts(category, numbers), default=0) for numbers in known), default=0)
    if isinstance(category, Pairs):
        return sum(sum(numbers[1::2]) for numbers in known)
    return sum(sum(numbers) for numbers in known)


def _firsts(category: AnyCategory, numbers: list[int]) -> list[int]:
    return numbers[::2] if isinstance(category, Pairs) else numbers


def _rung(sheet: Sheet, rung: LadderRung) -> TieBreak:
    names = [category.name for category in map(sheet.find, rung.category) if category]
    name = names[0] if len(names) == 1 else listed(names)
    if all(isinstance(one, Bonus) and one.only_if_tied for one in map(sheet.find, rung.category)):
        return TieBreak(say("who has {category}", category=name), rung.wins == "highest")
    text = _TIE_BREAKS[rung.by, rung.wins]
    return TieBreak(Message(text.text, {"category": name}), rung.wins == "highest")


def _outright_why(sheet: Sheet, state: SheetState) -> Wording:
    if (outcome := next((one for one in sheet.outcome if one.key == state.outcome), None)) is not None:
        return outcome.name
    if state.declared or sheet.sudden is None or sheet.sudden.points is None:
        return say("won outright", N_("Won outright"))
    return say_n("reached {n} point", "reached {n} points", sheet.sudden.points, N_("Points: {n}"))
