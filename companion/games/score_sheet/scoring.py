"""Score of every side: a line with its reason for every entry, and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import N_, Message, Wording, say, say_n
from companion.games.score_sheet.scoring_forms import Standing, standings, worth
from companion.games.score_sheet.sheet import AnyCategory, LadderRung, Majority, Sheet, counted
from companion.games.score_sheet.state import SheetState, Side, entry_key
from companion.games.score_sheet.words import called, in_round, label

_PLACES = (say("most"), say("second"), say("third"), say("fourth"))
_TIE_BREAKS = {
    ("points", "highest"): say("most points in {category}"),
    ("points", "lowest"): say("fewest points in {category}"),
    ("number", "highest"): say("highest number in {category}"),
    ("number", "lowest"): say("lowest number in {category}"),
}


def score(sheet: Sheet, state: SheetState) -> ScoreSheet:
    """The score sheet of ``state``; sealed entries have no points."""
    sides = tuple(_side_score(sheet, state, side) for side in state.sides)
    return ScoreSheet(
        sides,
        final=state.phase == "over",
        highest_wins=sheet.wins == "highest",
        ladder=tuple(_rung(sheet, rung) for rung in sheet.ladder),
    )


def line(state: SheetState, side: Side, category: AnyCategory, number: int) -> Line | None:
    """The line of ``side`` in ``category`` of round ``number``; None if nothing is written."""
    if not state.written(entry_key(side, category.source, number)):
        return None
    title = in_round(category.name, number, category.brief)
    numbers = numbers_of(state, side, category, number)
    if numbers is None:
        return Line(category.key, None, title, say("sealed"))
    if isinstance(category, Majority):
        return Line(category.key, *_majority(state, side, category, number, title))
    found = worth(category, numbers)
    return Line(category.key, found.points, title, found.why) if found else None


def numbers_of(state: SheetState, side: Side, category: AnyCategory, number: int) -> list[int] | None:
    """The numbers that ``category`` counts, its own or those it ``uses``; None if unknown."""
    known = state.known(entry_key(side, category.source, number))
    return known if known is None or not category.uses else counted(category, known)


def rounds_begun(sheet: Sheet, state: SheetState) -> tuple[int, ...]:
    """The rounds so far with the present one, then 0 if the sheet has entries of the end."""
    end = (0,) if any(category.when == "end" for category in sheet.category) else ()
    return (*range(1, (state.round or state.rounds) + 1), *end)


def categories_of(sheet: Sheet, number: int) -> tuple[AnyCategory, ...]:
    """The categories of a round; of the end for 0."""
    return tuple(category for category in sheet.category if (category.when == "round") == bool(number))


def round_points(sheet: Sheet, state: SheetState, side: Side, number: int) -> int | None:
    """The known points of a round; None if nothing is known."""
    return _known(line(state, side, category, number) for category in categories_of(sheet, number))


def category_points(sheet: Sheet, state: SheetState, side: Side, category: AnyCategory) -> int | None:
    """The known points of a category over all rounds; None if nothing is known."""
    return _known(line(state, side, category, number) for number in rounds_begun(sheet, state))


def _known(lines: Iterable[Line | None]) -> int | None:
    points = [one.points for one in lines if one is not None and one.points is not None]
    return sum(points) if points else None


def _side_score(sheet: Sheet, state: SheetState, side: Side) -> SideScore:
    lines = [
        line(state, side, category, number)
        for number in rounds_begun(sheet, state)
        for category in categories_of(sheet, number)
    ]
    ties = tuple(_tie(sheet, state, side, rung) for rung in sheet.ladder)
    won = _outright_why(sheet, state) if state.outright == side.key else None
    return SideScore(side.key, side.seats, label(side), tuple(one for one in lines if one is not None), ties, won=won)


def _majority(
    state: SheetState, side: Side, category: Majority, number: int, title: Wording
) -> tuple[int | None, Wording, Message]:
    numbers: dict[str, int] = {}
    for other in state.sides:
        known = numbers_of(state, other, category, number)
        if known is None:
            # before all have written, the points could still go to another side, and could end the play too early
            return None, title, say("counts once everybody has written")
        numbers[other.key] = known[0]
    standing = standings(category, numbers)[side.key]
    return standing.points, title, _standing_why(state, standing)


def _standing_why(state: SheetState, standing: Standing) -> Message:
    if not standing.place:
        return say("{n}: no place", n=standing.number)
    place = _PLACES[standing.place - 1] if standing.place <= len(_PLACES) else say("place {n}", n=standing.place)
    others = Side("", tuple(seat for side in state.sides if side.key in standing.shared_with for seat in side.seats))
    if not others.seats:
        return say("{place}: {n}", place=place, n=standing.number)
    return say("{place}: {n}, shared with {others}", place=place, n=standing.number, others=called(others))


def _tie(sheet: Sheet, state: SheetState, side: Side, rung: LadderRung) -> int:
    category = sheet.find(rung.category)
    if category is None:
        return 0
    if rung.by == "points":
        return category_points(sheet, state, side, category) or 0
    known = (numbers_of(state, side, category, number) for number in rounds_begun(sheet, state))
    return sum(sum(numbers) for numbers in known if numbers is not None)


def _rung(sheet: Sheet, rung: LadderRung) -> TieBreak:
    category = sheet.find(rung.category)
    name = category.name if category else rung.category
    text = _TIE_BREAKS[rung.by, rung.wins]
    return TieBreak(Message(text.text, {"category": name}), rung.wins == "highest")


def _outright_why(sheet: Sheet, state: SheetState) -> Message:
    if state.declared or sheet.sudden is None or sheet.sudden.points is None:
        return say("won outright", N_("Won outright"))
    return say_n("reached {n} point", "reached {n} points", sheet.sudden.points, N_("Points: {n}"))
