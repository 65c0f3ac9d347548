"""Stages of a round, what is missing in them, and how long a play can be. All from what is public."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from companion.core.bounds import BOUNDS, Bounds
from companion.core.wording import Message, say
from companion.games.score_sheet.sheet import AnyCategory, Bonus, SetCollection, Sheet
from companion.games.score_sheet.state import SheetState, Side, entry_key

# -- stages ----------------------------------------------------------------------------------------------------------

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


def begun(sheet: Sheet, state: SheetState) -> Stage:
    """The categories of this round that can be written or have been: those of the stages so far."""
    if state.phase != "play":
        return ()
    return tuple(category for one in stages(sheet, state.round)[: state.stage + 1] for category in one)


# -- what is missing -------------------------------------------------------------------------------------------------


def given(state: SheetState, category: Bonus, number: int) -> bool:
    """Whether the table has given the bonus."""
    return bool(state.sides) and state.written(entry_key(state.sides[0], category.key, number))


def unwritten(sheet: Sheet, state: SheetState, side: Side) -> Stage:
    """The categories that ``side`` must still write in this stage."""
    categories = by_sides(stage(sheet, state))
    return tuple(one for one in categories if not state.written(entry_key(side, one.key, state.round)))


def ungiven_bonuses(sheet: Sheet, state: SheetState) -> tuple[Bonus, ...]:
    """The bonuses that the table must still give in this stage."""
    bonuses = (category for category in stage(sheet, state) if isinstance(category, Bonus))
    return tuple(bonus for bonus in bonuses if not given(state, bonus, state.round))


def says_done(sheet: Sheet, state: SheetState) -> bool:
    """Whether a side must confirm that it is done: if this stage has more than one category to write."""
    return len(by_sides(stage(sheet, state))) > 1


def is_done(sheet: Sheet, state: SheetState, side: Side) -> bool:
    """Whether ``side`` has finished this stage."""
    return not unwritten(sheet, state, side) and (side.key in state.done or not says_done(sheet, state))


def stage_complete(sheet: Sheet, state: SheetState) -> bool:
    """Whether all sides and the table have finished this stage."""
    return not ungiven_bonuses(sheet, state) and all(is_done(sheet, state, side) for side in state.sides)


def when_reason(sheet: Sheet, state: SheetState, category: AnyCategory, number: int) -> Message | None:
    """Why ``category`` is not open now for round ``number``, or None."""
    if state.phase != "play" or number != state.round:
        return say("{category} of that round is not open.", category=category.name)
    found = stages(sheet, state.round)
    place = next((place for place, one in enumerate(found) if category in one), None)
    if place is None or place > state.stage:
        return say("{category} is written later.", category=category.name)
    if category.sealed and place < state.stage:
        return say("{category} is already revealed.", category=category.name)
    return None


# -- how long a play can be ------------------------------------------------------------------------------------------

MOST_ROUNDS = 99
"""The rounds after which a play ends that has no limit."""


def most_rounds(sheet: Sheet) -> int:
    """The most rounds that a play can have; 0 if everything is written at its end."""
    match sheet.rounds:
        case "once":
            return 0
        case "open":
            return MOST_ROUNDS
        case (_, high):
            return high
        case int() as fixed:
            return fixed


def longest_play(sheet: Sheet) -> int:
    """An upper bound of the moves of a play."""
    # twice as many, for changed entries
    return 2 * (2 + most_rounds(sheet) * _moves(sheet, 1) + _moves(sheet, 0))


def state_bounds(sheet: Sheet) -> Bounds:
    """The bounds of the state of a play: an entry of each side in each round and category."""
    numbers = max((len(one.kinds) for one in sheet.category if isinstance(one, SetCollection)), default=1)
    entries = sheet.seats[1] * len(sheet.category) * (most_rounds(sheet) + 1)
    parts = entries * (numbers + 4)
    return Bounds(members=BOUNDS.members + entries, parts=BOUNDS.parts + parts, size=BOUNDS.size + 16 * parts)


def _moves(sheet: Sheet, number: int) -> int:
    """The moves of a round (of the end for 0): entries, ``Done`` where a side has several, and bonuses."""
    moves = 0
    for one in stages(sheet, number):
        entries = len(by_sides(one))
        moves += sheet.seats[1] * (entries + (entries > 1)) + len(one) - entries
    return moves
