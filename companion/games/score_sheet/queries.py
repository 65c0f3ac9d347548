"""Queries on what is written and what is missing, from public state only: no seal is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from companion.core.wording import Message, say, say_n
from companion.games.score_sheet.sheet import AnyCategory, Bonus, Sheet
from companion.games.score_sheet.state import SheetState, Side, entry_key

MOST_ROUNDS = 99
"""Rounds after which a play without a limit ends."""

Stage = tuple[AnyCategory, ...]


def stages(sheet: Sheet, number: int) -> tuple[Stage, ...]:
    """The stages of round ``number`` (0: the end): categories in the sheet's order, grouped into sealed and open ones,
    without those with ``uses``. A sealed stage is revealed before the next one begins.
    """
    when = "round" if number else "end"
    categories = [category for category in sheet.category if category.when == when and not category.uses]
    return tuple(tuple(group) for _, group in groupby(categories, key=lambda category: category.sealed))


def stage(sheet: Sheet, state: SheetState) -> Stage:
    """The current stage; empty if there is none."""
    if state.phase != "play":
        return ()
    found = stages(sheet, state.round)
    return found[state.stage] if state.stage < len(found) else ()


def by_sides(categories: Sequence[AnyCategory]) -> Stage:
    """The categories that every side writes."""
    return tuple(category for category in categories if not isinstance(category, Bonus))


def given(state: SheetState, category: Bonus, number: int) -> bool:
    """Whether the table has given the bonus."""
    return bool(state.sides) and state.written(entry_key(state.sides[0], category.key, number))


def owed(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """Categories that ``side`` must still write in this stage."""
    categories = by_sides(stage(sheet, state))
    return tuple(one for one in categories if not state.written(entry_key(side, one.key, state.round)))


def owed_by_table(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """Bonuses that the table must still give in this stage."""
    bonuses = (category for category in stage(sheet, state) if isinstance(category, Bonus))
    return tuple(bonus for bonus in bonuses if not given(state, bonus, state.round))


def says_done(sheet: Sheet, state: SheetState) -> bool:
    """Whether a side must confirm that it is done: if this stage has more than one category to write."""
    return len(by_sides(stage(sheet, state))) > 1


def is_done(sheet: Sheet, state: SheetState, side: Side) -> bool:
    """Whether nothing more is expected of ``side`` in this stage."""
    return not owed(sheet, state, side) and (side.key in state.done or not says_done(sheet, state))


def stage_complete(sheet: Sheet, state: SheetState) -> bool:
    """Whether nothing more is expected of anybody in this stage."""
    return not owed_by_table(sheet, state) and all(is_done(sheet, state, side) for side in state.sides)


def changeable(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """Categories that ``side`` has written in this round and may still change."""
    if state.phase != "play":
        return ()
    begun = (category for one in stages(sheet, state.round)[: state.stage + 1] for category in by_sides(one))
    return tuple(
        category
        for category in begun
        if state.written(entry_key(side, category.key, state.round))
        and write_reason(sheet, state, category, state.round) is None
    )


def regivable(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """Bonuses given in this round that the table may still give to another side."""
    if state.phase != "play":
        return ()
    begun = (category for one in stages(sheet, state.round)[: state.stage + 1] for category in one)
    return tuple(
        category
        for category in begun
        if isinstance(category, Bonus)
        and given(state, category, state.round)
        and give_reason(sheet, state, category, state.round) is None
    )


def unclaimed(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """Bonuses for the first to earn them that nobody has yet, while rounds are played."""
    if state.phase != "play" or not state.round:
        return ()
    bonuses = (category for category in sheet.category if isinstance(category, Bonus) and category.who == "first")
    return tuple(bonus for bonus in bonuses if not given(state, bonus, 0))


def may_be_nobody(state: SheetState, category: AnyCategory) -> bool:
    """Whether nobody may have the bonus; one for the first to earn it stays open while rounds are played."""
    if not isinstance(category, Bonus):
        return False
    return category.who == "at-most-one" or (category.who == "first" and not state.round)


def write_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why a side may not write in ``category`` of round ``number``; None when it may."""
    if isinstance(category, Bonus):
        return say("The table says who has {category}.", category=category.name)
    if source := sheet.find(category.uses):
        return say("{category} uses the numbers of {other}.", category=category.name, other=source.name)
    return _when_reason(sheet, state, category, number)


def give_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why the table may not give ``category`` for round ``number``; None when it may."""
    if not isinstance(category, Bonus):
        return say("Every side writes {category} for itself.", category=category.name)
    if category.who != "first":
        return _when_reason(sheet, state, category, number)
    if state.phase != "play" or number:
        return say("{category} is for the whole play.", category=category.name)
    if given(state, category, 0):
        return say("{category} is already given.", category=category.name)
    return None


def done_reason(sheet: Sheet, state: SheetState, side: Side) -> Message | None:
    """Why ``side`` may not say that it is done; None when it may."""
    if is_done(sheet, state, side):
        return say("Everything is already written.")
    missing = len(owed(sheet, state, side))
    if missing:
        return say_n("{n} entry is still missing.", "{n} entries are still missing.", missing)
    return None


def finish_reason(state: SheetState) -> Message | None:
    """Why the table may not stop here; None when it may."""
    if state.phase != "play" or not state.round:
        return say("There is no round to stop after.")
    return None


def outright_reason(sheet: Sheet, state: SheetState) -> Message | None:
    """Why the table may not declare a winner; None when it may."""
    if sheet.sudden is None or not sheet.sudden.declared:
        return say("Nobody wins outright on this sheet.")
    if state.phase != "play":
        return say("The play is not on.")
    return None


def _when_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    if state.phase != "play" or number != state.round:
        return say("{category} of that round is not open.", category=category.name)
    found = stages(sheet, state.round)
    place = next((place for place, one in enumerate(found) if category in one), None)
    if place is None or place > state.stage:
        return say("{category} is written later.", category=category.name)
    if category.sealed and place < state.stage:
        return say("{category} is already revealed.", category=category.name)
    return None
